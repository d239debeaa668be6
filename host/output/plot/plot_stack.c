/*
 * SPDX-License-Identifier: MIT
 * Picture of a breakdown as stacked bars: clocks by cause, grouped into one layer per colour, and
 * the unexplained clocks. If causes overlap, a mark on the bar shows the total. A row of
 * two runs has two bars in shares of the first run's clocks, so that the change of each layer is
 * the gain by its cause.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/analysis/breakdown/region_breakdowns.h"
#include "host/base/number_text.h"
#include "host/output/plot/breakdown_layers.h"
#include "host/output/plot/plot_rows.h"
#include "host/output/plot/plot_script.h"

#define OVERLAP 1e-6 /* relative; below it is rounding */

/* A row's clocks, and the unit that bars are divided by: instructions, or clocks / 100. */
struct stack_sum {
    double all, layers[LAYERS + 1]; /* the last one: unexplained */
    double unit;
    bool no_slots;
};

/* The sums of all rows, for one or two runs. */
struct stacks {
    struct stack_sum *sums[2];
    unsigned runs, n;
};

/* The unit for two runs is the first run's clocks. For one run, bars are in clocks per instruction
 * if all rows have instruction counts, else in shares of the clocks. */
static bool plot_stack_per_instruction(struct stacks *stacks)
{
    struct stack_sum *first = stacks->sums[0];
    bool instructions = stacks->runs == 1;
    for (unsigned r = 0; r < stacks->n; r++)
        instructions = instructions && first[r].unit > 0;
    for (unsigned r = 0; r < stacks->n && !instructions; r++)
        for (unsigned k = 0; k < stacks->runs; k++)
            stacks->sums[k][r].unit = first[r].all / 100;
    return instructions;
}

/* Returns the text after a bar: "2.00", or with two runs "A: 1,000 clocks", "B: 800 clocks, -20.0
 * %". */
static const char *plot_stack_end_text(const struct stacks *stacks, unsigned run, unsigned row,
                                       bool by_instruction, char text[80])
{
    const struct stack_sum *sum = &stacks->sums[run][row];
    double before = stacks->sums[0][row].all, change = 100 * (sum->all - before) / before;
    *text = 0;
    if (run)
        snprintf(text, 80, "B: %s clocks, %+.1f %%", number_text(sum->all, 0),
                 fabs(change) < 0.05 ? 0 : change); /* not -0.0 */
    else if (stacks->runs == 2)
        snprintf(text, 80, "A: %s clocks", number_text(sum->all, 0));
    else if (by_instruction)
        snprintf(text, 80, "%s", number_text(sum->all / sum->unit, 2));
    return text;
}

/* Draws one layer of all rows; c = LAYERS is the rest. from: where each bar ends so far. */
static void plot_stack_layer(FILE *script, const struct stacks *stacks, unsigned c,
                             bool by_instruction, double *from, struct bars *bars)
{
    char text[80];
    for (unsigned r = 0; r < stacks->n; r++)
        for (unsigned k = 0; k < stacks->runs; k++) {
            const struct stack_sum *sum = &stacks->sums[k][r];
            double *at = &from[stacks->runs * r + k], to = *at + sum->layers[c] / sum->unit;
            script_bar(script, bars, r, k, stacks->runs, *at, to, 0,
                       c == LAYERS ? plot_stack_end_text(stacks, k, r, by_instruction, text) : "");
            *at = to;
        }
}

/* Without counts of pairs and instructions, issue is part of the rest. */
static const char *rest_name(const struct stacks *stacks)
{
    for (unsigned k = 0; k < stacks->runs; k++)
        for (unsigned r = 0; r < stacks->n; r++)
            if (stacks->sums[k][r].no_slots)
                return "issue and not explained";
    return "not explained";
}

/* Returns whether the layer is above 0 in any bar. */
static bool plot_stack_is_counted(const struct stacks *stacks, unsigned c)
{
    for (unsigned k = 0; k < stacks->runs; k++)
        for (unsigned r = 0; r < stacks->n; r++)
            if (stacks->sums[k][r].layers[c] > 0)
                return true;
    return false;
}

static bool plot_stack_overlaps(const struct stacks *stacks)
{
    for (unsigned k = 0; k < stacks->runs; k++)
        for (unsigned r = 0; r < stacks->n; r++) {
            double sum = 0;
            for (unsigned c = 0; c <= LAYERS; c++)
                sum += stacks->sums[k][r].layers[c];
            if (sum > stacks->sums[k][r].all * (1 + OVERLAP))
                return true;
        }
    return false;
}

