/*
 * SPDX-License-Identifier: MIT
 * Measures the overhead tables. Each column is one calibration, as an experiment makes it at its
 * start.
 */
#include "kernel/measure/experiment/overhead.h"

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/calibration.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/measure/program_hooks.h"
#include "serial/overheads_report.h"

static const struct overhead_column {
    enum ring privilege;
    enum ring_choice kernel_events;
    enum state_choice state;
    bool whole;
} columns[] = {
    [OVERHEAD_KERNEL_FIRST] = {RING_KERNEL, COUNT_YES, STATES_COLD, false},
    [OVERHEAD_KERNEL_OTHER] = {RING_KERNEL, COUNT_YES, STATES_WARM, false},
    [OVERHEAD_USER_FIRST] = {RING_USER, COUNT_NO, STATES_COLD, false},
    [OVERHEAD_BOTH_FIRST] = {RING_USER, COUNT_YES, STATES_COLD, false},
    [OVERHEAD_USER_OTHER] = {RING_USER, COUNT_NO, STATES_WARM, false},
    [OVERHEAD_BOTH_OTHER] = {RING_USER, COUNT_YES, STATES_WARM, false},
    [OVERHEAD_USER_RUN] = {RING_USER, COUNT_NO, STATES_WARM, true},
    [OVERHEAD_BOTH_RUN] = {RING_USER, COUNT_YES, STATES_WARM, true},
};

#define COLUMNS (sizeof columns / sizeof columns[0])

/* The rows that calibrations are stored in, by event; NULL in other experiments. */
static struct report_overhead *overhead_rows;

bool overhead_note(const struct report_calibration *calibration)
{
    const struct report_result *empty = calibration->empty;
    for (unsigned i = 0; overhead_rows && i < REPORT_OVERHEADS; i++) {
        const struct overhead_place *place = &overhead_places[i];
        if (!strcmp(place->of, calibration->of) && !strcmp(place->ring, empty->ring) &&
            !strcmp(place->state, empty->state))
            overhead_rows[empty->index].cells[i] =
                (struct report_overhead_cell){empty->corrected.n, calibration->overhead,
                                              empty->corrected.mean, empty->corrected.half_width};
    }
    return overhead_rows != NULL;
}

/* ---- further calibrations of a column -------------------------------------------------------- */

/* Reports whether the machine can measure a column: some counters are read in ring 3 by RDPMC only.
 */
static bool overhead_can_measure(const struct kernel_run *run, const struct overhead_column *column)
{
    return column->privilege != RING_USER || !run->pmc->calls || run->selftests.rdpmc;
}

/* Reports whether the column's stubs are not calibrated as those of benchmarks. */
static bool overhead_adds_stubs(const struct overhead_column *column)
{
    return !column->whole && region_empty_stub && !plan_calibrates(BY_STUB, true);
}

static bool overhead_adds_program(const struct overhead_column *column)
{
    return column->whole && process_experiment_calibrate_empty;
}

unsigned overhead_passes(const struct kernel_run *run)
{
    bool both = run->selftests.rdpmc && run->config->probes == PROBES_BEST;
    unsigned calibrations = 0;
    for (unsigned c = 0; c < COLUMNS; c++)
        if (overhead_can_measure(run, &columns[c]))
            calibrations += plan_calibrations(!columns[c].whole) +
                            overhead_adds_stubs(&columns[c]) + overhead_adds_program(&columns[c]);
    return (both ? 2 : 1) * calibrations * run->plan.n_passes;
}

static int overhead_calibrate_stubs(struct kernel_run *run)
{
    static const struct calibrated stub = {&measure_empty_stub, "stub", false};
    struct overhead *overhead = memory_allocate(run->plan.n_events * sizeof *overhead);
    return overhead ? calibration_run_benchmark(run, run->plan.variants, &stub, overhead) : -1;
}

static int overhead_calibrate_more(struct kernel_run *run, const struct overhead_column *column)
{
    bool more = overhead_adds_stubs(column) || overhead_adds_program(column);
    int failed = overhead_adds_stubs(column)     ? overhead_calibrate_stubs(run)
                 : overhead_adds_program(column) ? process_experiment_calibrate_empty(run)
                                                 : 0;
    for (unsigned p = 0; p < run->plan.n_passes && more && !failed; p++)
        run_tick(run, run->tally.passes_done + 1);
    return failed;
}

