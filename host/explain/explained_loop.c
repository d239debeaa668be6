/*
 * SPDX-License-Identifier: MIT
 * Divides steps into iterations, and finds the steady state: the iterations that repeat.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/explain/explained.h"

#define LONGEST_PERIOD 16u
#define TURNS_COMPARED 64u
#define REPEATS        3u /* times that a period must be seen */

/* Complete iterations: iteration i is the steps from at[i] to before at[i + 1]. */
struct turns {
    const struct step *steps;
    unsigned *at, n;
};

static struct turns turns_find(const struct step_log *log, uint32_t head)
{
    struct turns turns = {.steps = log->steps};
    unsigned heads = 0;
    for (unsigned i = 0; i < log->n; i++)
        if (log->steps[i].address == head)
            *(unsigned *)memory_add(&turns.at, &heads, sizeof *turns.at) = i;
    turns.n = heads ? heads - 1 : 0;
    return turns;
}

static unsigned turn_steps(const struct turns *turns, unsigned turn)
{
    return turns->at[turn + 1] - turns->at[turn];
}

/* Returns whether two iterations are equal, clock by clock. */
static bool turns_equal(const struct turns *turns, unsigned a, unsigned b)
{
    const struct step *x = &turns->steps[turns->at[a]], *y = &turns->steps[turns->at[b]];
    uint64_t x0 = x->from, y0 = y->from;
    unsigned n = turn_steps(turns, a);
    if (n != turn_steps(turns, b))
        return false;
    for (unsigned i = 0; i < n; i++, x++, y++)
        if (x->address != y->address || x->unit != y->unit || x->enters - x0 != y->enters - y0 ||
            x->until - x0 != y->until - y0 || memcmp(x->lost, y->lost, sizeof x->lost) != 0)
            return false;
    return true;
}

/* Returns the smallest period with which the last iterations repeat; 0 if they do not repeat. */
static unsigned period_of(const struct turns *turns)
{
    for (unsigned period = 1; period <= LONGEST_PERIOD; period++) {
        unsigned seen = period * REPEATS > 8 ? period * REPEATS : 8;
        unsigned same = 0;
        while (same < seen && same + period < turns->n &&
               turns_equal(turns, turns->n - 1 - same, turns->n - 1 - same - period))
            same++;
        if (same == seen || (same && same + period == turns->n && same >= period))
            return period;
    }
    return 0;
}

/*
 * Returns whether all steps of the iteration are in the loop: it calls no function, and the loop is
 * not left and entered again.
 */
static bool turn_is_inside(const struct turns *turns, unsigned turn, uint32_t head, uint32_t end)
{
    for (unsigned i = turns->at[turn]; i < turns->at[turn + 1]; i++)
        if (turns->steps[i].address < head || turns->steps[i].address >= end)
            return false;
    return true;
}

/*
 * Returns the most common iteration, preferably one inside the loop, and the number of equal ones
 * in *count.
 */
static unsigned commonest(const struct turns *turns, uint32_t head, uint32_t end, unsigned *count)
{
    unsigned best = 0;
    bool inside = false;
    *count = 0;
    for (unsigned a = 0; a < turns->n && a < TURNS_COMPARED; a++) {
        bool is_inside = turn_is_inside(turns, a, head, end);
        unsigned same = 0;
        for (unsigned b = 0; b < turns->n; b++)
            same += turns_equal(turns, a, b);
        if (is_inside > inside || (is_inside == inside && same > *count)) {
            *count = same;
            best = a;
            inside = is_inside;
        }
    }
    return best;
}

/* ---- lines ----------------------------------------------------------------------------------- */

struct explained_line *explained_line_at(const struct explained_loop *loop, uint32_t address)
{
    for (unsigned i = 0; i < loop->n; i++)
        if (loop->lines[i].form.insn.address == address)
            return &loop->lines[i];
    return NULL;
}

static int by_address(const void *a, const void *b)
{
    const struct explained_line *x = a, *y = b;
    return x->form.insn.address < y->form.insn.address
               ? -1
               : x->form.insn.address > y->form.insn.address;
}

