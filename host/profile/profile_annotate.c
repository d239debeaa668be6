/*
 * SPDX-License-Identifier: MIT
 * A function's source lines in their order, under each its instructions: every instruction stands
 * once, so that shares add up, of lines as of instructions.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/text_table.h"
#include "host/profile/disassembly.h"
#include "host/profile/profiles.h"
#include "host/profile/source_lines.h"

struct instruction {
    uint32_t address;
    struct code_spot spot;
    char text[INSTRUCTION_TEXT];
    const struct profile_row *row; /* NULL: no sample */
};

struct listing {
    const struct profile *profile;
    struct instruction *all;
    unsigned n;
    double samples; /* of the function */
};

enum { SHARE, PLACE, CODE, COLUMNS };

static const struct profile_row *row_at(const struct profile *profile, uint32_t address)
{
    for (unsigned i = 0; i < profile->n; i++)
        if (profile->rows[i].address == address)
            return &profile->rows[i];
    return NULL;
}

static bool listed(const struct listing *listing, uint32_t address)
{
    for (unsigned i = 0; i < listing->n; i++)
        if (listing->all[i].address == address)
            return true;
    return false;
}

/* A piece of a function; compilers split some. */
static void add_piece(struct listing *listing, uint32_t first, uint32_t end)
{
    const struct debug_image *image = listing->profile->image;
    for (uint32_t at = first; at < end;) {
        struct instruction *one = memory_add(&listing->all, &listing->n, sizeof *one);
        one->address = at;
        code_spot_find(image, at, &one->spot);
        one->row = row_at(listing->profile, at);
        at += instruction_text(image, at, one->text);
    }
}

static void take_pieces(struct listing *listing, const char *function)
{
    const struct profile *profile = listing->profile;
    for (unsigned i = 0; i < profile->n; i++) {
        const struct profile_row *row = &profile->rows[i];
        if (!row->known || !row->spot.function || strcmp(row->spot.function, function) != 0)
            continue;
        listing->samples += row->n;
        if (!listed(listing, row->spot.first))
            add_piece(listing, row->spot.first, row->spot.end);
    }
}

/* By file, as the compiler named it; then line, then address. */
static int by_line(const void *a, const void *b)
{
    const struct instruction *one = a, *other = b;
    const char *file = one->spot.file ? one->spot.file : "";
    const char *other_file = other->spot.file ? other->spot.file : "";
    int files = strcmp(file, other_file);
    if (files)
        return files;
    if (one->spot.line != other->spot.line)
        return one->spot.line < other->spot.line ? -1 : 1;
    return (one->address > other->address) - (one->address < other->address);
}

static bool same_line(const struct instruction *a, const struct instruction *b)
{
    return a->spot.line == b->spot.line && a->spot.file && b->spot.file &&
           !strcmp(a->spot.file, b->spot.file);
}

static void put_shares(struct table *table, const struct profile *profile, double n,
                       const double *gains)
{
    if (n > 0)
        table_cell(table, SHARE, "%.1f %%", 100 * n / profile->samples);
    for (unsigned e = 0; e < profile->n_events; e++)
        if (profile->totals[e] > 0 && gains[e] > 0)
            table_cell(table, COLUMNS + e, "%.1f %%", 100 * gains[e] / profile->totals[e]);
}

/* The line that instruction `at` is the first of, with all of it. */
static void put_line(struct table *table, const struct listing *listing, unsigned at,
                     const char *source)
{
    double n = 0, gains[PROFILE_MOST_EVENTS] = {0};
    const struct instruction *first = &listing->all[at];
    for (unsigned i = at; i < listing->n && same_line(&listing->all[i], first); i++)
        if (listing->all[i].row) {
            n += listing->all[i].row->n;
            for (unsigned e = 0; e < listing->profile->n_events; e++)
                gains[e] += listing->all[i].row->gains[e];
        }
    table_row(table);
    table_bold(table);
    put_shares(table, listing->profile, n, gains);
    table_cell(table, PLACE, "%d", first->spot.line);
    table_cell(table, CODE, "%s", source ? source : "");
}

static void put_instruction(struct table *table, const struct profile *profile,
                            const struct instruction *one)
{
    table_row(table);
    if (one->row)
        put_shares(table, profile, one->row->n, one->row->gains);
    table_cell(table, PLACE, "%08x", one->address);
    table_cell(table, CODE, "    %s", one->text);
}

static void put_all(struct table *table, const struct listing *listing)
{
    struct source_lines *sources = source_lines_new();
    const char *file = NULL;
    for (unsigned i = 0; i < listing->n; i++) {
        const struct instruction *one = &listing->all[i];
        const char *own = one->spot.line ? one->spot.file : NULL;
        if (own && (!file || strcmp(own, file) != 0))
            table_line(table, "%s%s", own,
                       source_lines_there(sources, own, one->spot.folder) ? "" : " (is not here)");
        if (own && (i == 0 || !same_line(&listing->all[i - 1], one)))
            put_line(table, listing, i,
                     source_line(sources, own, one->spot.folder, (unsigned)one->spot.line));
        put_instruction(table, listing->profile, one);
        file = own;
    }
    source_lines_free(sources);
}

bool profile_annotate(const struct profile *profile, const char *function, bool colour, FILE *to)
{
    struct listing listing = {.profile = profile};
    take_pieces(&listing, function);
    if (!listing.n)
        return false;
    struct profile_share share = profile_share_of(listing.samples, profile->samples);
    struct table *table = table_new(COLUMNS + profile->n_events);
    table_column(table, SHARE, "share", TABLE_RIGHT);
    table_column(table, PLACE, "line", TABLE_LEFT);
    table_column(table, CODE, "code", TABLE_LEFT);
    for (unsigned e = 0; e < profile->n_events; e++)
        table_column(table, COLUMNS + e, profile->events[e], TABLE_RIGHT);
    qsort(listing.all, listing.n, sizeof *listing.all, by_line);
    put_all(table, &listing);
    fprintf(to, "\n%s: %.1f %% [%.1f, %.1f] of the samples\n", function, 100 * share.share,
            100 * share.low, 100 * share.high);
    table_print(table, to, colour);
    table_free(table);
    free(listing.all);
    return true;
}
