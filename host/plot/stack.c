/*
 * SPDX-License-Identifier: MIT
 * Where the clocks went, stacked: stalls by cause, and the rest, which is issue and what no event
 * counts. Causes may overlap (an AGI stall of both pipes counts twice in one clock): the rest is
 * then 0, never less, and a mark on each bar shows how many clocks there were.
 */
#include <math.h>
#include <stdlib.h>

#include "host/memory.h"
#include "host/plot/rows.h"
#include "host/plot/script.h"
#include "host/table.h"

static const struct {
    const char *event, *text;
} causes[] = {
    {"clocks_stalled_waiting_data_read", "waiting for a data read"},
    {"clocks_stalled_full_write_buffers", "full write buffers"},
    {"clocks_stalled_write_to_M_or_E_line", "write to an E or M line"},
    {"pipeline_stalled_address_generation_interlock", "address generation (AGI)"},
    {"floating_point_stalls_duration", "floating point"}, /* P55C */
};
#define CAUSES (sizeof causes / sizeof causes[0])
_Static_assert(CAUSES < PICTURE_MOST_SERIES, "a colour to each");

#define OVERLAP 1e-6 /* relative; less is rounding */

/* A row's clocks and what stands over a bar's length: instructions, or clocks / 100. */
struct sum {
    double clocks, unit;
    double causes[CAUSES]; /* NAN where it was not counted */
};

static double mean_of(const struct run *run, const struct result *place, const char *event)
{
    const struct result *result = rows_result(run, place, event, place->ablate);
    return result ? result->values.mean : NAN;
}

/* What is corrected by overhead may be a little less than 0. */
static struct sum sum_of(const struct run *run, const struct result *place)
{
    struct sum sum = {.clocks = mean_of(run, place, "count_clocks"),
                      .unit = mean_of(run, place, "instructions_executed")};
    for (unsigned c = 0; c < CAUSES; c++) {
        double clocks = mean_of(run, place, causes[c].event);
        sum.causes[c] = isnan(clocks) ? NAN : fmax(clocks, 0);
    }
    return sum;
}

/* Clocks for an instruction where all rows have their instructions, else shares of the clocks. */
static bool per_instruction(struct sum *sums, unsigned n)
{
    bool instructions = true;
    for (unsigned r = 0; r < n; r++)
        instructions = instructions && sums[r].unit > 0;
    for (unsigned r = 0; r < n && !instructions; r++)
        sums[r].unit = sums[r].clocks / 100;
    return instructions;
}

static double rest_of(const struct sum *sum)
{
    double rest = sum->clocks;
    for (unsigned c = 0; c < CAUSES; c++)
        rest -= isnan(sum->causes[c]) ? 0 : sum->causes[c];
    return fmax(rest, 0);
}

/* One cause over all rows; where c is CAUSES, the rest. */
static void layer(FILE *script, const struct sum *sums, unsigned n, unsigned c, bool by_instruction,
                  double *from, struct bars *bars)
{
    for (unsigned r = 0; r < n; r++) {
        const struct sum *sum = &sums[r];
        double clocks = c == CAUSES ? rest_of(sum) : isnan(sum->causes[c]) ? 0 : sum->causes[c];
        double to = from[r] + clocks / sum->unit;
        script_bar(script, bars, r, 0, 1, from[r], to, 0,
                   c == CAUSES && by_instruction ? number_text(sum->clocks / sum->unit, 2) : "");
        from[r] = to;
    }
}

static void draw(FILE *script, const struct picture *picture, const struct rows *rows,
                 struct sum *sums)
{
    struct bars bars = {0};
    bool by_instruction = per_instruction(sums, rows->n);
    double *from = memory_get(rows->n * sizeof *from);
    script_bars(script, picture, rows, 1, CAUSES + 1, 3, "Where the clocks went (CPI stack)",
                by_instruction ? "clocks per instruction" : "share of all clocks, %");
    for (unsigned c = 0; c <= CAUSES; c++) {
        bool counted = c == CAUSES; /* and not 0 in all rows */
        for (unsigned r = 0; r < rows->n && !counted; r++)
            counted = sums[r].causes[c] > 0;
        if (!counted)
            continue;
        bars.names[bars.n] = c == CAUSES ? "issue, and what is not counted" : causes[c].text;
        bars.colours[bars.n] = c == CAUSES ? SCRIPT_GREY : script_colour(c);
        script_series(script, bars.n++);
        layer(script, sums, rows->n, c, by_instruction, from, &bars);
    }
    for (unsigned r = 0; r < rows->n; r++)
        if (from[r] * sums[r].unit > sums[r].clocks * (1 + OVERLAP))
            bars.mark = "all clocks: the causes overlap";
    if (bars.mark) {
        script_marks(script);
        for (unsigned r = 0; r < rows->n; r++)
            script_mark(script, r, sums[r].clocks / sums[r].unit);
    }
    script_draw_bars(script, rows, &bars);
    free(from);
}

/* Drops the rows without clocks or any cause: those are no stacks. */
static unsigned keep_counted(struct rows *rows, const struct run *run, struct sum *sums)
{
    unsigned kept = 0;
    for (unsigned r = 0; r < rows->n; r++) {
        struct sum sum = sum_of(run, rows->rows[r].place);
        bool any = false;
        for (unsigned c = 0; c < CAUSES; c++)
            any = any || !isnan(sum.causes[c]);
        if (!any || !(sum.clocks > 0))
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
