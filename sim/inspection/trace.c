/*
 * SPDX-License-Identifier: MIT
 * Collects the events of the traced part of a run until they are written: a viewer needs them in
 * order of the clock, and an instruction's first stages precede those of instructions already done.
 */
#include "sim/inspection/trace.h"

#include <stdlib.h>
#include <string.h>

#include "sim/inspection/kanata_log.h"

struct trace {
    const struct symbols *symbols;
    struct trace_window window;
    struct trace_record *records;
    struct trace_wait *waits;
    size_t record_count, record_room, wait_count, wait_room;
    size_t first_wait; /* of the open instruction */
    bool out_of_memory;
};

struct trace *trace_create(const struct symbols *symbols, struct trace_window window)
{
    struct trace *trace = calloc(1, sizeof *trace);

    if (trace)
        *trace = (struct trace){.symbols = symbols, .window = window};
    return trace;
}

void trace_destroy(struct trace *trace)
{
    if (!trace)
        return;
    free(trace->records);
    free(trace->waits);
    free(trace);
}

/* Makes room for one more element; returns false if memory is exhausted. */
static bool trace_extend(struct trace *trace, void **array, size_t count, size_t *room, size_t size)
{
    const size_t more = *room ? 2 * *room : 1024;
    void *grown;

    if (count < *room)
        return true;
    grown = realloc(*array, more * size);
    if (!grown) {
        trace->out_of_memory = true;
        return false;
    }
    *array = grown;
    *room = more;
    return true;
}

void trace_lost(struct trace *trace, enum lost cause, uint64_t from, uint64_t clocks)
{
    void *array = trace->waits;

    if (!trace->window.at_address && from >= trace->window.from + trace->window.clocks)
        return;
    if (trace_extend(trace, &array, trace->wait_count, &trace->wait_room, sizeof *trace->waits)) {
        trace->waits = array;
        trace->waits[trace->wait_count++] =
            (struct trace_wait){.cause = cause, .from = from, .until = from + clocks};
    }
}

void trace_instruction(struct trace *trace, const struct observation *seen)
{
    void *array = trace->records;

    trace_window_reach(&trace->window, seen->linear, seen->from);
    if (!trace_window_contains(&trace->window, seen->from)) {
        trace->wait_count = trace->first_wait;
        return;
    }
    if (!trace_extend(trace, &array, trace->record_count, &trace->record_room,
                      sizeof *trace->records))
        return;
    trace->records = array;
    if (seen->torn && trace->record_count)
        trace->records[trace->record_count - 1].seen.unit = UNIT_U_ALONE;
    trace->records[trace->record_count++] = (struct trace_record){
        .seen = *seen,
        .first_wait = trace->first_wait,
        .waits = trace->wait_count - trace->first_wait,
    };
    trace->first_wait = trace->wait_count;
}

int trace_write(struct trace *trace, FILE *to)
{
    if (trace->out_of_memory)
        return -1;
    return kanata_log_write(trace->symbols, trace->records, trace->record_count, trace->waits, to);
}
