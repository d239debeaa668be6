/*
 * SPDX-License-Identifier: MIT
 * Damages lines of a log and checks whether the reader accepts a wrong result as right: damage LOG
 * SEED LINES [forge]. Each of LINES lines is damaged once, the rest of the log is intact; with
 * `forge` its crc is made right again, which happens by chance once in 65536 lines.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/checksum/crc16_fast.h"
#include "host/data/wire/record_collector.h"

#define MOST_LINES 100000
#define MOST_BYTES (1 << 24)
#define SHARE      4 /* one line in SHARE is damaged in a copy of the log */

struct line {
    const char *text;
    size_t length;
};

static struct line lines[MOST_LINES];
static unsigned n_lines;
static uint64_t state;

/* xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016) */
static unsigned below(unsigned bound)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u >> 33) % bound);
}

static void read_lines(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *bytes = allocate_zeroed(MOST_BYTES);
    size_t size = file ? fread(bytes, 1, MOST_BYTES, file) : 0;
    for (char *at = bytes, *end; (end = memchr(at, '\n', (size_t)(bytes + size - at)));
         at = end + 1) {
        size_t length = (size_t)(end - at);
        length -= length && at[length - 1] == '\r';
        lines[n_lines++ % MOST_LINES] = (struct line){at, length};
    }
    if (n_lines == 0 || n_lines > MOST_LINES) {
        fprintf(stderr, "damage: %s: not a log\n", path);
        exit(2);
    }
    fclose(file);
}

/*
 * Damages one byte in a hundred, at least one: another byte, a flipped bit, or other digits and
 * letters.
 */
static size_t damage(char *line, size_t length)
{
    unsigned hits = 1 + below((unsigned)length / 50 + 1), kind = below(4);
    if (kind == 3 && length > 20) { /* a piece is missing */
        size_t from = below((unsigned)length - 10), gone = 1 + below(9);
        memmove(line + from, line + from + gone, length - from - gone);
        return length - gone;
    }
    for (; hits; hits--) {
        char *at = &line[below((unsigned)length)];
        if (kind == 0)
            *at = (char)below(256);
        else if (kind == 1)
            *at ^= (char)(1 << below(8));
        else if (*at >= '0' && *at <= '9')
            *at = (char)('0' + below(10));
        else
            *at = (char)('a' + below(26));
    }
    return length;
}

static size_t forge(char *line, size_t length)
{
    char crc[5];
    if (length < 20 || memchr(line, '\n', length))
        return length;
    snprintf(crc, sizeof crc, "%04x", crc16_fast(line, length - 9));
    memcpy(line + length - 9, " crc=", 5);
    memcpy(line + length - 4, crc, 4);
    return length;
}

/* Makes a damaged copy of the log; returns the number of damaged lines. */
static unsigned make_copy(char *bytes, size_t *size, unsigned most, bool forged)
{
    unsigned damaged = 0;
    char *at = bytes;
    for (unsigned i = 0; i < n_lines; i++) {
        size_t length = lines[i].length;
        memcpy(at, lines[i].text, length);
        if (damaged < most && below(SHARE) == 0) {
            length = damage(at, length);
            if (forged)
                length = forge(at, length);
            damaged += length != lines[i].length || memcmp(at, lines[i].text, length) != 0;
        }
        at += length;
        *at++ = '\n';
    }
    *size = (size_t)(at - bytes);
    return damaged;
}

static struct collection read_bytes(const char *bytes, size_t size)
{
    struct collection collection;
    struct wire_reader reader;
    collection_open(&collection, "damage");
    if (wire_reader_open(&reader, collection_listener(&collection)))
        exit(3);
    wire_reader_feed(&reader, bytes, size);
    wire_reader_end(&reader);
    wire_reader_close(&reader);
    return collection;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static bool same_values(const struct values *a, const struct values *b)
{
    return a->n == b->n && a->level == b->level && a->mean == b->mean && a->sd == b->sd &&
           a->ci == b->ci && a->min == b->min && a->med == b->med && a->max == b->max &&
           a->mode == b->mode;
}

static bool same_result(const struct result *a, const struct result *b)
{
    return result_same_place(a, b) && a->code == b->code && a->counter == b->counter &&
           same_text(a->region_name, b->region_name) && same_text(a->status, b->status) &&
           same_values(&a->values, &b->values) && a->entries == b->entries &&
           a->exits == b->exits && a->raw == b->raw && a->overhead == b->overhead &&
           a->per_entry == b->per_entry && a->outliers == b->outliers && a->culled == b->culled;
}

static bool is_right(const struct run *clean, const struct result *result, unsigned *from)
{
    for (unsigned i = 0; i < clean->n_results; i++) {
        unsigned at = (*from + i) % clean->n_results;
        if (!same_result(&clean->results[at], result))
            continue;
        *from = at + 1;
        return true;
    }
    return false;
}

struct count {
    unsigned long damaged, copies, accepted, missing, wrong, silent;
};

static void judge(const struct collection *collection, const struct run *clean, struct count *count)
{
    unsigned accepted = 0;
    bool complete = true;
    for (unsigned r = 0; r < collection->n_runs; r++) {
        const struct run *run = collection->runs[r];
        unsigned from = 0;
        complete &= run_complete(run);
        accepted += run->n_results;
        for (unsigned i = 0; i < run->n_results; i++) {
            const struct result *result = &run->results[i];
            if (is_right(clean, result, &from))
                continue;
            count->wrong++;
            printf("wrong: %s region %u %s %s %s: mean %g med %g mode %g\n", result->bench,
                   result->region, result->event, result->ring, result->status, result->values.mean,
                   result->values.med, result->values.mode);
        }
    }
    count->accepted += accepted;
    if (accepted < clean->n_results)
        count->missing += clean->n_results - accepted;
    count->silent += accepted < clean->n_results && complete;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: damage LOG SEED LINES [forge]\n", stderr);
        return 2;
    }
    unsigned long wanted = strtoul(argv[3], NULL, 10);
    struct count count = {0};
    state = 88172645463325252u ^ strtoull(argv[2], NULL, 10) * 0x9E3779B97F4A7C15u;
    read_lines(argv[1]);
    char *bytes = allocate_zeroed(MOST_BYTES);
    size_t size;
    make_copy(bytes, &size, 0, false);
    struct collection whole = read_bytes(bytes, size);
    const struct run *clean = collection_run(&whole);
    while (count.damaged < wanted) {
        unsigned long left = wanted - count.damaged;
        count.damaged +=
            make_copy(bytes, &size, left < n_lines ? (unsigned)left : n_lines, argc > 4);
        struct collection collection = read_bytes(bytes, size);
        judge(&collection, clean, &count);
        count.copies++;
        collection_close(&collection);
    }
    printf(
        "%lu lines damaged in %lu copies of %u results: %lu accepted, %lu lost; "
        "%lu wrong, %lu copies with a silent loss\n",
        count.damaged, count.copies, clean->n_results, count.accepted, count.missing, count.wrong,
        count.silent);
    collection_close(&whole);
    free(bytes);
    return count.wrong || count.silent;
}
