/*
 * SPDX-License-Identifier: MIT
 * Runs the sampling experiments: derives sessions (source, period, length) from the settings.
 */
#include "kernel/sample/sampling.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/case_run.h"
#include "kernel/measure/failure.h"
#include "kernel/measure/program_hooks.h"
#include "kernel/sample/engine/region_slices.h"
#include "kernel/sample/event_rate.h"
#include "kernel/sample/multiplex_regions.h"
#include "kernel/sample/stamp_runs.h"
#include "kernel/sample/stored_samples.h"
#include "pmc/counter_use.h"
#include "pmc/modifiers.h"

#define MOST_REPETITIONS 4000  /* of a session: memory for their clocks is allocated in advance */
#define MOST_OF_RATES    65536 /* repetitions: a sample has 16 bits for its repetition */
#define ALONE            3     /* uninterrupted runs; the median counts */

/*
 * Defaults: twenty samples in a run, but at most one per 10,000 clocks, since a handler takes some
 * hundreds, and at least 1,000 per second.
 */
#define DEFAULT_SAMPLES_OF_RUN 20
#define DEFAULT_LEAST_CLOCKS   10000
#define DEFAULT_LEAST_HZ       1000

/* The last repetition continues after the last requested sample, and may be slower. */
#define ROOM_MORE 8

#define LEAST_CLOCKS 100 /* shorter than any handler: sampling_check_pace() decides */
#define PACE_RANDOM  200 /* samples; the mean of 200 random intervals differs by some 2 % */
#define PACE_FIXED   10
#define PACE_PARTS   10
#define MOST_CLOCKS  4000000000u /* an interval and a half fit into 33 bits */

static const struct sample_source *source; /* the current experiment's */

static const struct sample_source *sampling_source(const struct kernel_run *run,
                                                   const struct config *config)
{
    static const struct sample_source *const sources[] = {
        [SOURCE_TIMER] = &sample_by_pit,   [SOURCE_PIT] = &sample_by_pit,
        [SOURCE_RTC] = &sample_by_rtc,     [SOURCE_APIC] = &sample_by_apic,
        [SOURCE_WATCH] = &sample_by_watch, [SOURCE_PRECISE] = &sample_by_store,
    };
    if (config->source == SOURCE_EVENT && run->pmc->notation)
        return &sample_by_netburst;
    /* A P5 has no local APIC that an overflow could interrupt through. */
    if (config->source == SOURCE_EVENT)
        return run->pmc->calls ? &sample_by_overflow : &sample_by_pm0;
    return sources[config->source];
}

/* Reports whether b differs from a by more than one part in `parts`. */
static bool sampling_differs(uint64_t a, uint64_t b, unsigned parts)
{
    return (a < b ? b - a : a - b) * parts > a;
}

/*
 * The period of a steady source in clocks. The nominal one is exact where the time-stamp counter
 * and the source's clock run together.
 */
static uint64_t sampling_steady_clocks(const struct kernel_run *run)
{
    const uint64_t nominal = run->hz / source->hz(), measured = source->measure();
    return measured && sampling_differs(nominal, measured, 64) ? measured : nominal;
}

/* Warns if the period is no longer the one that was reported with the samples. */
static void sampling_check_drift(const struct sampled *sampled)
{
    char text[160];
    const uint64_t now = source->steady ? sampling_steady_clocks(sampled->run) : sampled->every;
    if (!sampling_differs(sampled->every, now, 8))
        return;
    format(
        text, sizeof text,
        "source=%s: its period was %u clocks before the samples and %u after them; its clock and "
        "the time-stamp counter do not run together",
        source->name, (unsigned)sampled->every, (unsigned)now);
    REPORT(sampled->run->report, warning, sampled->run->config->warn_file, text);
}

