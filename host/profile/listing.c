/*
 * SPDX-License-Identifier: MIT
 * Builds listings. Code of one function in several pieces, or of several functions of that name, is
 * merged.
 */
#include "host/profile/listing.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/profile/disassembly.h"
#include "host/profile/source_lines.h"

struct instruction {
    uint32_t address;
    struct code_spot spot;
    char text[INSTRUCTION_TEXT];
    const struct profile_row *row; /* NULL: no samples */
};

struct code {
    const struct profile *profile;
    struct instruction *all;
    unsigned n;
};

static const struct profile_row *row_at(const struct profile *profile, uint32_t address)
{
    for (unsigned i = 0; i < profile->n; i++)
        if (profile->rows[i].address == address)
            return &profile->rows[i];
    return NULL;
}

static bool has_address(const struct code *code, uint32_t address)
{
    for (unsigned i = 0; i < code->n; i++)
        if (code->all[i].address == address)
            return true;
    return false;
}

static void add_piece(struct code *code, uint32_t first, uint32_t end)
{
    const struct debug_image *image = code->profile->image;
    for (uint32_t at = first; at < end;) {
        struct instruction *one = memory_add(&code->all, &code->n, sizeof *one);
        one->address = at;
        code_spot_find(image, at, &one->spot);
        one->row = row_at(code->profile, at);
        at += instruction_text(image, at, one->text);
    }
}

/* Returns the number of samples. */
static double take_pieces(struct code *code, const char *function)
{
    const struct profile *profile = code->profile;
    double samples = 0;
    for (unsigned i = 0; i < profile->n; i++) {
        const struct profile_row *row = &profile->rows[i];
        if (!row->known || !row->spot.function || strcmp(row->spot.function, function) != 0)
            continue;
        samples += row->n;
        if (!has_address(code, row->spot.first))
            add_piece(code, row->spot.first, row->spot.end);
    }
    return samples;
}

/* Orders by file, as the compiler named it, then line, then address. */
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

static struct listing_row *add_row(struct listing *listing, enum listing_kind kind,
                                   const char *text)
{
    struct listing_row *row = memory_add(&listing->rows, &listing->n, sizeof *row);
    row->kind = kind;
    snprintf(row->text, sizeof row->text, "%s", text);
    return row;
}

static void add_samples(struct listing_row *to, const struct profile_row *from, unsigned events)
{
    to->n += from ? from->n : 0;
    for (unsigned e = 0; from && e < events; e++)
        to->gains[e] += from->gains[e];
}

/* Adds the line of instruction `at`, which is its first one, and all its instructions. */
static void add_line(struct listing *listing, const struct code *code, unsigned at,
                     const char *source)
{
    struct listing_row *row = add_row(listing, LISTING_LINE, source ? source : "");
    row->line = code->all[at].spot.line;
    for (unsigned i = at; i < code->n && same_line(&code->all[i], &code->all[at]); i++)
        add_samples(row, code->all[i].row, code->profile->n_events);
}

static void add_all(struct listing *listing, const struct code *code)
{
    struct source_lines *sources = source_lines_new();
    const char *file = NULL;
    for (unsigned i = 0; i < code->n; i++) {
        const struct instruction *one = &code->all[i];
        const char *own = one->spot.line ? one->spot.file : NULL, *folder = one->spot.folder;
        if (own && (!file || strcmp(own, file) != 0)) {
            bool there = source_lines_there(sources, own, folder);
            char *name = memory_print("%s%s", own, there ? "" : " (source file not found)");
            add_row(listing, LISTING_FILE, name);
            free(name);
        }
        if (own && (i == 0 || !same_line(&code->all[i - 1], one)))
            add_line(listing, code, i, source_line(sources, own, folder, (unsigned)one->spot.line));
        struct listing_row *row = add_row(listing, LISTING_INSTRUCTION, one->text);
        row->address = one->address;
        add_samples(row, one->row, code->profile->n_events);
        file = own;
    }
    source_lines_free(sources);
}

bool listing_make(struct listing *listing, const struct profile *profile, const char *function)
{
    struct code code = {.profile = profile};
    *listing = (struct listing){0};
    listing->samples = take_pieces(&code, function);
    if (code.n)
        qsort(code.all, code.n, sizeof *code.all, by_line);
    add_all(listing, &code);
    free(code.all);
    return listing->n > 0;
}

void listing_free(struct listing *listing)
{
    free(listing->rows);
    *listing = (struct listing){0};
}
