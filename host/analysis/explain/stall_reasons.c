/*
 * SPDX-License-Identifier: MIT
 * Generates notes: why an instruction issues alone, and where its clocks were lost.
 */
#include <stdio.h>
#include <string.h>

#include "host/analysis/explain/explained.h"

#define SELDOM 0.02 /* share of the iterations below which there is no note */

static unsigned stall_reason_registers(unsigned mask)
{
    return (mask & 0xff) | (mask & TIMING_IMPLICIT_ESP ? 0x10 : 0);
}

static bool pairs_as_second(const struct code_form *form)
{
    return form->insn.timing.pairing == PAIR_UV || form->insn.timing.pairing == PAIR_PV;
}

/* Returns "66h" or another prefix of the instruction; "" for none. */
static const char *prefix_name(const struct code_form *form)
{
    if (!form->insn.timing.prefixes)
        return "";
    return form->size_prefix ? "66h" : form->escape_prefix ? "0Fh" : "segment, REP or LOCK";
}

/* Notes why the next instruction cannot go into V with this one. */
static void stall_reason_not_with(struct explained_line *line, const struct explained_line *next)
{
    const struct insn_timing *u = &line->form.insn.timing, *v = &next->form.insn.timing;
    unsigned reads = stall_reason_registers(v->reads) | stall_reason_registers(v->addresses);
    if (v->pairing == PAIR_FX || v->pairing == PAIR_FXCH || next->form.x87)
        explained_loop_note(line, "alone: the next instruction, %s, is x87 and issues in U",
                            next->form.mnemonic);
    else if (!pairs_as_second(&next->form) && *prefix_name(&next->form))
        explained_loop_note(
            line, "alone: the next instruction, %s, has a prefix (%s) and issues only in U",
            next->form.mnemonic, prefix_name(&next->form));
    else if (v->pairing == PAIR_PU)
        explained_loop_note(line, "alone: the next instruction, %s, issues only in U",
                            next->form.mnemonic);
    else if (!pairs_as_second(&next->form))
        explained_loop_note(line, "alone: the next instruction, %s, does not pair",
                            next->form.mnemonic);
    else if (stall_reason_registers(u->writes) & reads)
        explained_loop_note(
            line, "alone: the next instruction, %s, reads %s, which this one writes",
            next->form.mnemonic, code_form_register(stall_reason_registers(u->writes) & reads));
    else if (stall_reason_registers(u->writes) & stall_reason_registers(v->writes))
        explained_loop_note(line, "alone: the next instruction, %s, also writes %s",
                            next->form.mnemonic,
                            code_form_register(stall_reason_registers(u->writes) &
                                               stall_reason_registers(v->writes)));
}

static void stall_reason_never_pairs(struct explained_line *line)
{
    const struct insn_timing *timing = &line->form.insn.timing;
    if (line->form.by_cl)
        explained_loop_note(line, "does not pair: %s by CL is not pairable", line->form.mnemonic);
    else if (*prefix_name(&line->form) && timing->latency <= 1)
        explained_loop_note(line, "does not pair: %s prefix", prefix_name(&line->form));
    else if (line->form.displacement && line->form.immediate)
        explained_loop_note(line, "does not pair: displacement and immediate in one instruction");
    else if (timing->latency <= 1)
        explained_loop_note(line, "does not pair: %s is not pairable", line->form.mnemonic);
}

static void stall_reason_alone(struct explained_line *line, const struct explained_line *next)
{
    switch (line->form.insn.timing.pairing) {
    case PAIR_NP:
        stall_reason_never_pairs(line);
        break;
    case PAIR_FX:
        explained_loop_note(line, "alone: an x87 instruction pairs only with a following FXCH");
        break;
    case PAIR_FXCH:
        explained_loop_note(
            line,
            "1 clock: FXCH is free only after an x87 instruction that pairs and before "
            "another x87 instruction");
        break;
    case PAIR_PV:
        explained_loop_note(
            line,
            "alone: a branch pairs only in V, and the instruction before it is already "
            "paired or issues alone");
        break;
    default:
        if (next && !line->form.branch)
            stall_reason_not_with(line, next);
    }
}

/* ---- clocks taken and lost ------------------------------------------------------------------- */

static double stall_reason_executions(const struct explained_line *line)
{
    return line->alone + line->u + line->v;
}