static uint64_t sampling_clocks_between(const struct kernel_run *run, uint64_t alone)
{
    const struct config *config = run->config;
    const uint64_t every = alone / DEFAULT_SAMPLES_OF_RUN;
    if (source->steady)
        return sampling_steady_clocks(run);
    if (config->sample_ns)
        return run->hz * config->sample_ns / 1000000000;
    if (config->sample_hz)
        return run->hz / config->sample_hz;
    return every < DEFAULT_LEAST_CLOCKS         ? DEFAULT_LEAST_CLOCKS
           : every > run->hz / DEFAULT_LEAST_HZ ? run->hz / DEFAULT_LEAST_HZ
                                                : every;
}

/* Refuses a period that the processor cannot keep, rather than choosing another. */
static int sampling_check_period(struct kernel_run *run, uint64_t every)
{
    char text[200];
    if (every >= LEAST_CLOCKS && every <= MOST_CLOCKS)
        return 0;
    const bool often = every < LEAST_CLOCKS;
    format(text, sizeof text,
           "%s: a sample each %u clocks is too %s; the %s is %u clocks, %u ns on this machine",
           run->config->sample_ns ? "interval" : "source", (unsigned)every,
           often ? "often" : "seldom", often ? "least" : "most", often ? LEAST_CLOCKS : MOST_CLOCKS,
           (unsigned)((often ? LEAST_CLOCKS : MOST_CLOCKS) * 1000000000ull / run->hz));
    run_error(run, text);
    return -1;
}

/*
 * Reports whether samples are single-stepped. Steps locate a sample in the code; samples that end
 * slices or ticks need none, and registers are those of the interruption.
 */
static bool is_stepped(const struct kernel_run *run)
{
    static const char instructions[] = "instructions"; /* exists on every processor */
    struct pmc_counted trigger = plan_trigger(run->config);
    return run->config->experiment == EXPERIMENT_PROFILE && source->counts &&
           trigger.event == pmc_event_find(run->pmc, instructions, sizeof instructions - 1) &&
           !trigger.threshold && !run->config->sample_registers;
}

struct session sampling_session(const struct sampled *sampled, unsigned pass)
{
    const struct config *config = sampled->run->config;
    bool profile = config->experiment == EXPERIMENT_PROFILE;
    bool automatic = profile && !sampled->source->watch; /* a watch's N is meant exactly */
    bool random = config->spread == SPREAD_RANDOM || (config->spread == SPREAD_AUTO && automatic);
    uint64_t samples_of_run =
        sampled->source->watch ? sampled->in_run / sampled->every : sampled->alone / sampled->every;
    return (struct session){
        .source = sampled->source,
        .every = sampled->every,
        .trigger = plan_trigger(config),
        .stepped = is_stepped(sampled->run),
        .watched = config->sample_watch.address,
        .random = random && !sampled->source->steady && !sampled->source->stores,
        .anew = config->experiment == EXPERIMENT_RATES,
        .groups = &sampled->run->plan.passes[pass],
        .n_groups = 1,
        .seed = config->seed,
        .wanted = config->samples,
        .room = config->samples + ROOM_MORE * (uint32_t)(samples_of_run + 1),
        .repetitions = sampled->most_repetitions,
    };
}

static int sampling_report_failure(const struct sampled *sampled, int failed,
                                   const struct measurement *m)
{
    char text[160];
    if (failed == E_MEASURE_FAULT) {
        failure_report_fault(sampled->run, m);
        return -1;
    }
    format(text, sizeof text,
           "%s: not enough memory for its samples (%u KB are free); ask for fewer: samples=",
           sampled->benchmark->name, (unsigned)(memory_left() / 1024));
    run_error(sampled->run, text);
    return -1;
}

static struct measure_setup setup_of(const struct sampled *sampled, unsigned pass,
                                     unsigned repetitions)
{
    struct measure_setup setup =
        sampler_whole_runs(sampled->run, sampled->benchmark, sampled->variant, pass);
    setup.repetitions = repetitions;
    return setup;
}

/*
 * Reports samples that came less often than requested because timer and handler are too slow for
 * short intervals. Longer ones are left out: a benchmark that disables interrupts delays them.
 */
