/*
 * SPDX-License-Identifier: MIT
 * Builds the cells of a diagram from steps. A pair executes from the clock in which it enters until
 * its V half is done. Clocks lost before an instruction enters, and clocks lost after it by its
 * accesses and its branch, are waits.
 */
#include "host/analysis/explain/diagram.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

enum { LANE_U, LANE_V, LANE_X87, X87_MOST = 6 };

struct diagram_maker {
    struct diagram *diagram;
    uint64_t zero; /* the clock that has number 0 */
    unsigned x87_lanes;
    uint64_t x87_busy[X87_MOST];
};

static struct diagram_cell *diagram_add_cell(struct diagram_maker *maker, unsigned lane,
                                             uint64_t from, uint64_t until, enum diagram_kind kind,
                                             const struct logged_step *step)
{
    struct diagram *diagram = maker->diagram;
    if (until <= from)
        return NULL;
    struct diagram_cell *cell = allocate_element(&diagram->cells, &diagram->n, sizeof *cell);
    *cell = (struct diagram_cell){.lane = lane,
                                  .from = (unsigned)(from - maker->zero),
                                  .until = (unsigned)(until - maker->zero),
                                  .kind = kind,
                                  .address = step->address};
    if (kind != DIAGRAM_WAITS)
        snprintf(cell->text, sizeof cell->text, "%.*s", (int)strcspn(step->text, " "), step->text);
    return cell;
}

/*
 * Returns whether clocks of this cause are lost after the instruction executes: by its accesses or
 * its branch.
 */
static bool diagram_lost_after(enum lost cause)
{
    return cause == LOST_READ_MISS || cause == LOST_WRITE_BUFFER || cause == LOST_BANK ||
           cause == LOST_MISALIGNED || cause == LOST_LOCK || cause == LOST_MISPREDICT ||
           cause == LOST_IO || cause == LOST_ENTRY || cause == LOST_HALTED || cause == LOST_TLB;
}

/* Returns a word that is short enough for the width of a clock. */
static const char *wait_word(enum lost cause)
{
    return cause == LOST_MISPREDICT   ? "mispr"
           : cause == LOST_MISALIGNED ? "misal"
                                      : stall_cause_names[cause];
}

static uint64_t diagram_add_waits(struct diagram_maker *maker, const struct logged_step *step,
                                  bool after, uint64_t from)
{
    for (unsigned i = 0; i < LOST_CAUSES; i++) {
        if (!step->lost[i] || diagram_lost_after((enum lost)i) != after)
            continue;
        struct diagram_cell *cell =
            diagram_add_cell(maker, 0, from, from + step->lost[i], DIAGRAM_WAITS, step);
        if (cell)
            snprintf(cell->text, sizeof cell->text, "%s", wait_word((enum lost)i));
        from += step->lost[i];
    }
    return from;
}

static uint64_t diagram_clocks_after(const struct logged_step *step)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        sum += diagram_lost_after((enum lost)i) ? step->lost[i] : 0;
    return sum;
}

static void diagram_add_x87(struct diagram_maker *maker, const struct explained_loop *loop,
                            const struct logged_step *step)
{
    const struct explained_line *line = explained_loop_line_at(loop, step->address);
    const struct x87_timing *x87 = line ? &line->form.insn.timing.x87 : NULL;
    unsigned lane = 0;
    if (!step->x87_ready || !x87 || (!x87->writes && x87->stack >= 0) ||
        !strcmp(line->form.mnemonic, "fxch"))
        return;
    while (lane + 1 < X87_MOST && maker->x87_busy[lane] > step->enters)
        lane++;
    maker->x87_busy[lane] = step->x87_ready;
    if (lane >= maker->x87_lanes)
        maker->x87_lanes = lane + 1;
    diagram_add_cell(maker, LANE_X87 + lane, step->enters, step->x87_ready, DIAGRAM_X87, step);
}

/*
 * Adds a unit: one instruction, or both halves of a pair; steps[1] is then the second half. Returns
 * the number of steps.
 */
