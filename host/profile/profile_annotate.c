/*
 * SPDX-License-Identifier: MIT
 * Prints a function's listing in the terminal: lines in bold, below them their instructions. Code
 * is the last column, because it may be long.
 */
#include "host/base/text_table.h"
#include "host/profile/listing.h"

static void put_row(struct table *table, const struct profile *profile,
                    const struct listing_row *row)
{
    const unsigned place = 1 + profile->n_events, code = place + 1;
    if (row->kind == LISTING_FILE) {
        table_line(table, "%s", row->text);
        return;
    }
    table_row(table);
    if (row->kind == LISTING_LINE) {
        table_bold(table);
        table_cell(table, place, "%d", row->line);
        table_cell(table, code, "%s", row->text);
    } else {
        table_cell(table, place, "%08x", row->address);
        table_cell(table, code, "    %s", row->text);
    }
    if (row->n > 0)
        table_cell(table, 0, "%.1f %%", 100 * row->n / profile->samples);
    for (unsigned e = 0; e < profile->n_events; e++)
        if (profile->totals[e] > 0 && row->gains[e] > 0)
            table_cell(table, 1 + e, "%.1f %%", 100 * row->gains[e] / profile->totals[e]);
}

bool profile_annotate(const struct profile *profile, const char *function, bool colour, FILE *to)
{
    struct listing listing;
    if (!listing_make(&listing, profile, function))
        return false;
    struct profile_share share = profile_function_share(profile, function);
    struct table *table = table_new(3 + profile->n_events);
    table_column(table, 0, "share", TABLE_RIGHT);
    for (unsigned e = 0; e < profile->n_events; e++)
        table_column(table, 1 + e, profile->events[e], TABLE_RIGHT);
    table_column(table, 1 + profile->n_events, "line", TABLE_LEFT);
    table_column(table, 2 + profile->n_events, "code", TABLE_LEFT);
    for (unsigned i = 0; i < listing.n; i++)
        put_row(table, profile, &listing.rows[i]);
    fprintf(to, "\n%s: %.1f %% [%.1f, %.1f] of the samples\n", function, 100 * share.share,
            100 * share.low, 100 * share.high);
    table_print(table, to, colour);
    table_free(table);
    listing_free(&listing);
    return true;
}
