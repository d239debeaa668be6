/*
 * SPDX-License-Identifier: MIT
 * Counts in intervals. The benchmark is set up as in a run; only the code around its runs differs.
 */
#include "kernel/monitor/interval.h"

#include "boot/contain.h"
#include "kernel/lib/arena.h"
#include "kernel/lib/stdio.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/watchdog.h"
#include "kernel/measure/bench_memory.h"
#include "kernel/measure/cases.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/monitor/contained_access.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/prompt_experiment.h"
#include "kernel/monitor/session.h"
#include "kernel/monitor/stop.h"
#include "pmc/schedule.h"

#define POLL_EVERY 100000 /* clocks: a millisecond or less */

static struct pmc_counted counted[PMC_MAX_COUNTERS];
static struct schedule_pass pass = {.counted = counted};
static struct bench_case bench;
static bool has_bench;
static struct measurement measurement;
static struct pass_setting setting;

static int interval_schedule(struct pmc_counted wanted[], unsigned n)
{
    const struct kernel_run *run = session.machine->run;
    const struct pmc *pmc = run->pmc;
    char why[CONFIG_ERROR_BYTES / 2];
    if (!pmc->notation) {
        bool fit = n <= pmc->counters && schedule_passes(pmc, SCHEDULE_READS, run->selftests.usable,
                                                         wanted, n, &pass, 1) == 1;
        return fit ? 0
                   : dialogue_refuse(
                         "%u events do not fit the %u counters of this machine at once, or cannot "
                         "be counted here",
                         n, pmc->counters);
    }
    memset(pass.counted, 0, sizeof counted);
    return pmc->notation->schedule(run->selftests.usable, wanted, n, &pass, 1, pmc->counters, why,
                                   sizeof why) == 1
               ? 0
               : dialogue_refuse("%s", why);
}

/* Plans the events of session.once in one pass. Returns -1 after a message. */
static int interval_plan_pass(void)
{
    static struct pmc_counted wanted[CONFIG_MOST_EVENTS];
    unsigned n = session.once.n_events;
    for (unsigned e = 0; e < n; e++) {
        wanted[e] = session.once.events[e];
        if (wanted[e].event == &pmc_time_stamp)
            return dialogue_refuse(
                "time_stamp: each interval already reports the time; name events");
        if (!wanted[e].rings)
            wanted[e].rings = (uint8_t)config_count_rings(&session.once);
    }
    return interval_schedule(wanted, n);
}

static int interval_place_events(struct count_interval *interval)
{
    if (interval_plan_pass())
        return -1;
    interval->n_events = 0;
    for (unsigned c = 0; c < session.machine->run->pmc->counters; c++)
        if (pass.counted[c].event)
            interval->name[interval->n_events++] = pass.counted[c].event->name;
    return 0;
}

/* ---- cases ---------------------------------------------------------------------------------- */

static const struct benchmark *base;
static uintptr_t memory_before; /* free memory before a case is set up */

/* Starts with the first case of a benchmark; nothing after the last benchmark. */
static void interval_go_to(const struct benchmark *b)
{
    base = b;
    if (base < benchmarks_end)
        case_first(&bench, base);
}

/* Advances from `base` and `bench` to the next case that is wanted; false at the end. */
static bool interval_find_case(void)
{
    for (; base < benchmarks_end; interval_go_to(base + 1)) {
        if (!config_may_want(&session.once, base->name))
            continue;
        do {
            if (config_wants(&session.once, bench.name))
                return true;
        } while (case_next(&bench));
    }
    return false;
}

static bool interval_first_case(void)
{
    interval_go_to(benchmarks_start);
    return interval_find_case();
}

static bool interval_later_case(void)
{
    if (!case_next(&bench))
        interval_go_to(base + 1);
    return interval_find_case();
}

static unsigned interval_count_cases(void)
{
    unsigned cases = 0;
    for (bool found = interval_first_case(); found; found = interval_later_case())
        cases++;
    return cases;
}

static int interval_set_up_case(struct count_interval *interval)
{
    static const struct variant variant = {.state = STATE_WARM};
    struct kernel_run *run = session.machine->run;
    stop_where_it_begins(bench.benchmark.run);
    bench_memory_allocate(case_memory(&bench), static_arrays_find(bench.base));
    run->plan.passes = &pass;
    setting = pass_run_setting(run, &bench.benchmark, &variant, 0);
    watchdog_set(session.once.watchdog);
    if (repetition_begin(&bench.benchmark, &setting.setup, &measurement))
        return dialogue_refuse("%s: %s", bench.name, contained_access_reason());
    has_bench = true;
    interval->bench = bench.name;
    return 0;
}