static int sampling_check_pace(const struct sampled *sampled, const struct session *session,
                               const struct session_end *end)
{
    char text[200];
    const unsigned n = end->n + end->lost;
    const uint64_t mean = n ? (end->clocks - end->hidden) / n : 0;
    if (source->counts || source->steady || source->watch || source->stores ||
        session->every >= DEFAULT_LEAST_CLOCKS ||
        n < (session->random ? PACE_RANDOM : PACE_FIXED) ||
        !sampling_differs(mean, session->every, PACE_PARTS) || mean < session->every)
        return 0;
    format(text, sizeof text,
           "%s: samples came each %u clocks instead of %u: source=%s and its handler are not "
           "faster; ask for fewer samples per second",
           sampled->benchmark->name, (unsigned)mean, (unsigned)session->every, source->name);
    run_error(sampled->run, text);
    return -1;
}

int sampling_run_session(const struct sampled *sampled, const struct session *session,
                         unsigned pass, struct session_end *end)
{
    struct measure_setup setup = setup_of(sampled, pass, session->repetitions);
    struct measurement m;
    if (!source->stores)
        sampler_setup(&setup);
    region_slices_setup(&setup);
    sampled->run->benchmark = sampled->benchmark->name;
    *end = (struct session_end){0};
    int failed = source->stores ? stored_samples_run(sampled, session, &setup, end, &m)
                                : repetition_begin(sampled->benchmark, &setup, &m);
    if (!failed)
        failed = region_slices_begin_session(session);
    if (!failed && !source->stores)
        failed = sampler_run(session, sampled->cost[pass].outside, &m, end);
    sampled->run->benchmark = NULL;
    if (failed)
        sampling_report_failure(sampled, failed, &m);
    if (failed)
        return end->faulted ? 0 : -1;
    return sampling_check_pace(sampled, session, end);
}

int sampling_report_lost(const struct sampled *sampled, const struct session_end *end,
                         const char *what)
{
    char text[160];
    format(text, sizeof text, "%s: ended in repetition %u; %u samples are lost: %s",
           sampled->benchmark->name, end->repetitions, end->n, what);
    run_error(sampled->run, text);
    return -1;
}

int64_t sampling_counter_delta(const struct sampled *sampled, unsigned pass, unsigned counter,
                               const struct sample samples[], unsigned n)
{
    uint64_t sum = 0;
    unsigned interruptions = 0;
    for (unsigned i = 0; i < n; i++) {
        sum += samples[i].delta[counter];
        interruptions += samples[i].interruptions;
    }
    fixed_t handlers =
        fixed_multiply(sampled->cost[pass].counted[counter], fixed_from_int(interruptions));
    return (int64_t)sum - fixed_to_int(handlers);
}

/* Measures the clocks of an uninterrupted run, and whether the benchmark can be sampled at all. */
static int sampling_examine_benchmark(struct sampled *sampled)
{
    struct measure_setup setup = setup_of(sampled, 0, ALONE);
    struct measurement m;
    uintptr_t mark = memory_mark();
    sampled->run->benchmark = sampled->benchmark->name;
    int failed = repetition_begin(sampled->benchmark, &setup, &m);
    bool sets_counters = counter_use.written;
    if (!failed)
        failed = repetition_repeat(&m, ALONE);
    sampled->run->benchmark = NULL;
    if (failed)
        return sampling_report_failure(sampled, failed, &m);
    if (sets_counters) {
        char text[160];
        format(text, sizeof text, "%s: not sampled: it sets the counters itself",
               sampled->benchmark->name);
        run_error(sampled->run, text);
        return -1;
    }
    int64_t a = m.clocks[0], b = m.clocks[1], c = m.clocks[2];
    int64_t low = a < b ? a : b, high = a < b ? b : a;
    sampled->alone = (uint64_t)(c < low ? low : c > high ? high : c);
    memory_release(mark);
    return 0;
}

