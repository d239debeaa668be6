/*
 * SPDX-License-Identifier: MIT
 * Prints a function's listing in the terminal: lines in bold, below them their instructions. Code
 * is the last column, because it may be long.
 */
#include "host/analysis/profile/profile_listing.h"
#include "host/base/text_table.h"

static void profile_annotation_row(struct text_table *table, const struct profile *profile,
                                   const struct profile_listing_row *row)
{
    const unsigned place = 1 + profile->n_events, code = place + 1;
    if (row->kind == LISTING_FILE) {
        text_table_line(table, "%s", row->text);
        return;
    }
    text_table_add_row(table);
    if (row->kind == LISTING_LINE) {
        text_table_bold(table);
        text_table_cell(table, place, "%d", row->line);
        text_table_cell(table, code, "%s", row->text);
    } else {
        text_table_cell(table, place, "%08x", row->address);
        text_table_cell(table, code, "    %s", row->text);
    }
    if (row->n > 0)
        text_table_cell(table, 0, "%.1f %%", 100 * row->n / profile->samples);
    for (unsigned e = 0; e < profile->n_events; e++)
        if (profile->totals[e] > 0 && row->gains[e] > 0)
            text_table_cell(table, 1 + e, "%.1f %%", 100 * row->gains[e] / profile->totals[e]);
}

bool profile_annotate(const struct profile *profile, const char *function, bool colour, FILE *to)
{
    struct profile_listing listing;
    if (!profile_listing_make(&listing, profile, function))
        return false;
    struct profile_share share = profiles_function_share(profile, function);
    struct text_table *table = text_table_new(3 + profile->n_events);
    text_table_set_column(table, 0, "share", TABLE_RIGHT);
    for (unsigned e = 0; e < profile->n_events; e++)
        text_table_set_column(table, 1 + e, profile->events[e], TABLE_RIGHT);
    text_table_set_column(table, 1 + profile->n_events, "line", TABLE_LEFT);
    text_table_set_column(table, 2 + profile->n_events, "code", TABLE_LEFT);
    for (unsigned i = 0; i < listing.n; i++)
        profile_annotation_row(table, profile, &listing.rows[i]);
    fprintf(to, "\n%s: %.1f %% [%.1f, %.1f] of the samples\n", function, 100 * share.share,
            100 * share.low, 100 * share.high);
    text_table_print(table, to, colour);
    text_table_free(table);
    profile_listing_free(&listing);
    return true;
}