/* A mark fits only if a row has a single bar. */
static void plot_stack_mark_overlaps(FILE *script, const struct stacks *stacks, struct bars *bars)
{
    if (stacks->runs != 1 || !plot_stack_overlaps(stacks))
        return;
    bars->mark = "all clocks: the causes overlap";
    script_marks(script, bars);
    for (unsigned r = 0; r < stacks->n; r++)
        script_mark(script, bars, r, stacks->sums[0][r].all / stacks->sums[0][r].unit);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void plot_stack_draw(FILE *script, const struct picture *picture,
                            const struct plot_rows *rows, struct stacks *stacks)
{
    struct bars bars = {.data = picture->format == PICTURE_DATA};
    bool by_instruction = plot_stack_per_instruction(stacks);
    double *from = allocate_zeroed(stacks->runs * rows->n * sizeof *from);
    char title[160] = "Clocks by cause (CPI stack)";
    if (stacks->runs == 2)
        snprintf(title, sizeof title, "Clocks by cause: A (%.50s) above B (%.50s)",
                 base_name(picture->run->source), base_name(picture->other->source));
    script_bars(script, picture, rows, stacks->runs, LAYERS + 1, 3, title,
                stacks->runs == 2 ? "clocks, % of A's"
                : by_instruction  ? "clocks per instruction"
                                  : "share of all clocks, %");
    for (unsigned c = 0; c <= LAYERS; c++) {
        if (c < LAYERS && !plot_stack_is_counted(stacks, c))
            continue;
        bars.names[bars.n] = c == LAYERS ? rest_name(stacks) : layer_names[c];
        bars.colours[bars.n] = c == LAYERS ? SCRIPT_GREY : script_colour(c);
        script_series(script, &bars, bars.n++);
        plot_stack_layer(script, stacks, c, by_instruction, from, &bars);
    }
    plot_stack_mark_overlaps(script, stacks, &bars);
    script_draw_bars(script, rows, &bars);
    free(from);
}

static const struct region_breakdown *plot_stack_find_region(const struct breakdowns *breakdowns,
                                                             const struct result *place, bool own)
{
    for (unsigned i = 0; i < breakdowns->n; i++)
        if (result_same_place(breakdowns->all[i].place, place) &&
            (!own || breakdowns->all[i].place->plan == place->plan))
            return &breakdowns->all[i];
    return NULL;
}

/* Returns whether any part is known. */
static bool plot_stack_set_sum(const struct breakdown *b, struct stack_sum *sum)
{
    *sum = (struct stack_sum){.all = b->all, .unit = b->instructions, .no_slots = b->no_slots};
    return breakdown_layers_of(b, sum->layers);
}

/* Drops the rows that have no clocks or no part in either run. */
static unsigned plot_stack_filter_rows(struct plot_rows *rows, const struct breakdowns *breakdowns,
                                       struct stacks *stacks)
{
    unsigned kept = 0;
    for (unsigned r = 0; r < rows->n; r++) {
        bool counted = true;
        for (unsigned k = 0; k < stacks->runs && counted; k++) {
            const struct region_breakdown *region =
                plot_stack_find_region(&breakdowns[k], rows->rows[r].place, k == 0);
            counted = region && plot_stack_set_sum(&region->breakdown, &stacks->sums[k][kept]);
        }
        if (counted)
            rows->rows[kept++] = rows->rows[r];
    }
    return stacks->n = rows->n = kept;
}

static int plot_stack_breakdowns(struct picture *picture, const struct result_selection *selection,
                                 struct breakdowns breakdowns[2])
{
    const struct breakdown_options options = {
        .selection = selection, .store = picture->store, .kernel = picture->kernel};
    if (region_breakdowns_find(picture->run, &options, &breakdowns[0]) ||
        (picture->other && region_breakdowns_find(picture->other, &options, &breakdowns[1])))
        return picture_refuse(picture, "cannot look up other runs of this machine");
    return 0;
}

static int plot_stack_write(struct picture *picture, FILE *script)
{
    struct plot_rows rows;
    struct result_selection selection = picture->selection;
    selection.event = NULL; /* the stack selects its own events */
    plot_rows_find(&rows, picture->run, &selection, "count_clocks", false);
    struct stacks stacks = {.runs = picture->other ? 2 : 1};
    for (unsigned k = 0; k < stacks.runs; k++)
        stacks.sums[k] = allocate_zeroed((rows.n + 1) * sizeof *stacks.sums[k]);
    struct breakdowns breakdowns[2] = {0};
    int failed = plot_stack_breakdowns(picture, &selection, breakdowns);
    if (!failed && !plot_stack_filter_rows(&rows, breakdowns, &stacks))
        failed = picture_refuse(picture,
                                "no selected region has counts of count_clocks and of a stall's "
                                "clocks%s; use 'bareprobe run -g breakdown' on a Pentium",
                                picture->other ? " in both runs" : "");
    if (!failed)
        failed = picture_rows_fit(picture, rows.n);
    if (!failed)
        plot_stack_draw(script, picture, &rows, &stacks);
    if (!failed && picture->other && plot_stack_overlaps(&stacks))
        picture->note = allocate_copy("if causes overlap, a bar is longer than its clocks\n");
    for (unsigned k = 0; k < stacks.runs; k++) {
        region_breakdowns_free(&breakdowns[k]);
        free(stacks.sums[k]);
    }
    plot_rows_free(&rows);
    return failed;
}

const struct picture_kind picture_stack = {
    "stack", "the CPI stack: clocks by cause, and clocks not explained", 1, plot_stack_write};
