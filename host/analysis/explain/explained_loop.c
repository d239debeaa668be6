/*
 * SPDX-License-Identifier: MIT
 * Divides steps into iterations, and finds the steady state: the iterations that repeat.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/explain/explained.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

#define LONGEST_PERIOD      16u
#define ITERATIONS_COMPARED 64u
#define REPEATS             3u /* times that a period must be seen */

/* Complete iterations: iteration i is the steps from at[i] to before at[i + 1]. */
struct loop_iterations {
    const struct logged_step *steps;
    unsigned *at, n;
};

static struct loop_iterations explained_loop_iterations(const struct step_log *log, uint32_t head)
{
    struct loop_iterations iterations = {.steps = log->steps};
    unsigned heads = 0;
    for (unsigned i = 0; i < log->n; i++)
        if (log->steps[i].address == head)
            *(unsigned *)allocate_element(&iterations.at, &heads, sizeof *iterations.at) = i;
    iterations.n = heads ? heads - 1 : 0;
    return iterations;
}

static unsigned iteration_steps(const struct loop_iterations *iterations, unsigned iteration)
{
    return iterations->at[iteration + 1] - iterations->at[iteration];
}

/* Returns whether two iterations are equal, clock by clock. */
static bool explained_loop_same_iteration(const struct loop_iterations *iterations, unsigned a,
                                          unsigned b)
{
    const struct logged_step *x = &iterations->steps[iterations->at[a]],
                             *y = &iterations->steps[iterations->at[b]];
    uint64_t x0 = x->from, y0 = y->from;
    unsigned n = iteration_steps(iterations, a);
    if (n != iteration_steps(iterations, b))
        return false;
    for (unsigned i = 0; i < n; i++, x++, y++)
        if (x->address != y->address || x->unit != y->unit || x->enters - x0 != y->enters - y0 ||
            x->until - x0 != y->until - y0 || memcmp(x->lost, y->lost, sizeof x->lost) != 0)
            return false;
    return true;
}

/* Returns the smallest period with which the last iterations repeat; 0 if they do not repeat. */
static unsigned explained_loop_period(const struct loop_iterations *iterations)
{
    for (unsigned period = 1; period <= LONGEST_PERIOD; period++) {
        unsigned seen = period * REPEATS > 8 ? period * REPEATS : 8;
        unsigned same = 0;
        while (same < seen && same + period < iterations->n &&
               explained_loop_same_iteration(iterations, iterations->n - 1 - same,
                                             iterations->n - 1 - same - period))
            same++;
        if (same == seen || (same && same + period == iterations->n && same >= period))
            return period;
    }
    return 0;
}

/*
 * Returns whether all steps of the iteration are in the loop: it calls no function, and the loop is
 * not left and entered again.
 */
static bool iteration_is_inside(const struct loop_iterations *iterations, unsigned iteration,
                                uint32_t head, uint32_t end)
{
    for (unsigned i = iterations->at[iteration]; i < iterations->at[iteration + 1]; i++)
        if (iterations->steps[i].address < head || iterations->steps[i].address >= end)
            return false;
    return true;
}

/*
 * Returns the most common iteration, preferably one inside the loop, and the number of equal ones
 * in *count.
 */
static unsigned explained_loop_most_common(const struct loop_iterations *iterations, uint32_t head,
                                           uint32_t end, unsigned *count)
{
    unsigned best = 0;
    bool inside = false;
    *count = 0;
    for (unsigned a = 0; a < iterations->n && a < ITERATIONS_COMPARED; a++) {
        bool is_inside = iteration_is_inside(iterations, a, head, end);
        unsigned same = 0;
        for (unsigned b = 0; b < iterations->n; b++)
            same += explained_loop_same_iteration(iterations, a, b);
        if (is_inside > inside || (is_inside == inside && same > *count)) {
            *count = same;
            best = a;
            inside = is_inside;
        }
    }
    return best;
}

/* ---- lines ----------------------------------------------------------------------------------- */

struct explained_line *explained_loop_line_at(const struct explained_loop *loop, uint32_t address)
{
    for (unsigned i = 0; i < loop->n; i++)
        if (loop->lines[i].form.insn.address == address)
            return &loop->lines[i];
    return NULL;
}

static int explained_loop_by_address(const void *a, const void *b)
{
    const struct explained_line *x = a, *y = b;
    return x->form.insn.address < y->form.insn.address
               ? -1
               : x->form.insn.address > y->form.insn.address;
}

/* Notes the instruction whose x87 result became ready just when this one entered: "st1 of fmul". */
static void explained_loop_note_wait(struct explained_line *line, const struct logged_step *steps,
                                     unsigned at, unsigned first)
{
    const struct logged_step *step = &steps[at];
    if (!step->lost[LOST_X87])
        return;
    for (unsigned back = at; back-- > first;) {
        const struct logged_step *before = &steps[back];
        if (!before->x87_ready || before->x87_ready > step->enters ||
            before->x87_ready + 1 < step->enters)
            continue;
        snprintf(line->waits_for, sizeof line->waits_for, "%.12s of %.40s", step->x87_wait,
                 before->text);
        return;
    }
    snprintf(line->waits_for, sizeof line->waits_for, "%s", step->x87_wait);
}

