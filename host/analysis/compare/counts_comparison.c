/*
 * SPDX-License-Identifier: MIT
 * Prints a comparison with events as rows, as the thesis's Table 5.6: the counts before and after
 * with their intervals, and the difference.
 */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "host/analysis/compare/effects.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/output/event_tables/event_grid.h"

enum { BEFORE, AFTER, DIFFERENCE };

static void counts_comparison_set(struct event_grid *grid, unsigned row, unsigned column,
                                  double value, double half_width, bool has_interval)
{
    unsigned decimals = fabs(value) < 1 && value != 0 ? 3 : 1;
    if (has_interval)
        event_grid_set_mean(grid, row, column, number_text(value, decimals),
                            number_text(half_width, decimals));
    else
        event_grid_set_text(grid, row, column, number_text(value, decimals));
}

static void counts_comparison_add(struct event_grid *grid, const struct result_pair *pair)
{
    const struct values *a = &pair->a->values, *b = &pair->b->values;
    bool suspect = pair->a->suspect || pair->b->suspect;
    char name[EFFECT_BYTES];
    snprintf(name, sizeof name, "%s%s", suspect ? "(suspect) " : "", pair->a->event);
    unsigned row = event_grid_add_row(grid, name);
    counts_comparison_set(grid, row, BEFORE, a->mean, a->ci, a->n > 1);
    counts_comparison_set(grid, row, AFTER, b->mean, b->ci, b->n > 1);
    counts_comparison_set(grid, row, DIFFERENCE, pair->difference.change,
                          pair->difference.half_width, isfinite(pair->difference.half_width));
}

static bool counts_comparison_same_table(const struct result *a, const struct result *b)
{
    return a->bench == b->bench && a->region == b->region && !strcmp(a->ring, b->ring) &&
           !strcmp(a->state, b->state) && !strcmp(a->ablate, b->ablate);
}

static void counts_comparison_title(const struct result_pair *pair, FILE *to)
{
    const struct effect effect = {.pair = pair};
    char bench[EFFECT_BYTES], where[EFFECT_BYTES];
    fprintf(to, "\n%s, %s\n", effect_bench(&effect, bench), effect_where(&effect, where));
}

void counts_comparison_write(const struct comparison *comparison, FILE *to, bool colour)
{
    static const char *const headers[] = {"before", "after", "difference"};
    const struct result_pairs *pairs = comparison->pairs;
    comparison_machine("before  ", comparison->a, to);
    comparison_machine("after   ", comparison->b, to);
    comparison_note_compilers(comparison, to);
    for (unsigned from = 0, end; from < pairs->n; from = end) {
        struct event_grid *grid = event_grid_new("event");
        for (unsigned c = 0; c <= DIFFERENCE; c++)
            event_grid_add_column(grid, headers[c]);
        for (end = from; end < pairs->n &&
                         counts_comparison_same_table(pairs->pairs[from].a, pairs->pairs[end].a);
             end++)
            if (pairs->pairs[end].kind == OF_RESULTS)
                counts_comparison_add(grid, &pairs->pairs[end]);
        if (pairs->pairs[from].kind != OF_RESULTS) {
            event_grid_free(grid);
            continue;
        }
        if (from || end < pairs->n)
            counts_comparison_title(&pairs->pairs[from], to);
        else
            fputc('\n', to);
        event_grid_print(grid, terminal_width(STDOUT_FILENO), colour, to);
        event_grid_free(grid);
    }
    fputc('\n', to);
    effects_summary(comparison->effects, pairs, to);
}
