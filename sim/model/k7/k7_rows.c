/*
 * SPDX-License-Identifier: MIT
 * Reads the table of measured rows, once.
 */
#include "sim/model/k7/k7_rows.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__asm__(
    ".pushsection .rodata\n\t"
    ".global k7_measured\n"
    "k7_measured:\n\t"
    ".incbin \"tests/data/silicon/k7-thunderbird_inst.tsv\"\n\t"
    ".byte 0\n\t"
    ".popsection");
extern const char k7_measured[];

enum { ROWS_MOST = 1024 };

static struct {
    struct k7_row rows[ROWS_MOST];
    unsigned count;
} table;

static uint32_t k7_row_clocks(double number)
{
    return (uint32_t)(number * K7_CLOCK + 0.5);
}

static void k7_row_set_key(struct k7_row *row, const char *name, size_t length)
{
    size_t n = 0;

    for (size_t i = 0; i < length && n < K7_KEY_BYTES - 1; i++)
        if (name[i] != ' ')
            row->key[n++] = (char)tolower((unsigned char)name[i]);
    row->key[n] = 0;
}

static bool k7_row_is_figure(const char *text)
{
    return isdigit((unsigned char)*text);
}

/* The factor of the row's throughput. */
static unsigned k7_row_factor(const struct k7_row *row)
{
    static const char *const thirds[] = {
#define THIRD(both) both,
#include "sim/model/k7/k7_pairs.def"
#undef THIRD
    };

    for (size_t i = 0; i < sizeof thirds / sizeof *thirds; i++)
        if (!strcmp(thirds[i], row->key))
            return 3;
    return 1;
}

/* `name TAB latency TAB throughput` */
static void k7_row_parse_line(const char *line, size_t length)
{
    const char *tab = memchr(line, '\t', length);
    const char *second = tab ? memchr(tab + 1, '\t', length - (size_t)(tab + 1 - line)) : NULL;
    struct k7_row *row = &table.rows[table.count];

    if (!second || table.count == ROWS_MOST)
        return;
    k7_row_set_key(row, line, (size_t)(tab - line));
    row->has_latency = k7_row_is_figure(tab + 1);
    row->has_throughput = k7_row_is_figure(second + 1);
    row->latency = row->has_latency ? k7_row_clocks(strtod(tab + 1, NULL)) : 0;
    row->throughput =
        row->has_throughput ? k7_row_clocks(k7_row_factor(row) * strtod(second + 1, NULL)) : 0;
    table.count++;
}

static int k7_row_compare(const void *a, const void *b)
{
    return strcmp(((const struct k7_row *)a)->key, ((const struct k7_row *)b)->key);
}

static void k7_row_add_assumed(const char *name, double latency, double throughput)
{
    struct k7_row *row = &table.rows[table.count];

    if (table.count == ROWS_MOST)
        return;
    *row = (struct k7_row){.latency = k7_row_clocks(latency),
                           .throughput = k7_row_clocks(throughput),
                           .has_latency = true,
                           .has_throughput = true,
                           .is_assumed = true};
    k7_row_set_key(row, name, strlen(name));
    table.count++;
}

static struct k7_row *k7_row_search(const char *key)
{
    struct k7_row wanted;

    snprintf(wanted.key, sizeof wanted.key, "%s", key);
    return bsearch(&wanted, table.rows, table.count, sizeof table.rows[0], k7_row_compare);
}

static void k7_row_set_latency(const char *key, double latency)
{
    struct k7_row *row = k7_row_search(key);

    if (!row || row->has_latency)
        return;
    row->latency = k7_row_clocks(latency);
    row->has_latency = true;
}

/* Skips the first two lines, which hold the source and the column names. */
static void k7_rows_read(void)
{
    const char *line = k7_measured;

    for (unsigned number = 0; *line; number++) {
        const size_t length = strcspn(line, "\n");

        if (number >= 2)
            k7_row_parse_line(line, length);
        line += length + (line[length] == '\n');
    }
#define ROW(name, latency, throughput, source) k7_row_add_assumed(name, latency, throughput);
#include "sim/model/k7/k7_assumed.def"
#undef ROW
    qsort(table.rows, table.count, sizeof table.rows[0], k7_row_compare);
#define LATENCY(name, latency, source) k7_row_set_latency(name, latency);
#include "sim/model/k7/k7_assumed.def"
#undef LATENCY
}

const struct k7_row *k7_row_find(const char *key)
{
    if (!table.count)
        k7_rows_read();
    return k7_row_search(key);
}

unsigned k7_row_number(const struct k7_row *row)
{
    return row ? (unsigned)(row - table.rows) + 1 : 0;
}

const struct k7_row *k7_row_numbered(unsigned number)
{
    return number ? &table.rows[number - 1] : NULL;
}

uint32_t k7_row_alone(const struct k7_row *row)
{
    const bool with_fadd = row->key[0] == 'f' && strstr(row->key, ")+fadd");

    return row->latency - (with_fadd ? 4 * K7_CLOCK : 0);
}

/* ---- pairs ---------------------------------------------------------------------------------- */

struct k7_row_pair {
    const char *keys[3]; /* keys of the first, the second, both */
    const struct k7_row *first, *second, *both;
};

static struct k7_row_pair forwarded[] = {
#define FORWARDED(store, load, both) {.keys = {store, load, both}},
#include "sim/model/k7/k7_pairs.def"
#undef FORWARDED
};

static struct k7_row_pair following[] = {
#define FOLLOWING(first, second, both) {.keys = {first, second, both}},
#include "sim/model/k7/k7_pairs.def"
#undef FOLLOWING
};

#define COUNT(pairs) (sizeof(pairs) / sizeof(pairs)[0])

static void k7_rows_find_pairs(struct k7_row_pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pairs[i].first = k7_row_find(pairs[i].keys[0]);
        pairs[i].second = k7_row_find(pairs[i].keys[1]);
        pairs[i].both = k7_row_find(pairs[i].keys[2]);
    }
}

static void k7_rows_find_all_pairs(void)
{
    static bool found;

    if (found)
        return;
    k7_rows_find_pairs(forwarded, COUNT(forwarded));
    k7_rows_find_pairs(following, COUNT(following));
    found = true;
}

static const struct k7_row *k7_row_pair_find(const struct k7_row_pair *pairs, size_t count,
                                             unsigned first, unsigned second)
{
    k7_rows_find_all_pairs();
    for (size_t i = 0; first && second && i < count; i++)
        if (pairs[i].first == k7_row_numbered(first) && pairs[i].second == k7_row_numbered(second))
            return pairs[i].both;
    return NULL;
}

const struct k7_row *k7_row_forwarded(unsigned store, unsigned load)
{
    return k7_row_pair_find(forwarded, COUNT(forwarded), store, load);
}

const struct k7_row *k7_row_following(unsigned first, unsigned second)
{
    return k7_row_pair_find(following, COUNT(following), first, second);
}

bool k7_row_is_following(const struct k7_row *row)
{
    k7_rows_find_all_pairs();
    for (size_t i = 0; i < COUNT(following); i++)
        if (row && following[i].second == row)
            return true;
    return false;
}