static void stall_reason_multi_clock(struct explained_line *line)
{
    const struct insn_timing *timing = &line->form.insn.timing;
    if (timing->latency > 1 && timing->pairing == PAIR_NP)
        explained_loop_note(line, "multi-clock: %s takes %u and does not pair", line->form.mnemonic,
                            timing->latency);
    else if (timing->latency > 1)
        explained_loop_note(line, "multi-clock: %s takes %u: it reads%s memory",
                            line->form.mnemonic, timing->latency,
                            line->form.effects.writes_memory ? ", modifies and writes" : "");
    if (timing->step)
        explained_loop_note(line, "%u more clock%s for each step", timing->step,
                            timing->step == 1 ? "" : "s");
}

/*
 * Returns the registers that the unit before line i writes; the unit before the first line is the
 * last one.
 */
static unsigned stall_reason_written_before(const struct explained_loop *loop, unsigned i)
{
    unsigned before = (i + loop->n - 1) % loop->n;
    const struct explained_line *line = &loop->lines[before];
    unsigned writes = line->form.insn.timing.writes;
    if (line->v > line->alone + line->u && before)
        writes |= loop->lines[before - 1].form.insn.timing.writes;
    return writes;
}

static void stall_reason_interlock(struct explained_loop *loop, unsigned i)
{
    struct explained_line *line = &loop->lines[i];
    unsigned wanted = line->form.insn.timing.addresses & stall_reason_written_before(loop, i);
    if (!wanted && line->u > 0 && i + 1 < loop->n)
        wanted =
            loop->lines[i + 1].form.insn.timing.addresses & stall_reason_written_before(loop, i);
    const char *more = "";
    if (line->form.insn.timing.prefixes && line->lost[LOST_PREFIX] < SELDOM) {
        explained_loop_note(line, "%s prefix: %u clock%s to decode", prefix_name(&line->form),
                            line->form.insn.timing.prefixes,
                            line->form.insn.timing.prefixes == 1 ? "" : "s");
        more = "; in the same clock as the prefix";
    }
    if (wanted)
        explained_loop_note(line, "AGI: %s is written one clock before%s",
                            code_form_register(wanted), more);
    else
        explained_loop_note(line, "AGI: an address register is written one clock before%s", more);
}

static void stall_reason_mispredicted(const struct explained_loop *loop,
                                      struct explained_line *line, double clocks)
{
    double each = line->alone > line->v ? 3 : 4;
    double share = clocks / (each * stall_reason_executions(line)) * 100;
    const char *why = !line->form.relative               ? "its target differs from the last time"
                      : line->form.target == loop->first ? "at the end of the loop"
                                                         : "its direction depends on data";
    explained_loop_note(line, "mispredicted %.0f %% of the time: %s", share > 100 ? 100 : share,
                        why);
}

static void stall_reason_lost(struct explained_loop *loop, unsigned i, enum lost cause)
{
    struct explained_line *line = &loop->lines[i];
    double clocks = line->lost[cause];
    switch (cause) {
    case LOST_AGI:
        stall_reason_interlock(loop, i);
        break;
    case LOST_PREFIX:
        if (*prefix_name(&line->form))
            explained_loop_note(line, "%s prefix: %.3g clock%s to decode", prefix_name(&line->form),
                                clocks, clocks == 1 ? "" : "s");
        else
            explained_loop_note(line, "%.3g clocks to decode the prefix of the paired instruction",
                                clocks);
        break;
    case LOST_BANK:
        explained_loop_note(line, "accesses the same bank as the paired instruction");
        break;
    case LOST_READ_MISS:
        explained_loop_note(line, "data cache miss: %.3g clocks per iteration", clocks);
        break;
    case LOST_WRITE_BUFFER:
        explained_loop_note(
            line, "write buffer full, or a read waits for it: the line is not in the cache");
        break;
    case LOST_MISPREDICT:
        stall_reason_mispredicted(loop, line, clocks);
        break;
    case LOST_X87:
        if (*line->waits_for)
            explained_loop_note(line, "x87: %.3g clock%s lost, waiting for %s", clocks,
                                clocks == 1 ? "" : "s", line->waits_for);
        else
            explained_loop_note(line, "x87: waits %.3g clocks for the unit", clocks);
        break;
    default:
        explained_loop_note(line, "%s: %.3g clocks per iteration", stall_cause_texts[cause],
                            clocks);
    }
}

void stall_reasons_note_lines(struct explained_loop *loop)
{
    for (unsigned i = 0; i < loop->n; i++) {
        struct explained_line *line = &loop->lines[i];
        double times = stall_reason_executions(line);
        stall_reason_multi_clock(line);
        if (line->alone > times / 2 && times > SELDOM)
            stall_reason_alone(line, i + 1 < loop->n ? &loop->lines[i + 1] : NULL);
        for (unsigned cause = 0; cause < LOST_CAUSES; cause++)
            if (line->lost[cause] > SELDOM)
                stall_reason_lost(loop, i, (enum lost)cause);
    }
}
