/*
 * SPDX-License-Identifier: MIT
 * Builds listings. Code of one function in several pieces, or of several functions of that name, is
 * merged.
 */
#include "host/analysis/profile/profile_listing.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/profile/disassembly.h"
#include "host/analysis/profile/source_lines.h"
#include "host/base/allocation.h"

struct listed_instruction {
    uint32_t address;
    struct code_spot spot;
    char text[INSTRUCTION_TEXT];
    const struct profile_row *row; /* NULL: no samples */
};

struct listed_code {
    const struct profile *profile;
    struct listed_instruction *all;
    unsigned n;
};

static const struct profile_row *profile_listing_row_at(const struct profile *profile,
                                                        uint32_t address)
{
    for (unsigned i = 0; i < profile->n; i++)
        if (profile->rows[i].address == address)
            return &profile->rows[i];
    return NULL;
}

static bool has_address(const struct listed_code *code, uint32_t address)
{
    for (unsigned i = 0; i < code->n; i++)
        if (code->all[i].address == address)
            return true;
    return false;
}

static void profile_listing_add_range(struct listed_code *code, uint32_t first, uint32_t end)
{
    const struct debug_image *image = code->profile->image;
    for (uint32_t at = first; at < end;) {
        struct listed_instruction *one = allocate_element(&code->all, &code->n, sizeof *one);
        one->address = at;
        code_spot_find(image, at, &one->spot);
        one->row = profile_listing_row_at(code->profile, at);
        at += disassembly_text(image, at, one->text);
    }
}

/* Returns the number of samples. */
static double profile_listing_add_function(struct listed_code *code, const char *function)
{
    const struct profile *profile = code->profile;
    double samples = 0;
    for (unsigned i = 0; i < profile->n; i++) {
        const struct profile_row *row = &profile->rows[i];
        if (!row->known || !row->spot.function || strcmp(row->spot.function, function) != 0)
            continue;
        samples += row->n;
        if (!has_address(code, row->spot.first))
            profile_listing_add_range(code, row->spot.first, row->spot.end);
    }
    return samples;
}

/* Orders by file, as the compiler named it, then line, then address. */
static int profile_listing_by_line(const void *a, const void *b)
{
    const struct listed_instruction *one = a, *other = b;
    const char *file = one->spot.file ? one->spot.file : "";
    const char *other_file = other->spot.file ? other->spot.file : "";
    int files = strcmp(file, other_file);
    if (files)
        return files;
    if (one->spot.line != other->spot.line)
        return one->spot.line < other->spot.line ? -1 : 1;
    return (one->address > other->address) - (one->address < other->address);
}

static bool same_line(const struct listed_instruction *a, const struct listed_instruction *b)
{
    return a->spot.line == b->spot.line && a->spot.file && b->spot.file &&
           !strcmp(a->spot.file, b->spot.file);
}

static struct profile_listing_row *profile_listing_add_row(struct profile_listing *listing,
                                                           enum listing_kind kind, const char *text)
{
    struct profile_listing_row *row = allocate_element(&listing->rows, &listing->n, sizeof *row);
    row->kind = kind;
    snprintf(row->text, sizeof row->text, "%s", text);
    return row;
}

static void add_samples(struct profile_listing_row *to, const struct profile_row *from,
                        unsigned events)
{
    to->n += from ? from->n : 0;
    for (unsigned e = 0; from && e < events; e++)
        to->gains[e] += from->gains[e];
}

/* Adds the line of instruction `at`, which is its first one, and all its instructions. */
static void profile_listing_add_line(struct profile_listing *listing,
                                     const struct listed_code *code, unsigned at,
                                     const char *source)
{
    struct profile_listing_row *row =
        profile_listing_add_row(listing, LISTING_LINE, source ? source : "");
    row->line = code->all[at].spot.line;
    for (unsigned i = at; i < code->n && same_line(&code->all[i], &code->all[at]); i++)
        add_samples(row, code->all[i].row, code->profile->n_events);
}

static void profile_listing_add_all(struct profile_listing *listing, const struct listed_code *code)
{
    struct source_lines *sources = source_lines_new();
    const char *file = NULL;
    for (unsigned i = 0; i < code->n; i++) {
        const struct listed_instruction *one = &code->all[i];
        const char *own = one->spot.line ? one->spot.file : NULL, *folder = one->spot.folder;
        if (own && (!file || strcmp(own, file) != 0)) {
            bool there = source_lines_there(sources, own, folder);
            char *name = allocate_text("%s%s", own, there ? "" : " (source file not found)");
            profile_listing_add_row(listing, LISTING_FILE, name);
            free(name);
        }
        if (own && (i == 0 || !same_line(&code->all[i - 1], one)))
            profile_listing_add_line(listing, code, i,
                                     source_line(sources, own, folder, (unsigned)one->spot.line));
        struct profile_listing_row *row =
            profile_listing_add_row(listing, LISTING_INSTRUCTION, one->text);
        row->address = one->address;
        add_samples(row, one->row, code->profile->n_events);
        file = own;
    }
    source_lines_free(sources);
}

bool profile_listing_make(struct profile_listing *listing, const struct profile *profile,
                          const char *function)
{
    struct listed_code code = {.profile = profile};
    *listing = (struct profile_listing){0};
    listing->samples = profile_listing_add_function(&code, function);
    if (code.n)
        qsort(code.all, code.n, sizeof *code.all, profile_listing_by_line);
    profile_listing_add_all(listing, &code);
    free(code.all);
    return listing->n > 0;
}

void profile_listing_free(struct profile_listing *listing)
{
    free(listing->rows);
    *listing = (struct profile_listing){0};
}
