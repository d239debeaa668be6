/*
 * SPDX-License-Identifier: MIT
 * The steps of a run. Results are reported between passes, never while a benchmark runs.
 */
#include "kernel/run.h"

#include "kernel/lib/format.h"
#include "kernel/lib/glob.h"
#include "kernel/memory.h"
#include "kernel/x86.h"
#include "stats/summary.h"

#define CONFIDENCE_LEVEL 95

static bool wanted(const struct run *run, const struct benchmark *benchmark)
{
    return glob_match(run->config->command, benchmark->name);
}

uint32_t run_milliseconds(const struct run *run)
{
    return run->hz ? (uint32_t)((rdtsc() - run->started) * 1000 / run->hz) : 0;
}

void run_error(struct run *run, const char *what)
{
    run->errors++;
    REPORT(run->report, error, what);
}

static const char *status_name(enum pmc_status status)
{
    static const char *const names[] = {"ok", "stuck", "unsupported"};
    return names[status];
}

/* Test 0 is the control register's, test 1 + i that of counter i; see p5_pmc. */
void run_selftest(struct run *run)
{
    enum pmc_status control = PMC_UNSUPPORTED;
    for (unsigned test = 0; test < run->pmc->n_selftests; test++) {
        struct pmc_selftest result;
        run->pmc->selftest(test, &result);
        struct report_selftest said = {result.name, status_name(result.status), result.expect,
                                       result.got};
        REPORT(run->report, selftest, &said);
        if (test == 0) {
            control = result.status;
            continue;
        }
        unsigned counter = test - 1;
        run->counter_status[counter] = control == PMC_OK ? result.status : control;
        if (run->counter_status[counter] == PMC_OK)
            run->usable |= 1u << counter;
    }
}

/* Where the schedule put each event, the other way round. */
static void find_places(struct run *run)
{
    for (unsigned e = 0; e < run->n_events; e++) {
        run->place[e] = (struct place){.pass = -1};
        for (unsigned p = 0; p < run->n_passes; p++)
            for (unsigned c = 0; c < run->pmc->counters; c++)
                if (run->passes[p].events[c] == run->events[e])
                    run->place[e] = (struct place){.pass = (int)p, .counter = c};
    }
}

int run_plan(struct run *run)
{
    run->n_events = run->config->n_events;
    for (unsigned e = 0; e < run->n_events; e++)
        run->events[e] = run->config->events[e];
    for (const struct benchmark *b = benchmarks_start; b < benchmarks_end; b++)
        run->benches += wanted(run, b);
    if (!run->benches) {
        char text[CONFIG_ERROR_BYTES];
        int length = format(text, sizeof text,
                            "command: no benchmark matches '%s'; there are:", run->config->command);
        for (const struct benchmark *b = benchmarks_start;
             b < benchmarks_end && length < (int)sizeof text; b++)
            length += format(text + length, sizeof text - (size_t)length, " %s", b->name);
        run_error(run, text);
        return -1;
    }

    int passes = 0;
    if (run->usable)
        passes = schedule(run->pmc, run->usable, run->events, run->n_events, run->passes,
                          RUN_MOST_PASSES);
    /* Where nothing counts, one pass that counts nothing still times the benchmarks. */
    run->n_passes = passes > 0 ? (unsigned)passes : 1;
    if (passes <= 0)
        run->passes[0] = (struct pass){0};
    find_places(run);

    run->report->plan = (struct report_plan){
        .command = run->config->command,
        .benches = run->benches,
        .events = run->n_events,
        .passes = run->n_passes,
        .passes_lower_bound = schedule_lower_bound(run->pmc, run->usable, run->n_events),
        .repetitions = run->config->repetitions,
        .level = CONFIDENCE_LEVEL,
    };
    REPORT(run->report, plan, &run->report->plan);
    return 0;
}

/* Runs one pass, its samples in the arena; says so and returns -1 where memory is too small for
 * them. */
static int measure_pass(struct run *run, const struct benchmark *benchmark, unsigned pass,
                        struct measurement *m)
{
    run->benchmark = benchmark->name;
    int failed = measure(benchmark, run->pmc, &run->passes[pass], run->config->repetitions, m);
    run->benchmark = NULL;
    if (failed) {
        char text[160];
        format(
            text, sizeof text,
            "%s: %u repetitions over %u regions do not fit in %u KB of free memory; ask for fewer",
            benchmark->name, run->config->repetitions, m->n_regions,
            (unsigned)(memory_left() / 1024));
        run_error(run, text);
    }
    return failed;
}