/* For a source that counts: sets the events per sample, and checks that a run has enough. */
static int sampling_choose_count(struct sampled *sampled)
{
    char text[CONFIG_ERROR_BYTES], name[128];
    const struct kernel_run *run = sampled->run;
    const struct pmc_counted trigger = plan_trigger(run->config);
    struct measurement m;
    uint64_t events;
    int failed = event_rate_count(sampled, &trigger, &m, &events);
    if (failed)
        return sampling_report_failure(sampled, failed, &m);
    sampled->every = run->config->sample_count;
    if (sampled->every == CONFIG_COUNT_AUTO)
        sampled->every = event_rate_choose(events, sampled->alone, run->hz, run->config->samples);
    if (events * MOST_REPETITIONS >= sampled->every)
        return 0;
    modifiers_write_name(&trigger, name, sizeof name);
    format(text, sizeof text,
           "%s: not sampled: %s happens %u times in a run, so fewer than %u times in %u runs; use "
           "a more frequent event or source=timer",
           sampled->benchmark->name, name, (unsigned)events, (unsigned)sampled->every,
           MOST_REPETITIONS);
    run_error(sampled->run, text);
    return -1;
}

/* For a source that watches: checks that the benchmark writes to the address. */
static int sampling_count_writes(struct sampled *sampled)
{
    char text[CONFIG_ERROR_BYTES];
    const struct config *config = sampled->run->config;
    const struct address_watch *watch = &config->sample_watch;
    struct session session = sampling_session(sampled, 0);
    struct session_end end;
    uintptr_t mark = memory_mark();
    session.every = 1;
    session.random = false;
    session.wanted = UINT32_MAX;
    session.repetitions = session.room = 1;
    if (sampling_run_session(sampled, &session, 0, &end))
        return -1;
    if (end.faulted)
        return sampling_report_lost(sampled, &end, "its writes were being counted");
    memory_release(mark);
    sampled->in_run = end.interruptions;
    if (sampled->in_run * MOST_REPETITIONS >= sampled->every)
        return 0;
    format(text, sizeof text,
           "%s: not sampled: %s, at %x, is written %u times in a run, so fewer than %u times in %u "
           "runs; watch a more frequently written address or use source=timer",
           sampled->benchmark->name, watch->name, (unsigned)watch->address,
           (unsigned)sampled->in_run, (unsigned)sampled->every, MOST_REPETITIONS);
    run_error(sampled->run, text);
    return -1;
}

static unsigned sampling_repetitions(const struct sampled *sampled)
{
    const struct config *config = sampled->run->config;
    if (config->experiment == EXPERIMENT_RATES)
        return config->repetitions;
    if (source->counts || source->steady) /* their frequency in the runs is unknown */
        return MOST_REPETITIONS;
    uint64_t all = (uint64_t)config->samples * sampled->every;
    uint64_t of_run = source->watch ? sampled->in_run : sampled->alone;
    uint64_t needed = all / (of_run ? of_run : 1);
    needed += needed / 8 + 2; /* some samples come late */
    return needed < MOST_REPETITIONS ? (unsigned)needed : MOST_REPETITIONS;
}

static int sampling_choose_period(struct sampled *sampled)
{
    const struct kernel_run *run = sampled->run;
    if (source->counts)
        return sampling_choose_count(sampled);
    sampled->every =
        source->watch ? run->config->sample_count : sampling_clocks_between(run, sampled->alone);
    return source->watch ? sampling_count_writes(sampled)
                         : sampling_check_period(sampled->run, sampled->every);
}

/* Runs a separate session for each pass. */
static int sampling_run_passes(const struct sampled *sampled)
{
    struct kernel_run *run = sampled->run;
    bool profile = run->config->experiment == EXPERIMENT_PROFILE;
    int failed = 0;
    for (unsigned p = 0; p < run->plan.n_passes && !failed; p++) {
        uintptr_t mark = memory_mark();
        failed = profile ? sample_counts_pass(sampled, p) : tick_series_pass(sampled, p);
        memory_release(mark);
        run_tick(run, run->tally.passes_done + 1);
    }
    sampling_check_drift(sampled);
    return failed;
}

