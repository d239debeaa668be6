/*
 * SPDX-License-Identifier: MIT
 * Writes the Kanata log format, version 0004 (github.com/shioyadan/Konata, kanata-log-format.md in
 * its documentation). A pair passes through the stages together. An instruction or pair
 * enters a stage when the previous one leaves it; it waits in PF for code, in D1 for prefixes,
 * otherwise in D2. After a flush PF, D1 and D2 restart. Waits are in lane 1.
 */
#include "sim/inspection/kanata_log.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sim/inspection/insn_text.h"

enum stage { STAGE_PF, STAGE_D1, STAGE_D2, STAGE_EX, STAGE_WB, STAGE_COUNT };

static const char *const stage_names[] = {"PF", "D1", "D2", "EX", "WB"};

/* Clocks at which an instruction or pair enters each stage; the last is when it leaves WB. */
struct kanata_stages {
    int64_t enters[STAGE_COUNT + 1];
};

enum line_kind { LINE_BEGIN, LINE_STAGE, LINE_STAGE_END, LINE_WAIT, LINE_WAIT_END, LINE_END };

/* An entry of the log about instruction `id` at a clock. */
struct kanata_line {
    int64_t clock;
    size_t id;
    enum line_kind kind;
    unsigned what; /* the stage or the cause */
};

struct kanata_log {
    const struct symbols *symbols;
    const struct trace_record *records;
    const struct trace_wait *waits;
    struct kanata_line *lines;
    size_t count;
    FILE *to;
};

/* ---- stages -------------------------------------------------------------------------------- */

static int64_t kanata_latest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t kanata_earliest(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The clock at which fetching restarts after the instruction: when the misprediction was
 * detected. */
static int64_t kanata_refill_after(const struct observation *seen)
{
    const uint64_t lost = seen->lost[LOST_MISPREDICT] + seen->lost[LOST_ENTRY];

    return lost ? (int64_t)(seen->until - lost) : INT64_MIN;
}

static struct kanata_stages kanata_stages_of(const struct observation *seen, int64_t until,
                                             const struct kanata_stages *before, int64_t refill)
{
    const int64_t *last = before->enters;
    int64_t enters[STAGE_COUNT + 1];

    enters[STAGE_EX] = (int64_t)seen->enters;
    enters[STAGE_PF] = kanata_latest(last[STAGE_D1], refill);
    enters[STAGE_D1] = kanata_latest(last[STAGE_D2], enters[STAGE_PF] + 1);
    enters[STAGE_D2] = kanata_latest(last[STAGE_EX], enters[STAGE_D1] + 1);
    if (seen->lost[LOST_CODE_MISS] || seen->lost[LOST_FIRST_EXECUTION])
        enters[STAGE_D1] = kanata_latest(enters[STAGE_D1], enters[STAGE_EX] - 2);
    if (enters[STAGE_D1] == enters[STAGE_EX] - 2 || seen->lost[LOST_PREFIX])
        enters[STAGE_D2] = kanata_latest(enters[STAGE_D2], enters[STAGE_EX] - 1);
    for (int stage = STAGE_D2; stage >= STAGE_PF; stage--) /* at most the next stage's, less one */
        enters[stage] = kanata_latest(0, kanata_earliest(enters[stage], enters[stage + 1] - 1));
    enters[STAGE_WB] = kanata_latest(until, enters[STAGE_EX] + 1);
    enters[STAGE_COUNT] = enters[STAGE_WB] + 1;

    struct kanata_stages stages;

    for (unsigned i = 0; i <= STAGE_COUNT; i++)
        stages.enters[i] = enters[i];
    return stages;
}

/* ---- lines --------------------------------------------------------------------------------- */

static void kanata_add_line(struct kanata_log *log, int64_t clock, size_t id, enum line_kind kind,
                            unsigned what)
{
    log->lines[log->count++] =
        (struct kanata_line){.clock = clock, .id = id, .kind = kind, .what = what};
}

static void kanata_add_instruction(struct kanata_log *log, size_t id,
                                   const struct kanata_stages *stages)
{
    const struct trace_record *record = &log->records[id];

    kanata_add_line(log, stages->enters[STAGE_PF], id, LINE_BEGIN, 0);
    for (unsigned i = 0; i < STAGE_COUNT; i++) {
        if (stages->enters[i] == stages->enters[i + 1])
            continue;
        kanata_add_line(log, stages->enters[i], id, LINE_STAGE, i);
        kanata_add_line(log, stages->enters[i + 1], id, LINE_STAGE_END, i);
    }
    for (size_t i = record->first_wait; i < record->first_wait + record->waits; i++) {
        const struct trace_wait *wait = &log->waits[i];
        const int64_t from = kanata_latest((int64_t)wait->from, stages->enters[STAGE_PF]);
        const int64_t until = kanata_earliest((int64_t)wait->until, stages->enters[STAGE_COUNT]);

        if (from >= until)
            continue;
        kanata_add_line(log, from, id, LINE_WAIT, wait->cause);
        kanata_add_line(log, until, id, LINE_WAIT_END, wait->cause);
    }
    kanata_add_line(log, stages->enters[STAGE_COUNT], id, LINE_END, 0);
}

static void kanata_add_all(struct kanata_log *log, size_t count)
{
    const int64_t first = count ? (int64_t)log->records[0].seen.enters : 0;
    struct kanata_stages before = {
        {[STAGE_D1] = first - 3, [STAGE_D2] = first - 2, [STAGE_EX] = first - 1}};
    int64_t refill = INT64_MIN;

    for (size_t i = 0; i < count;) {
        const struct observation *seen = &log->records[i].seen;
        const bool paired = seen->unit == UNIT_U_PAIRED && seen->completed && i + 1 < count &&
                            log->records[i + 1].seen.unit == UNIT_V;
        const size_t end = i + 1 + paired;
        const struct observation *last = &log->records[end - 1].seen;
        const struct kanata_stages stages =
            kanata_stages_of(seen, (int64_t)last->until, &before, refill);

        for (; i < end; i++)
            kanata_add_instruction(log, i, &stages);
        before = stages;
        refill = kanata_refill_after(last);
    }
}

/* At the same clock, an end precedes a beginning; entries of one instruction keep their order. */
static int kanata_by_clock(const void *a, const void *b)
{
    const struct kanata_line *x = a, *y = b;
    const bool ends_x = x->kind == LINE_STAGE_END || x->kind == LINE_WAIT_END;
    const bool ends_y = y->kind == LINE_STAGE_END || y->kind == LINE_WAIT_END;

    if (x->clock != y->clock)
        return x->clock < y->clock ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    if (ends_x != ends_y)
        return ends_x ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->what > y->what) - (x->what < y->what);
}