/* Sample statistics with `off` taken off every sample. -1 where a sample is beyond what fits. */
static int values_of(int64_t *samples, unsigned n, fixed_t off, struct report_values *values)
{
    struct summary s;
    if (summarise(samples, n, CONFIDENCE_95, &s))
        return -1;
    *values = (struct report_values){
        .n = s.n,
        .mean = s.mean - off,
        .deviation = s.deviation,
        .half_width = s.half_width,
        .minimum = fixed_from_int(s.minimum) - off,
        .median = s.median - off,
        .maximum = fixed_from_int(s.maximum) - off,
        .mode = fixed_from_int(s.mode) - off,
    };
    return 0;
}

/* Why an event that no usable counter counts has no number. */
static enum result_status no_counter_status(const struct run *run, const struct event *event)
{
    for (unsigned c = 0; c < run->pmc->counters; c++)
        if (event->counters >> c & 1 && run->counter_status[c] == PMC_STUCK)
            return RESULT_STUCK;
    return RESULT_UNSUPPORTED;
}

/* One event over the region at a place in m; samples are sorted in passing. */
static struct report_result result_of(struct run *run, const char *bench,
                                      const struct measurement *m, unsigned place, unsigned e)
{
    const struct event *event = run->events[e];
    struct report_result result = {
        .bench = bench,
        .region = m->region[place],
        .event = event->name,
        .event_text = event->text,
        .code = event->code,
        .counter = run->place[e].counter,
        .entries = m->entries[place],
        .exits = m->exits[place],
        .overhead = run->place[e].overhead,
    };
    if (run->place[e].pass < 0) {
        result.status = no_counter_status(run, event);
        return result;
    }
    if (result.entries != result.exits || m->varies[place]) {
        result.status = RESULT_BROKEN;
        return result;
    }
    fixed_t off = result.overhead * (int64_t)result.entries;
    int64_t *samples = measurement_counts(m, place, result.counter);
    if (values_of(samples, m->repetitions, off, &result.corrected)) {
        run_error(run, "a count is beyond 2^42: measure a shorter region");
        result.status = RESULT_BROKEN;
        return result;
    }
    result.raw = result.corrected.mean + off;
    return result;
}

int run_calibrate(struct run *run)
{
    for (unsigned p = 0; p < run->n_passes; p++) {
        uintptr_t mark = memory_mark();
        struct measurement m;
        if (measure_pass(run, &measure_empty, p, &m))
            return -1;
        for (unsigned e = 0; e < run->n_events; e++) {
            if (run->place[e].pass != (int)p)
                continue;
            struct report_result empty = result_of(run, measure_empty.name, &m, 0, e);
            run->place[e].overhead = empty.raw;
            REPORT(run->report, calibration, &empty);
        }
        memory_release(mark);
    }
    return 0;
}

/* The results of the events that pass p counted, or, in pass 0, that no pass counts. */
static void collect(struct run *run, unsigned p, const struct measurement *m,
                    struct report_bench *bench, struct report_result *results)
{
    for (unsigned place = 0; place < m->n_regions; place++) {
        for (unsigned e = 0; e < run->n_events; e++) {
            int pass = run->place[e].pass < 0 ? 0 : run->place[e].pass;
            if (pass != (int)p)
                continue;
            struct report_result *result = &results[place * run->n_events + e];
            *result = result_of(run, bench->name, m, place, e);
            run->results += result->status == RESULT_OK;
            REPORT(run->report, result, result);
        }
    }
}

static void run_benchmark(struct run *run, const struct benchmark *benchmark)
{
    struct report_bench bench = {.name = benchmark->name, .n_events = run->n_events};
    struct report_result *results = NULL;
    for (unsigned p = 0; p < run->n_passes; p++) {
        uintptr_t mark = memory_mark();
        struct measurement m;
        if (measure_pass(run, benchmark, p, &m))
            return;
        if (p == 0 && values_of(m.clocks, m.repetitions, 0, &bench.clocks))
            run_error(run, "a benchmark ran for more than 2^42 clocks: measure a shorter one");
        if (p == 0) {
            bench.n_regions = m.n_regions;
            results = memory_take(m.n_regions * run->n_events * sizeof *results);
            mark = memory_mark();
            if (!results) {
                run_error(run, "not enough memory for the results; ask for fewer events");
                return;
            }
        }
        collect(run, p, &m, &bench, results);
        memory_release(mark);
        run->passes_done++;
        REPORT(run->report, tick, run->passes_done, run->benches * run->n_passes,
               run_milliseconds(run));
    }
    bench.results = results;
    REPORT(run->report, bench_end, &bench);
}

void run_benchmarks(struct run *run)
{
    for (const struct benchmark *b = benchmarks_start; b < benchmarks_end; b++) {
        if (!wanted(run, b))
            continue;
        REPORT(run->report, bench, b->name, b->text);
        uintptr_t mark = memory_mark();
        run_benchmark(run, b);
        memory_release(mark);
    }
}