/* Reports the program, if the benchmark is one, as it was in the last repetition. */
static void sampling_report_program(const struct sampled *sampled)
{
    const struct report_bench bench = {.name = sampled->benchmark->name,
                                       .state = config_state_name(sampled->variant->state),
                                       .ablate = config_ablate_name(sampled->variant->ablate)};
    if (process_report)
        process_report(sampled->run, &bench);
}

static int sampling_run_variant(struct kernel_run *run, const struct benchmark *benchmark,
                                struct variant *v)
{
    struct sampled sampled = {.run = run, .benchmark = benchmark, .variant = v, .source = source};
    if (sampling_examine_benchmark(&sampled))
        return -1;
    struct handler_cost *cost = memory_allocate(run->plan.n_passes * sizeof *cost);
    if (!cost)
        return sampling_report_failure(&sampled, E_MEASURE_MEMORY, NULL);
    sampled.cost = cost;
    for (unsigned p = 0; p < run->plan.n_passes; p++)
        if (source->stores)
            cost[p] = (struct handler_cost){0};
        else if (handler_cost_find(run, v, p, source, is_stepped(run), &cost[p]))
            return -1;
    if (sampling_choose_period(&sampled))
        return -1;
    sampled.most_repetitions = sampling_repetitions(&sampled);
    const int failed = run->config->experiment == EXPERIMENT_MULTIPLEX
                           ? multiplex_all(&sampled)
                           : sampling_run_passes(&sampled);
    sampling_report_program(&sampled);
    return failed;
}

/* Refuses more repetitions than the samples can number. */
static int sampling_check_repetitions(struct kernel_run *run, const struct config *config)
{
    char text[120];
    if (config->experiment != EXPERIMENT_RATES || config->repetitions <= MOST_OF_RATES)
        return 0;
    format(text, sizeof text, "repetitions: %u is out of range for experiment=rates (1 to %u)",
           config->repetitions, MOST_OF_RATES);
    run_error(run, text);
    return -1;
}

static bool counts_events(const struct kernel_run *run)
{
    for (unsigned p = 0; p < run->plan.n_passes; p++)
        if (!run->plan.passes[p].time_stamp)
            return true;
    return false;
}

/*
 * Reports whether the settings suit a source that stores: its samples contain only an address, so
 * requests for more are refused.
 */
static bool sampling_can_store(struct kernel_run *run)
{
    char text[320];
    const struct config *config = run->config;
    const struct pmc_counted trigger = plan_trigger(config);
    const char *why = config->experiment != EXPERIMENT_PROFILE ? "needs experiment=profile"
                      : counts_events(run)
                          ? "stored samples contain no counts of other events; select none"
                          : stored_samples_missing(run, &trigger);
    if (!why)
        return true;
    format(text, sizeof text, "source: 'precise,%s': %s", config->sample_name, why);
    run_error(run, text);
    return false;
}

void sampling_run(struct kernel_run *run, const struct config *config)
{
    char text[200];
    if (config->experiment == EXPERIMENT_CHANNELS) {
        stamp_run_experiment(run, config);
        return;
    }
    source = sampling_source(run, config);
    if (plan_experiment(run, config) || sampling_check_repetitions(run, config))
        return;
    if (!run->hz) {
        run_error(run, "sampling by time needs the clock frequency, which is unknown");
        return;
    }
    if (source->stores && !sampling_can_store(run))
        return;
    if (source->counts && !source->stores && !run->pmc->start_armed) {
        run_error(run, "source: 'event': no counter of this processor interrupts");
        return;
    }
    if (source->watch && config->experiment == EXPERIMENT_MULTIPLEX) {
        run_error(run,
                  "source: 'watch' is for experiment=profile and rates; multiplex needs "
                  "source=timer or source=event");
        return;
    }
    if (multiplex_regions_check(run, source))
        return;
    const char *missing = sampler_open(run, source, config->sample_hz);
    if (missing) {
        format(text, sizeof text, "source: '%s': %s", source->name, missing);
        run_error(run, text);
        return;
    }
    if (config->multiplex_regions)
        region_slices_open();
    case_run_all(run, sampling_run_variant);
    sampler_close();
}
