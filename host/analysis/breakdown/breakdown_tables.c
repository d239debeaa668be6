/*
 * SPDX-License-Identifier: MIT
 * Prints breakdowns as tables: each part's share of the clocks, its source, and the deviation from
 * the model's own account if that is available.
 */
#include <math.h>
#include <stdlib.h>

#include "host/analysis/breakdown/breakdown_formats.h"
#include "host/analysis/breakdown/family_parts.h"
#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"

/* tools/breakdown_table.py measures this distance; README.md has the table. */
#define HOW_FAR                                                                                    \
    "in the virtual Pentium, the median Kullback-Leibler distance between these parts and the\n"   \
    "model's account is 0.002 over 77 regions (host/analysis/breakdown/README.md)\n"

#define LEAST_SHARE 0.0005 /* smaller shares are not shown */

enum { PART, SHARE, CLOCKS, LOW_HIGH, SOURCE, TRUTH, COLUMNS };

static const char *source_word(enum part_source source)
{
    return source == PART_COUNTED ? "counted" : "estimated";
}

static void breakdown_table_part(struct text_table *table, const struct region_breakdown *region,
                                 unsigned p)
{
    const struct breakdown *b = &region->breakdown;
    const struct part_clocks *part = &b->parts[p];
    double truth = region->has_truth ? region->truth[p] : 0;
    if (fmax(part->clocks, truth) < LEAST_SHARE * b->all)
        return;
    text_table_add_row(table);
    text_table_cell(table, PART, "%s", b->list->parts[p].name);
    if (part->source == PART_UNKNOWN) {
        text_table_cell(table, SOURCE, "unknown");
    } else {
        text_table_cell(table, SHARE, "%.1f", 100 * part->clocks / b->all);
        text_table_cell(table, CLOCKS, "%s", number_text(part->clocks, 0));
        if (part->high - part->low > 0.5)
            text_table_cell(table, LOW_HIGH, "%s to %s", number_text(part->low, 0),
                            number_text(part->high, 0));
        text_table_cell(table, SOURCE, "%s", source_word(part->source));
    }
    if (region->has_truth)
        text_table_cell(table, TRUTH, "%.1f", 100 * truth / b->all);
}

static void breakdown_table_rest(struct text_table *table, const struct region_breakdown *region)
{
    const struct breakdown *b = &region->breakdown;
    text_table_add_row(table);
    text_table_cell(table, PART, "%s", b->list->rest);
    text_table_cell(table, SHARE, "%.1f", 100 * breakdown_unexplained(b));
    text_table_cell(table, CLOCKS, "%s", number_text(b->unexplained, 0));
    if (region->has_truth && b->list->rest_causes)
        text_table_cell(table, TRUTH, "%.1f", 100 * region->truth_rest / b->all);
}

static void breakdown_table_differences(struct text_table *table, const struct run *run,
                                        const struct region_breakdown *region)
{
    static const struct {
        const char *ablate, *text;
    } features[] = {{"branch", "prediction off"}, {"vpipe", "V pipe off"}, {"l1", "caches off"}};
    for (unsigned i = 0; i < sizeof features / sizeof features[0]; i++) {
        double ratio = breakdown_without(run, region->place, features[i].ablate);
        if (isnan(ratio))
            continue;
        text_table_add_row(table);
        text_table_cell(table, PART, "%s", features[i].text);
        text_table_cell(table, SHARE, "%+.1f", 100 * (ratio - 1));
        text_table_cell(table, CLOCKS, "%+.0f", (ratio - 1) * region->breakdown.all);
        text_table_cell(table, SOURCE, "difference");
    }
}

static void breakdown_table_notes(struct text_table *table, const struct region_breakdown *region)
{
    const struct breakdown *b = &region->breakdown;
    if (b->no_slots)
        text_table_line(table,
                        "  the part 'issue' needs the events instructions_executed and "
                        "instructions_executed_in_v_pipe");
    if (b->overlap > 0)
        text_table_line(table, "  parts overlap: their sum exceeds the region's clocks by %s",
                        number_text(b->overlap, 0));
    if (b->samples > 0)
        text_table_line(table,
                        "  executing, x87 and prefixes are estimated from %s profile samples",
                        number_text(b->samples, 0));
    if (region->has_truth)
        text_table_line(table, "  Kullback-Leibler distance from the model's account: %.3f",
                        region->distance);
}

