/*
 * SPDX-License-Identifier: MIT
 * Prints the counts of regions in a multiplexed run, next to those without other groups.
 */
#include <math.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/sampled_run.h"
#include "host/output/show/show_views.h"

/* Returns the count without other groups of the same region and event, or NULL. */
static const struct region_count *show_multiplex_exact(const struct run *run,
                                                       const struct region_count *estimate)
{
    for (unsigned i = 0; i < run->n_region_counts; i++) {
        const struct region_count *count = &run->region_counts[i];
        if (count->sampling == estimate->sampling && count->region == estimate->region &&
            !strcmp(count->event, estimate->event) && !strcmp(count->of, "exact"))
            return count;
    }
    return NULL;
}

static void show_multiplex_region_cells(struct text_table *table,
                                        const struct region_count *estimate,
                                        const struct region_count *exact)
{
    text_table_add_row(table);
    text_table_cell(table, 0, "%u%s%s", estimate->region, estimate->region_name ? " " : "",
                    estimate->region_name ? estimate->region_name : "");
    text_table_cell(table, 1, "%s", estimate->event);
    text_table_cell(table, 2, "%s", number_text(estimate->entries, 0));
    text_table_cell(table, 3, "%s%s", number_text(estimate->count, 0),
                    estimate->count < 0 ? SAMPLED_IMPOSSIBLE : "");
    if (estimate->count > 0 && !isnan(estimate->half_width))
        text_table_cell(table, 4, "+-%.1f %%", 100 * estimate->half_width / estimate->count);
    if (!exact) {
        text_table_cell(table, 5, "not received");
        return;
    }
    text_table_cell(table, 5, "%s%s", number_text(exact->count, 0),
                    exact->count < 0 ? SAMPLED_IMPOSSIBLE : "");
    if (exact->count > 0)
        text_table_cell(table, 6, "%.1f %%",
                        100 * fabs(estimate->count - exact->count) / exact->count);
}

static void show_multiplex_regions_notes(bool impossible, bool inner, FILE *to)
{
    text_table_fit_line(
        "entries: in the rounds of the estimate; counted: without other groups, in ring 0 known to "
        "half a count for each sample; the overhead of the probes is subtracted",
        to);
    if (inner)
        fputs("counts of a region include the probes of other regions inside it\n", to);
    if (impossible)
        fputs(SAMPLED_IMPOSSIBLE_NOTE, to);
}

unsigned show_multiplex_regions(const struct run *run, const struct view *view, FILE *to)
{
    static const char *const headers[] = {"region", "event",   "entries", "estimate",
                                          "",       "counted", "error"};
    struct text_table *table = text_table_new(7);
    const struct sampling *last = NULL;
    bool impossible = false, inner = false;
    unsigned n = 0;
    for (unsigned i = 0; i < 7; i++)
        text_table_set_column(table, i, headers[i], i > 1 ? TABLE_RIGHT : TABLE_LEFT);
    text_table_narrow(table, 0, 16);
    text_table_narrow(table, 1, 24);
    for (unsigned i = 0; i < run->n_region_counts; i++) {
        const struct region_count *estimate = &run->region_counts[i];
        const struct sampling *of = &run->samplings[estimate->sampling];
        if (strcmp(estimate->of, "estimate") ||
            !selection_matches_sampled(&view->selection, of, estimate->event))
            continue;
        const struct region_count *exact = show_multiplex_exact(run, estimate);
        if (!last || !sampled_run_same_case(last, of))
            text_table_line(table, "\n%s   %s   regions, %u round%s   (%s)", of->bench, of->state,
                            estimate->rounds, estimate->rounds == 1 ? "" : "s",
                            platform_name(run->platform));
        show_multiplex_region_cells(table, estimate, exact);
        last = of;
        impossible |= estimate->count < 0 || (exact && exact->count < 0);
        inner |= estimate->inner_begins || estimate->inner_ends;
        n++;
    }
    if (n) {
        text_table_print(table, to, view->colour);
        show_multiplex_regions_notes(impossible, inner, to);
    }
    text_table_free(table);
    return n;
}