/* Notes the instruction whose x87 result became ready just when this one entered: "st1 of fmul". */
static void note_wait(struct explained_line *line, const struct step *steps, unsigned at,
                      unsigned first)
{
    const struct step *step = &steps[at];
    if (!step->lost[LOST_X87])
        return;
    for (unsigned back = at; back-- > first;) {
        const struct step *before = &steps[back];
        if (!before->x87_ready || before->x87_ready > step->enters ||
            before->x87_ready + 1 < step->enters)
            continue;
        snprintf(line->waits_for, sizeof line->waits_for, "%.12s of %.40s", step->x87_wait,
                 before->text);
        return;
    }
    snprintf(line->waits_for, sizeof line->waits_for, "%s", step->x87_wait);
}

static void add_step(struct explained_loop *loop, const struct model *model,
                     const struct step *step)
{
    struct explained_line *line = explained_line_at(loop, step->address);
    if (!line) {
        line = memory_add(&loop->lines, &loop->n, sizeof *line);
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

void explained_line_causes(const struct explained_line *line, struct cause_sums *sums)
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
        explained_line_causes(&loop->lines[i], &loop->causes);
    }
}

static void per_turn(struct explained_loop *loop, double turns)
{
    for (unsigned i = 0; i < loop->n; i++) {
        struct explained_line *line = &loop->lines[i];
        line->alone /= turns;
        line->u /= turns;
        line->v /= turns;
        line->clocks /= turns;
        for (unsigned k = 0; k < LOST_CAUSES; k++)
            line->lost[k] /= turns;
    }
    explained_loop_total(loop);
}

static void take_turns(struct explained_loop *loop, const struct model *model,
                       const struct turns *turns, unsigned from, unsigned to)
{
    unsigned first = turns->at[from ? from - 1 : 0];
    for (unsigned i = turns->at[from]; i < turns->at[to]; i++)
        add_step(loop, model, &turns->steps[i]);
    qsort(loop->lines, loop->n, sizeof *loop->lines, by_address);
    for (unsigned i = turns->at[from]; i < turns->at[to]; i++)
        note_wait(explained_line_at(loop, turns->steps[i].address), turns->steps, i, first);
    per_turn(loop, to - from);
}

static void keep_steady(struct explained_loop *loop, const struct turns *turns, unsigned from,
                        unsigned period)
{
    loop->period = period;
    loop->n_steady = turns->at[from + period] - turns->at[from];
    loop->steady = memory_get((loop->n_steady + 1) * sizeof *loop->steady);
    memcpy(loop->steady, &turns->steps[turns->at[from]], loop->n_steady * sizeof *loop->steady);
}

int explained_loop_make(struct explained_loop *loop, const struct model *model,
                        const struct step_log *log, uint32_t head, uint32_t end)
{
    struct turns turns = turns_find(log, head);
    unsigned period, same;
    *loop = (struct explained_loop){.share = 1};
    if (!turns.n) {
        say("the loop at %08x was left before its second iteration: no complete iteration to "
            "explain",
            head);
        free(turns.at);
        return -1;
    }
    period = period_of(&turns);
    if (period) {
        keep_steady(loop, &turns, turns.n - period, period);
        take_turns(loop, model, &turns, turns.n - period, turns.n);
    } else {
        unsigned turn = commonest(&turns, head, end, &same);
        keep_steady(loop, &turns, turn, 1);
        loop->share = (double)same / turns.n;
        take_turns(loop, model, &turns, 0, turns.n);
    }
    loop->first = head;
    if (loop->n) {
        const struct insn *last = &loop->lines[loop->n - 1].form.insn;
        loop->end = last->address + last->length;
    }
    free(turns.at);
    return 0;
}

void explained_loop_free(struct explained_loop *loop)
{
    free(loop->lines);
    free(loop->steady);
    free(loop->changes);
    *loop = (struct explained_loop){0};
}

void explain_note(struct explained_line *line, const char *format, ...)
{
    va_list arguments;
    if (line->n_notes == EXPLAIN_NOTES)
        return;
    va_start(arguments, format);
    vsnprintf(line->notes[line->n_notes++], EXPLAIN_NOTE, format, arguments);
    va_end(arguments);
}