/* ---- the tables ------------------------------------------------------------------------------ */

static int overhead_no_memory(struct kernel_run *run)
{
    run_error(run, "not enough memory for the table of overheads; ask for fewer events");
    return -1;
}

/* *read_by receives the instruction that read the counters. */
static int overhead_calibrate_column(struct kernel_run *run, const struct config *config,
                                     const struct overhead_column *column, const char **read_by)
{
    static const struct schedule_pass counting;
    struct config *as_column = memory_allocate(sizeof *as_column); /* too large for the stack */
    if (!as_column)
        return overhead_no_memory(run);
    *as_column = *config;
    as_column->privilege = column->privilege;
    as_column->user_events = column->privilege == RING_USER ? COUNT_YES : COUNT_NO;
    as_column->kernel_events = column->kernel_events;
    as_column->state = column->state;
    memset(as_column->ablate, 0, sizeof as_column->ablate);
    as_column->use_assembly_regions = !column->whole;
    int failed = plan_count_passes(run, as_column) < 0 || calibration_run(run) ||
                 overhead_calibrate_more(run, column);
    *read_by = probe_reads_name(pass_run_reading(run, &counting));
    return failed ? -1 : 0;
}

/* Sets the counter of event e, which is the same in all columns. */
static void overhead_set_counter(const struct kernel_run *run, unsigned e,
                                 struct report_overhead *row)
{
    const struct event_place *place = &run->plan.place[e];
    row->counted = place->pass >= 0;
    if (!row->counted || run->plan.passes[place->pass].time_stamp)
        return;
    row->counter = place->counter;
    row->position = schedule_position(run->pmc, &run->plan.passes[place->pass], place->counter);
}

static int overhead_report_table(struct kernel_run *run, const struct config *config,
                                 struct report_overhead *rows)
{
    struct report_overheads overheads = {
        .rows = rows, .n = config->n_events, .user_read_by = "nothing (RDPMC does not work)"};
    if (plan_experiment(run, config))
        return -1;
    for (unsigned e = 0; e < config->n_events; e++)
        memset(rows[e].cells, 0, sizeof rows[e].cells);
    for (unsigned c = 0; c < COLUMNS; c++) {
        if (!overhead_can_measure(run, &columns[c]))
            continue;
        uintptr_t mark = memory_mark();
        bool user = columns[c].privilege == RING_USER;
        int failed = overhead_calibrate_column(
            run, config, &columns[c], user ? &overheads.user_read_by : &overheads.kernel_read_by);
        for (unsigned e = 0; e < config->n_events && !failed; e++)
            overhead_set_counter(run, e, &rows[e]);
        memory_release(mark);
        if (failed)
            return -1;
    }
    REPORT(run->report, overheads, &overheads);
    return 0;
}

void overhead_run(struct kernel_run *run, const struct config *config)
{
    struct config *as_asked = memory_allocate(sizeof *as_asked);
    struct report_overhead *rows = memory_allocate(config->n_events * sizeof *rows);
    if (!as_asked || !rows) {
        overhead_no_memory(run);
        return;
    }
    *as_asked = *config;
    for (unsigned e = 0; e < config->n_events; e++) {
        const struct event *event = config->events[e].event;
        rows[e] = (struct report_overhead){.event = event->name,
                                           .event_text = event_heading(event),
                                           .code = event->code,
                                           .counter = -1};
        if (config->events[e].rings) {
            run_error(run,
                      "experiment=overhead counts every event in each ring: remove :u, :k and :uk "
                      "from events");
            return;
        }
    }
    bool both = run->selftests.rdpmc && config->probes == PROBES_BEST;
    if (both)
        as_asked->probes = PROBES_RDPMC;
    overhead_rows = rows;
    if (overhead_report_table(run, as_asked, rows) == 0 && both) {
        as_asked->probes = PROBES_RDMSR;
        overhead_report_table(run, as_asked, rows);
    }
    overhead_rows = NULL;
}
