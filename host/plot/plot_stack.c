/*
 * SPDX-License-Identifier: MIT
 * Where the clocks went, stacked: parts of a breakdown, put together to as many as there are
 * colours, and what is not explained. Where parts overlap a mark on each bar shows how many clocks
 * there were.
 */
#include <math.h>
#include <stdlib.h>

#include "host/base/allocate.h"
#include "host/base/text_table.h"
#include "host/breakdown/region_breakdowns.h"
#include "host/plot/breakdown_layers.h"
#include "host/plot/plot_rows.h"
#include "host/plot/plot_script.h"

#define OVERLAP 1e-6 /* relative; less is rounding */

/* A row's clocks and what stands over a bar's length: instructions, or clocks / 100. */
struct sum {
    double all, layers[LAYERS + 1]; /* the last one: what is not explained */
    double unit;
    bool no_slots;
};

/* Clocks for an instruction where all rows have their instructions, else shares of the clocks. */
static bool per_instruction(struct sum *sums, unsigned n)
{
    bool instructions = true;
    for (unsigned r = 0; r < n; r++)
        instructions = instructions && sums[r].unit > 0;
    for (unsigned r = 0; r < n && !instructions; r++)
        sums[r].unit = sums[r].all / 100;
    return instructions;
}

/* One layer over all rows; where c is LAYERS, the rest. */
static void layer(FILE *script, const struct sum *sums, unsigned n, unsigned c, bool by_instruction,
                  double *from, struct bars *bars)
{
    for (unsigned r = 0; r < n; r++) {
        const struct sum *sum = &sums[r];
        double to = from[r] + sum->layers[c] / sum->unit;
        script_bar(script, bars, r, 0, 1, from[r], to, 0,
                   c == LAYERS && by_instruction ? number_text(sum->all / sum->unit, 2) : "");
        from[r] = to;
    }
}

/* Without pairs and instructions what issue takes is in it. */
static const char *rest_name(const struct sum *sums, unsigned n)
{
    for (unsigned r = 0; r < n; r++)
        if (sums[r].no_slots)
            return "issue, and what is not explained";
    return "not explained";
}

static void draw(FILE *script, const struct picture *picture, const struct rows *rows,
                 struct sum *sums)
{
    struct bars bars = {.data = picture->format == PICTURE_DATA};
    bool by_instruction = per_instruction(sums, rows->n);
    double *from = memory_get(rows->n * sizeof *from);
    script_bars(script, picture, rows, 1, LAYERS + 1, 3, "Where the clocks went (CPI stack)",
                by_instruction ? "clocks per instruction" : "share of all clocks, %");
    for (unsigned c = 0; c <= LAYERS; c++) {
        bool counted = c == LAYERS; /* and not 0 in all rows */
        for (unsigned r = 0; r < rows->n && !counted; r++)
            counted = sums[r].layers[c] > 0;
        if (!counted)
            continue;
        bars.names[bars.n] = c == LAYERS ? rest_name(sums, rows->n) : layer_names[c];
        bars.colours[bars.n] = c == LAYERS ? SCRIPT_GREY : script_colour(c);
        script_series(script, &bars, bars.n++);
        layer(script, sums, rows->n, c, by_instruction, from, &bars);
    }
    for (unsigned r = 0; r < rows->n; r++)
        if (from[r] * sums[r].unit > sums[r].all * (1 + OVERLAP))
            bars.mark = "all clocks: the causes overlap";
    if (bars.mark) {
        script_marks(script, &bars);
        for (unsigned r = 0; r < rows->n; r++)
            script_mark(script, &bars, r, sums[r].all / sums[r].unit);
    }
    script_draw_bars(script, rows, &bars);
    free(from);
}

static const struct region_breakdown *find(const struct breakdowns *breakdowns,
                                           const struct result *place)
{
    for (unsigned i = 0; i < breakdowns->n; i++)
        if (result_same_place(breakdowns->all[i].place, place) &&
            breakdowns->all[i].place->plan == place->plan)
            return &breakdowns->all[i];
    return NULL;
}

/* Whether any part is known. */
static bool add_up(const struct breakdown *b, struct sum *sum)
{
    *sum = (struct sum){.all = b->all, .unit = b->instructions, .no_slots = b->no_slots};
    return layers_of(b, sum->layers);
}

/* Drops the rows without clocks or any part: those are no stacks. */
static unsigned keep_counted(struct rows *rows, const struct breakdowns *breakdowns,
                             struct sum *sums)
{
    unsigned kept = 0;
    for (unsigned r = 0; r < rows->n; r++) {
        const struct region_breakdown *region = find(breakdowns, rows->rows[r].place);
        if (!region || !add_up(&region->breakdown, &sums[kept]))
            continue;
        rows->rows[kept++] = rows->rows[r];
    }
    return rows->n = kept;
}

static int write_stack(struct picture *picture, FILE *script)
{
    struct rows rows;
    struct selection selection = picture->selection;
    selection.event = NULL; /* a stack has its own */
    rows_find(&rows, picture->run, &selection, "count_clocks", false);
    struct sum *sums = memory_get((rows.n + 1) * sizeof *sums);
    struct breakdowns breakdowns;
    struct breakdowns_wish wish = {
        .selection = &selection, .store = picture->store, .kernel = picture->kernel};
    int failed = 0;
    if (breakdowns_find(picture->run, &wish, &breakdowns))
        failed = picture_refuse(picture, "other runs of this box cannot be looked for");
    else if (!keep_counted(&rows, &breakdowns, sums))
        failed = picture_refuse(picture,
                                "no selected region has count_clocks and a stall's clocks "
                                "counted; 'bareprobe run -g breakdown' does");
    else
        failed = picture_rows_fit(picture, rows.n);
    if (!failed)
        draw(script, picture, &rows, sums);
    breakdowns_free(&breakdowns);
    free(sums);
    rows_free(&rows);
    return failed;
}

const struct picture_kind picture_stack = {
    "stack", "the CPI stack: clocks by cause, and what is not explained", 1, write_stack};