/* Sets up the current case, or the first after it that fits into the memory. */
static int interval_set_up(struct count_interval *interval)
{
    for (unsigned tried = 0; tried < interval->cases; tried++) {
        bench_memory_release();
        memory_release(memory_before);
        const struct static_arrays *arrays = static_arrays_find(bench.base);
        size_t needs = case_memory(&bench) + static_arrays_bytes(arrays);
        if (needs <= bench_memory_free(arrays))
            return interval_set_up_case(interval);
        dialogue_print("# %s: not run: it needs %u KB of memory", bench.name,
                       (unsigned)(needs / 1024));
        if (!interval_later_case())
            interval_first_case();
    }
    return dialogue_refuse("'%s': no case fits into the memory", session.once.command);
}

static int interval_begin_case(struct count_interval *interval)
{
    memory_before = memory_mark();
    interval->cases = interval_count_cases();
    if (!interval->cases)
        return dialogue_refuse("'%s' is not a benchmark; 'names benches' lists them",
                               session.once.command);
    interval_first_case();
    return interval_set_up(interval);
}

int interval_next_case(struct count_interval *interval)
{
    if (interval->cases < 2)
        return 0;
    if (!interval_later_case())
        interval_first_case();
    return interval_set_up(interval);
}

int interval_begin(struct count_interval *interval, struct word events, struct word name)
{
    *interval = (struct count_interval){0};
    has_bench = false;
    session.machine->run->config = &session.once;
    if (prompt_experiment_begin(word_from_text("")) || prompt_experiment_set("events", events) ||
        (name.length && prompt_experiment_set("command", name)) || interval_place_events(interval))
        return -1;
    return name.length ? interval_begin_case(interval) : 0;
}

/* ---- intervals ------------------------------------------------------------------------------ */

static int interval_call(void (*routine)(void))
{
    if (!routine)
        return 0;
    machine_state_reset_x87();
    return contain_run(routine, paging_benchmark_stack(), setting.setup.ring == RING_USER);
}

static int interval_run_once(struct count_interval *interval)
{
    arena_release();
    stdio_reset();
    if (interval_call(bench.benchmark.restore) || interval_call(bench.benchmark.run))
        return -1;
    interval->runs++;
    return 0;
}

static void interval_add_counters(struct count_interval *interval)
{
    const struct pmc *pmc = session.machine->run->pmc;
    unsigned e = 0;
    for (unsigned c = 0; c < pmc->counters; c++) {
        uint64_t value = 0;
        if (!pass.counted[c].event)
            continue;
        contained_access(ACCESS_READ_MSR, pmc->first_msr + pmc_counter_at(pmc, pass.counted, c), 0,
                         &value);
        interval->count[e++] += value;
    }
}

/*
 * Reports whether something was typed. Neither its clocks nor its events are in the interval: they
 * depend on when the host's frames arrive.
 */
static bool interval_poll(struct count_interval *interval)
{
    const struct pmc *pmc = session.machine->run->pmc;
    pmc->stop();
    interval_add_counters(interval);
    const bool stopped = dialogue_stop_asked();
    pmc->start(pass.counted);
    return stopped;
}

int interval_count(struct count_interval *interval, uint64_t clocks, bool *stopped)
{
    const struct pmc *pmc = session.machine->run->pmc;
    int failed = 0;
    watchdog_set(session.once.watchdog);
    watchdog_arm();
    interval->runs = 0;
    memset(interval->count, 0, sizeof interval->count);
    *stopped = false;
    pmc->start(pass.counted);
    uint64_t begun = rdtsc(), poll = begun + POLL_EVERY, now;
    while ((now = rdtsc()) - begun < clocks && !failed && !*stopped) {
        if (has_bench)
            failed = interval_run_once(interval);
        if ((now = rdtsc()) > poll) {
            *stopped = interval_poll(interval);
            poll = rdtsc();
            begun += poll - now;
            poll += POLL_EVERY;
        }
    }
    pmc->stop();
    interval->clocks = rdtsc() - begun;
    machine_state_restore();
    watchdog_disarm();
    if (failed)
        return dialogue_refuse("%s: %s", bench.name, contained_access_reason());
    interval_add_counters(interval);
    *stopped |= dialogue_stop_asked(); /* an interval may be shorter than POLL_EVERY */
    return 0;
}

void interval_end(void)
{
    has_bench = false;
    monitor_release();
}