static unsigned diagram_add_unit(struct diagram_maker *maker, const struct explained_loop *loop,
                                 const struct logged_step *steps, unsigned left)
{
    bool pair = left > 1 && steps[0].unit == STEP_U && steps[1].unit == STEP_V;
    const struct logged_step *last = &steps[pair];
    uint64_t after = diagram_clocks_after(&steps[0]) + (pair ? diagram_clocks_after(last) : 0);
    uint64_t executed = last->until - after;
    uint64_t at = diagram_add_waits(maker, &steps[0], false, steps[0].from);
    if (executed < steps[0].enters)
        executed = steps[0].enters;
    if (at > steps[0].enters)
        at = steps[0].enters;
    diagram_add_cell(maker, LANE_U, steps[0].enters, executed, DIAGRAM_EXECUTES, &steps[0]);
    diagram_add_x87(maker, loop, &steps[0]);
    if (pair)
        diagram_add_cell(maker, LANE_V, steps[0].enters, executed, DIAGRAM_EXECUTES, last);
    at = diagram_add_waits(maker, &steps[0], true, executed);
    if (pair) {
        at = diagram_add_waits(maker, last, false, at);
        diagram_add_waits(maker, last, true, at);
    }
    return 1 + pair;
}

static void diagram_name_lanes(struct diagram_maker *maker)
{
    struct diagram *diagram = maker->diagram;
    bool waits_at_all = false;
    for (unsigned i = 0; i < diagram->n; i++)
        if (diagram->cells[i].kind == DIAGRAM_WAITS) {
            diagram->cells[i].lane = LANE_X87 + maker->x87_lanes;
            waits_at_all = true;
        }
    diagram->lanes = LANE_X87 + maker->x87_lanes + waits_at_all;
    diagram->names = allocate_zeroed(diagram->lanes * sizeof *diagram->names);
    snprintf(diagram->names[LANE_U], sizeof *diagram->names, "U");
    snprintf(diagram->names[LANE_V], sizeof *diagram->names, "V");
    if (maker->x87_lanes)
        snprintf(diagram->names[LANE_X87], sizeof *diagram->names, "x87");
    if (waits_at_all)
        snprintf(diagram->names[diagram->lanes - 1], sizeof *diagram->names, "waits");
}

/*
 * Removes the parts of cells before the beginning of the first iteration and after the end of the
 * last.
 */
static void diagram_cut(struct diagram *diagram, unsigned begin, unsigned end)
{
    unsigned n = 0;
    for (unsigned i = 0; i < diagram->n; i++) {
        struct diagram_cell cell = diagram->cells[i];
        if (cell.until <= begin)
            continue;
        cell.goes_on = cell.from < begin;
        cell.from = cell.goes_on ? 0 : cell.from - begin;
        cell.until = (cell.until < end ? cell.until : end) - begin;
        if (cell.from < cell.until)
            diagram->cells[n++] = cell;
    }
    diagram->n = n;
    diagram->clocks = end - begin;
}

/* Moves the steps `clocks` clocks later. */
static void diagram_shift_steps(struct logged_step *steps, unsigned n, uint64_t clocks)
{
    for (unsigned i = 0; i < n; i++) {
        steps[i].from += clocks;
        steps[i].enters += clocks;
        steps[i].until += clocks;
        steps[i].x87_ready += steps[i].x87_ready ? clocks : 0;
    }
}

void diagram_make(struct diagram *diagram, const struct explained_loop *loop, unsigned iterations)
{
    struct logged_step *steps = allocate_zeroed((loop->n_steady + 1) * sizeof *steps);
    struct diagram_maker maker = {.diagram = diagram};
    unsigned times = (iterations + loop->period - 1) / loop->period;
    *diagram = (struct diagram){0};
    memcpy(steps, loop->steady, loop->n_steady * sizeof *steps);
    maker.zero = steps[0].from;
    uint64_t length = steps[loop->n_steady - 1].until - steps[0].from;
    /* The steady state is drawn once more, before the first clock, for cells that begin there. */
    for (unsigned time = 0; time < 1 + (times ? times : 1); time++) {
        for (unsigned i = 0; i < loop->n_steady;) {
            if (time && steps[i].address == loop->first)
                *(unsigned *)allocate_element(&diagram->iteration_at, &diagram->iterations,
                                              sizeof(unsigned)) =
                    (unsigned)(steps[i].from - maker.zero - length);
            i += diagram_add_unit(&maker, loop, &steps[i], loop->n_steady - i);
        }
        diagram_shift_steps(steps, loop->n_steady, length);
    }
    diagram_cut(diagram, (unsigned)length, (unsigned)(steps[0].from - maker.zero));
    diagram_name_lanes(&maker);
    free(steps);
}

void diagram_free(struct diagram *diagram)
{
    free(diagram->iteration_at);
    free(diagram->names);
    free(diagram->cells);
    *diagram = (struct diagram){0};
}
