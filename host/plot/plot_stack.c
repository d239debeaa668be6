/*
 * SPDX-License-Identifier: MIT
 * Where the clocks went, stacked: by cause, and the rest. Where causes overlap a mark on each bar
 * shows how many clocks there were.
 */
#include <math.h>
#include <stdlib.h>

#include "host/base/allocate.h"
#include "host/metrics/clock_causes.h"
#include "host/plot/plot_rows.h"
#include "host/plot/plot_script.h"
#include "host/base/text_table.h"

_Static_assert(CAUSES < PICTURE_MOST_SERIES, "a colour to each");

#define OVERLAP 1e-6 /* relative; less is rounding */

/* A row's clocks and what stands over a bar's length: instructions, or clocks / 100. */
struct sum {
    struct clocks clocks;
    double unit;
};

/* Clocks for an instruction where all rows have their instructions, else shares of the clocks. */
static bool per_instruction(struct sum *sums, unsigned n)
{
    bool instructions = true;
    for (unsigned r = 0; r < n; r++)
        instructions = instructions && sums[r].unit > 0;
    for (unsigned r = 0; r < n && !instructions; r++)
        sums[r].unit = sums[r].clocks.all / 100;
    return instructions;
}

/* One cause over all rows; where c is CAUSES, the rest. */
static void layer(FILE *script, const struct sum *sums, unsigned n, unsigned c, bool by_instruction,
                  double *from, struct bars *bars)
{
    for (unsigned r = 0; r < n; r++) {
        const struct sum *sum = &sums[r];
        double to = from[r] + clocks_by(&sum->clocks, c) / sum->unit;
        script_bar(script, bars, r, 0, 1, from[r], to, 0,
                   c == CAUSES && by_instruction ? number_text(sum->clocks.all / sum->unit, 2)
                                                 : "");
        from[r] = to;
    }
}

static void draw(FILE *script, const struct picture *picture, const struct rows *rows,
                 struct sum *sums)
{
    struct bars bars = {.data = picture->format == PICTURE_DATA};
    bool by_instruction = per_instruction(sums, rows->n);
    double *from = memory_get(rows->n * sizeof *from);
    script_bars(script, picture, rows, 1, CAUSES + 1, 3, "Where the clocks went (CPI stack)",
                by_instruction ? "clocks per instruction" : "share of all clocks, %");
    for (unsigned c = 0; c <= CAUSES; c++) {
        bool counted = c == CAUSES; /* and not 0 in all rows */
        for (unsigned r = 0; r < rows->n && !counted; r++)
            counted = sums[r].clocks.causes[c] > 0;
        if (!counted)
            continue;
        bars.names[bars.n] = causes[c].text;
        bars.colours[bars.n] = c == CAUSES ? SCRIPT_GREY : script_colour(c);
        script_series(script, &bars, bars.n++);
        layer(script, sums, rows->n, c, by_instruction, from, &bars);
    }
    for (unsigned r = 0; r < rows->n; r++)
        if (from[r] * sums[r].unit > sums[r].clocks.all * (1 + OVERLAP))
            bars.mark = "all clocks: the causes overlap";
    if (bars.mark) {
        script_marks(script, &bars);
        for (unsigned r = 0; r < rows->n; r++)
            script_mark(script, &bars, r, sums[r].clocks.all / sums[r].unit);
    }
    script_draw_bars(script, rows, &bars);
    free(from);
}

/* Drops the rows without clocks or any cause: those are no stacks. */
static unsigned keep_counted(struct rows *rows, const struct run *run, struct sum *sums)
{
    unsigned kept = 0;
    for (unsigned r = 0; r < rows->n; r++) {
        struct sum sum = {.clocks = clocks_of(run, rows->rows[r].place)};
        sum.unit = sum.clocks.instructions;
        bool any = false;
        for (unsigned c = 0; c < CAUSES; c++)
            any = any || !isnan(sum.clocks.causes[c]);
        if (!any || !(sum.clocks.all > 0))
            continue;
        rows->rows[kept] = rows->rows[r];
        sums[kept++] = sum;
    }
    return rows->n = kept;
}

static int write_stack(struct picture *picture, FILE *script)
{
    struct rows rows;
    struct selection selection = picture->selection;
    selection.event = NULL; /* a stack has its own */
    rows_find(&rows, picture->run, &selection, "count_clocks", false);
    struct sum *sums = memory_get(rows.n * sizeof *sums);
    int failed = 0;
    if (!keep_counted(&rows, picture->run, sums))
        failed = picture_refuse(picture,
                                "no selected region has count_clocks and a stall's clocks "
                                "counted; 'bareprobe run -e count_clocks,stall,"
                                "instructions_executed' does");
    else
        failed = picture_rows_fit(picture, rows.n);
    if (!failed)
        draw(script, picture, &rows, sums);
    free(sums);
    rows_free(&rows);
    return failed;
}

const struct picture_kind picture_stack = {
    "stack", "the CPI stack: clocks by cause of stall, and the rest", 1, write_stack};