static void breakdown_table_heading(struct text_table *table, const struct run *run,
                                    const struct region_breakdown *region)
{
    const struct breakdown *b = &region->breakdown;
    char text[200];
    text_table_line(table, "\n%s, %s   %s, ring %s%s%s   %s clocks%s%s   (%s)",
                    region->place->bench, run_region_text(region->place, text, sizeof text),
                    region->place->state, region->place->ring,
                    region->place->ablate[0] == 'n' ? "" : ", without ",
                    region->place->ablate[0] == 'n' ? "" : region->place->ablate,
                    number_text(b->all, 0), isnan(b->instructions) ? "" : ", CPI ",
                    isnan(b->instructions) ? "" : number_text(b->all / b->instructions, 2),
                    platform_name(run->platform));
}

void breakdown_tables(const struct breakdowns *breakdowns, bool colour, FILE *to)
{
    static const char *const headers[] = {"part", "%", "clocks", "95 %", "", "model, %"};
    struct text_table *table = text_table_new(COLUMNS);
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i],
                              i == PART || i == SOURCE ? TABLE_LEFT : TABLE_RIGHT);
    text_table_optional(table, TRUTH);
    for (unsigned i = 0; i < breakdowns->n; i++) {
        const struct region_breakdown *region = &breakdowns->all[i];
        breakdown_table_heading(table, breakdowns->run, region);
        for (unsigned p = 0; p < region->breakdown.list->n; p++)
            breakdown_table_part(table, region, p);
        breakdown_table_rest(table, region);
        breakdown_table_differences(table, breakdowns->run, region);
        breakdown_table_notes(table, region);
    }
    text_table_print(table, to, colour);
    text_table_free(table);
    if (family_parts_of(breakdowns->run)) {
        family_parts_explain(family_parts_of(breakdowns->run), to);
        return;
    }
    fprintf(to, "\n%s\n", breakdowns->penalties.from);
    if (breakdowns->others.profile)
        fputs(HOW_FAR, to);
    else
        fputs(
            "executing and x87 are included in 'not explained': the store has no profile of these\n"
            "benchmarks on this machine ('bareprobe run experiment=profile')\n",
            to);
}

/* ---- one line per region --------------------------------------------------------------------- */

static int breakdown_table_by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static double breakdown_table_median(double *values, unsigned n)
{
    if (!n)
        return NAN;
    qsort(values, n, sizeof *values, breakdown_table_by_value);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* Prints the part with the largest deviation from the model's account. */
static void breakdown_table_worst(struct text_table *table, const struct region_breakdown *region)
{
    const struct breakdown *b = &region->breakdown;
    unsigned most = 0;
    for (unsigned p = 0; p < b->list->n; p++)
        if (fabs(b->parts[p].clocks - region->truth[p]) >
            fabs(b->parts[most].clocks - region->truth[most]))
            most = p;
    double off = 100 * (b->parts[most].clocks - region->truth[most]) / b->all;
    if (fabs(off) >= 0.05)
        text_table_cell(table, 5, "%s %+.1f", b->list->parts[most].name, off);
}

void breakdown_table_summary(const struct breakdowns *breakdowns, bool colour, FILE *to)
{
    static const char *const headers[] = {
        "benchmark", "region", "clocks", "not explained, %", "KL", "largest error, % of clocks"};
    double *rest = allocate_zeroed((breakdowns->n + 1) * sizeof *rest);
    double *distance = allocate_zeroed((breakdowns->n + 1) * sizeof *distance);
    unsigned n_truths = 0;
    struct text_table *table = text_table_new(6);
    for (unsigned i = 0; i < 6; i++)
        text_table_set_column(table, i, headers[i], i == 0 || i == 5 ? TABLE_LEFT : TABLE_RIGHT);
    text_table_optional(table, 4);
    text_table_optional(table, 5);
    for (unsigned i = 0; i < breakdowns->n; i++) {
        const struct region_breakdown *region = &breakdowns->all[i];
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", region->place->bench);
        text_table_cell(table, 1, region->place->region == RUN_WHOLE ? "whole" : "%u",
                        region->place->region);
        text_table_cell(table, 2, "%s", number_text(region->breakdown.all, 0));
        rest[i] = 100 * breakdown_unexplained(&region->breakdown);
        text_table_cell(table, 3, "%.1f", rest[i]);
        if (!region->has_truth)
            continue;
        distance[n_truths++] = region->distance;
        text_table_cell(table, 4, "%.3f", region->distance);
        breakdown_table_worst(table, region);
    }
    text_table_add_row(table);
    text_table_cell(table, 0, "median of %u regions", breakdowns->n);
    text_table_cell(table, 3, "%.1f", breakdown_table_median(rest, breakdowns->n));
    if (n_truths)
        text_table_cell(table, 4, "%.3f", breakdown_table_median(distance, n_truths));
    text_table_print(table, to, colour);
    if (!family_parts_of(breakdowns->run))
        fprintf(to, "\n%s\n", breakdowns->penalties.from);
    text_table_free(table);
    free(rest);
    free(distance);
}