static void explained_loop_add_step(struct explained_loop *loop, const struct model *model,
                                    const struct logged_step *step)
{
    struct explained_line *line = explained_loop_line_at(loop, step->address);
    if (!line) {
        line = allocate_element(&loop->lines, &loop->n, sizeof *line);
        if (!model || !code_form_read(model, step->address, step->bytes, step->length, &line->form))
            line->form.insn = (struct insn){.address = step->address, .length = step->length};
        snprintf(line->text, sizeof line->text, "%s", step->text);
    }
    line->alone += step->unit == STEP_ALONE;
    line->u += step->unit == STEP_U;
    line->v += step->unit == STEP_V;
    line->clocks += (double)(step->until - step->from);
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        line->lost[i] += (double)step->lost[i];
}

/*
 * Returns the part of an interlock that is charged to the prefix. Prefixes are decoded before an
 * address is formed, so without the interlock the prefix would have taken the same clock; the
 * register is written by then.
 */
static double under_prefixes(const struct explained_line *line)
{
    double decoded = line->form.insn.timing.prefixes * (line->alone + line->u);
    double left = decoded - line->lost[LOST_PREFIX], agi = line->lost[LOST_AGI];
    return left <= 0 ? 0 : left < agi ? left : agi;
}

void explained_loop_line_causes(const struct explained_line *line, struct cause_sums *sums)
{
    const struct insn_timing *timing = &line->form.insn.timing;
    double lost[LOST_CAUSES], prefix = under_prefixes(line);
    memcpy(lost, line->lost, sizeof lost);
    lost[LOST_AGI] -= prefix;
    lost[LOST_PREFIX] += prefix;
    const struct cause_parts parts = {
        .alone = line->alone,
        .u = line->u,
        .v = line->v,
        .clocks = line->clocks,
        .lost = lost,
        .prefixed = line->form.size_prefix && timing->pairing == PAIR_PU && timing->latency == 1,
    };
    causes_add(sums, &parts);
}

void explained_loop_total(struct explained_loop *loop)
{
    loop->clocks = 0;
    loop->causes = (struct cause_sums){0};
    for (unsigned i = 0; i < loop->n; i++) {
        loop->clocks += loop->lines[i].clocks;
        explained_loop_line_causes(&loop->lines[i], &loop->causes);
    }
}

static void explained_loop_per_iteration(struct explained_loop *loop, double iterations)
{
    for (unsigned i = 0; i < loop->n; i++) {
        struct explained_line *line = &loop->lines[i];
        line->alone /= iterations;
        line->u /= iterations;
        line->v /= iterations;
        line->clocks /= iterations;
        for (unsigned k = 0; k < LOST_CAUSES; k++)
            line->lost[k] /= iterations;
    }
    explained_loop_total(loop);
}

static void explained_loop_add_iterations(struct explained_loop *loop, const struct model *model,
                                          const struct loop_iterations *iterations, unsigned from,
                                          unsigned to)
{
    unsigned first = iterations->at[from ? from - 1 : 0];
    for (unsigned i = iterations->at[from]; i < iterations->at[to]; i++)
        explained_loop_add_step(loop, model, &iterations->steps[i]);
    qsort(loop->lines, loop->n, sizeof *loop->lines, explained_loop_by_address);
    for (unsigned i = iterations->at[from]; i < iterations->at[to]; i++)
        explained_loop_note_wait(explained_loop_line_at(loop, iterations->steps[i].address),
                                 iterations->steps, i, first);
    explained_loop_per_iteration(loop, to - from);
}

static void explained_loop_store_steady(struct explained_loop *loop,
                                        const struct loop_iterations *iterations, unsigned from,
                                        unsigned period)
{
    loop->period = period;
    loop->n_steady = iterations->at[from + period] - iterations->at[from];
    loop->steady = allocate_zeroed((loop->n_steady + 1) * sizeof *loop->steady);
    memcpy(loop->steady, &iterations->steps[iterations->at[from]],
           loop->n_steady * sizeof *loop->steady);
}

int explained_loop_make(struct explained_loop *loop, const struct model *model,
                        const struct step_log *log, uint32_t head, uint32_t end)
{
    struct loop_iterations iterations = explained_loop_iterations(log, head);
    unsigned period, same;
    *loop = (struct explained_loop){.share = 1};
    if (!iterations.n) {
        message_print(
            "the loop at %08x was left before its second iteration: no complete iteration to "
            "explain",
            head);
        free(iterations.at);
        return -1;
    }
    period = explained_loop_period(&iterations);
    if (period) {
        explained_loop_store_steady(loop, &iterations, iterations.n - period, period);
        explained_loop_add_iterations(loop, model, &iterations, iterations.n - period,
                                      iterations.n);
    } else {
        unsigned iteration = explained_loop_most_common(&iterations, head, end, &same);
        explained_loop_store_steady(loop, &iterations, iteration, 1);
        loop->share = (double)same / iterations.n;
        explained_loop_add_iterations(loop, model, &iterations, 0, iterations.n);
    }
    loop->first = head;
    if (loop->n) {
        const struct insn *last = &loop->lines[loop->n - 1].form.insn;
        loop->end = last->address + last->length;
    }
    free(iterations.at);
    return 0;
}

void explained_loop_free(struct explained_loop *loop)
{
    free(loop->lines);
    free(loop->steady);
    free(loop->changes);
    *loop = (struct explained_loop){0};
}

void explained_loop_note(struct explained_line *line, const char *format, ...)
{
    va_list arguments;
    if (line->n_notes == EXPLAIN_NOTES)
        return;
    va_start(arguments, format);
    vsnprintf(line->notes[line->n_notes++], EXPLAIN_NOTE, format, arguments);
    va_end(arguments);
}
