/*
 * SPDX-License-Identifier: MIT
 * Prints the distances between the stalls of two runs.
 */
#include <math.h>
#include <string.h>

#include "host/analysis/breakdown/stall_distances.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/sampled_run.h"

enum { SOURCE, BEFORE, AFTER, DISTANCE, COLUMNS };

static void stall_distance_heading(struct text_table *table,
                                   const struct stall_comparison *comparison)
{
    const struct sampling *before = comparison->before, *after = comparison->after;
    const bool state = strcmp(before->state, after->state) != 0;
    const bool ablate = strcmp(before->ablate, after->ablate) != 0;
    text_table_line(table, "\n%s   %s%s%s%s%s%s   %u rounds of %s instructions", before->bench,
                    before->state, state ? " and " : "", state ? after->state : "",
                    ablate ? ", all on and without " : "", ablate ? after->ablate : "",
                    ablate || before->ablate[0] == 'n' ? "" : ", part of the processor off",
                    comparison->rounds, number_text(comparison->instructions, 0));
}

static void stall_distance_row(struct text_table *table, const struct stall_distance *distance)
{
    text_table_add_row(table);
    text_table_cell(table, SOURCE, "%s", distance->name);
    text_table_cell(table, BEFORE, "%s%s", number_text(distance->before, 0),
                    distance->before < 0 ? SAMPLED_IMPOSSIBLE : "");
    text_table_cell(table, AFTER, "%s%s", number_text(distance->after, 0),
                    distance->after < 0 ? SAMPLED_IMPOSSIBLE : "");
    if (isnan(distance->distance))
        text_table_cell(table, DISTANCE, "N/A");
    else
        text_table_cell(table, DISTANCE, "%.2f%s", distance->distance,
                        distance->replaced ? "*" : "");
}

void stall_distance_tables(const struct stall_comparisons *found, bool colour, FILE *to)
{
    static const char *const headers[] = {"source", "before", "after", "KL"};
    bool rare = false, replaced = false, impossible = false;
    struct text_table *table = text_table_new(COLUMNS);
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i], i == SOURCE ? TABLE_LEFT : TABLE_RIGHT);
    for (unsigned i = 0; i < found->n; i++) {
        const struct stall_comparison *comparison = &found->all[i];
        stall_distance_heading(table, comparison);
        for (unsigned d = 0; d < comparison->n; d++) {
            stall_distance_row(table, &comparison->all[d]);
            rare |= isnan(comparison->all[d].distance);
            replaced |= !isnan(comparison->all[d].distance) && comparison->all[d].replaced;
            impossible |= comparison->all[d].before < 0 || comparison->all[d].after < 0;
        }
        if (!isnan(comparison->parts_distance))
            text_table_line(table, "  distance of the shares of these sources: %.3f",
                            comparison->parts_distance);
    }
    text_table_print(table, to, colour);
    text_table_free(table);
    fputs(
        "\nbefore, after: clocks of all rounds, or counts of an event\n"
        "KL: Kullback-Leibler distance of the source's distribution over the rounds, in nats\n",
        to);
    if (rare)
        fputs("N/A: less than one clock or event in 10,000 instructions in one of the runs\n", to);
    if (replaced)
        fputs("*: rounds with nothing after count as half a clock or event\n", to);
    if (impossible)
        fputs(SAMPLED_IMPOSSIBLE_NOTE, to);
}

void stall_distance_csv(const struct stall_comparisons *found, FILE *to)
{
    fputs(
        "benchmark,state before,state after,ablate before,ablate after,rounds,instructions,source,"
        "before,after,kl,replaced\n",
        to);
    for (unsigned i = 0; i < found->n; i++)
        for (unsigned d = 0; d < found->all[i].n; d++) {
            const struct stall_comparison *c = &found->all[i];
            const struct stall_distance *distance = &c->all[d];
            fprintf(to, "%s,%s,%s,%s,%s,%u,%.0f,%s,%.3f,%.3f,", c->before->bench, c->before->state,
                    c->after->state, c->before->ablate, c->after->ablate, c->rounds,
                    c->instructions, distance->name, distance->before, distance->after);
            if (!isnan(distance->distance))
                fprintf(to, "%.6f", distance->distance);
            fprintf(to, ",%u\n", distance->replaced);
        }
}