/* ---- text ---------------------------------------------------------------------------------- */

static void kanata_write_labels(const struct kanata_log *log, size_t id)
{
    static const char *const units[] = {"U alone", "U paired", "V"};
    const struct observation *seen = &log->records[id].seen;
    char text[DISASSEMBLY_BYTES], name[64];

    insn_text(log->symbols, seen, text);
    insn_text_address(log->symbols, seen->linear, name, sizeof name);
    fprintf(log->to, "L\t%zu\t0\t%08x %s%s%s\n", id, seen->linear, name, name[0] ? ": " : "", text);
    fprintf(log->to, "L\t%zu\t1\t%s, %" PRIu64 " clocks", id, units[seen->unit],
            seen->until - seen->from);
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        if (seen->lost[i])
            fprintf(log->to, ", %s %" PRIu64, stall_cause_names[i], seen->lost[i]);
    fputs(seen->completed ? "\n" : ", raised an exception\n", log->to);
}

static void kanata_write_line(const struct kanata_log *log, const struct kanata_line *line,
                              size_t *retired)
{
    switch (line->kind) {
    case LINE_BEGIN:
        fprintf(log->to, "I\t%zu\t%zu\t0\n", line->id, line->id);
        kanata_write_labels(log, line->id);
        break;
    case LINE_STAGE:
    case LINE_STAGE_END:
        fprintf(log->to, "%c\t%zu\t0\t%s\n", line->kind == LINE_STAGE ? 'S' : 'E', line->id,
                stage_names[line->what]);
        break;
    case LINE_WAIT:
    case LINE_WAIT_END:
        fprintf(log->to, "%c\t%zu\t1\t%s\n", line->kind == LINE_WAIT ? 'S' : 'E', line->id,
                stall_cause_names[line->what]);
        break;
    case LINE_END:
        fprintf(log->to, "R\t%zu\t%zu\t%d\n", line->id, *retired,
                !log->records[line->id].seen.completed);
        *retired += log->records[line->id].seen.completed;
        break;
    }
}

static void kanata_write_lines(const struct kanata_log *log)
{
    int64_t clock = log->count ? log->lines[0].clock : 0;
    size_t retired = 0;

    fprintf(log->to, "Kanata\t0004\nC=\t%" PRId64 "\n", clock);
    for (size_t i = 0; i < log->count; i++) {
        if (log->lines[i].clock != clock)
            fprintf(log->to, "C\t%" PRId64 "\n", log->lines[i].clock - clock);
        clock = log->lines[i].clock;
        kanata_write_line(log, &log->lines[i], &retired);
    }
}

int kanata_log_write(const struct symbols *symbols, const struct trace_record *records,
                     size_t count, const struct trace_wait *waits, FILE *to)
{
    struct kanata_log log = {.symbols = symbols, .records = records, .waits = waits, .to = to};
    const size_t wait_count = count ? records[count - 1].first_wait + records[count - 1].waits : 0;

    log.lines = calloc(count * (2 + 2 * STAGE_COUNT) + 2 * wait_count + 1, sizeof *log.lines);
    if (!log.lines)
        return -1;
    kanata_add_all(&log, count);
    if (log.count)
        qsort(log.lines, log.count, sizeof *log.lines, kanata_by_clock);
    kanata_write_lines(&log);
    free(log.lines);
    return 0;
}
