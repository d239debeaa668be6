/*
 * SPDX-License-Identifier: MIT
 * Computes statistics from a sorted copy: the samples keep their order in time.
 */
#include "kernel/measure/result.h"

#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/region_names.h"
#include "stats/levels.h"
#include "stats/outliers.h"
#include "stats/sample_summary.h"

static enum confidence confidence(const struct kernel_run *run)
{
    return run->config->confidence_level_99 ? CONFIDENCE_99 : CONFIDENCE_95;
}

/* Computes the statistics of sorted samples, without outliers if that is requested. */
static int result_summarise(const struct kernel_run *run, int64_t *sorted, unsigned n,
                            struct sample_summary *s, struct report_result *result)
{
    struct inliers usual = outliers_find(sorted, n, OUTLIERS_USUAL_MADS);
    result->outliers = n - usual.count;
    struct inliers kept = {0, n};
    if (run->config->cull)
        kept = outliers_find(sorted, n, run->config->cull);
    result->culled = n - kept.count;
    result->mad = outliers_mad(sorted, n);
    return sample_summary_compute(sorted + kept.first, kept.count, confidence(run), s);
}

static fixed_t per_run(fixed_t value, unsigned runs)
{
    return runs == 1 ? value : fixed_divide(value, fixed_from_int(runs));
}

int result_values(struct kernel_run *run, const int64_t *samples, unsigned n, unsigned runs,
                  fixed_t off, struct report_result *result)
{
    uintptr_t mark = memory_mark();
    int64_t *sorted = memory_allocate(n * sizeof *sorted);
    if (!sorted) {
        run_error(run, "not enough memory to sort the samples; ask for fewer repetitions");
        return -1;
    }
    memcpy(sorted, samples, n * sizeof *sorted);
    struct sample_summary s;
    int failed =
        /* Sorts the samples, and rejects those that are too large. */
        sample_summary_compute(sorted, n, confidence(run), &s);
    if (!failed)
        failed = result_summarise(run, sorted, n, &s, result);
    struct levels levels = {0};
    bool two = !failed && levels_find(sorted, n, &levels);
    memory_release(mark);
    if (failed) {
        run_error(run, "a count is too large: measure a shorter region");
        return -1;
    }
    result->raw = per_run(s.mean, runs);
    result->mad = per_run(result->mad, runs);
    result->levels = (struct report_levels){0};
    if (two)
        result->levels = (struct report_levels){levels.low_n, levels.high_n,
                                                per_run(fixed_from_int(levels.low), runs) - off,
                                                per_run(fixed_from_int(levels.high), runs) - off};
    result->corrected = (struct report_values){
        .n = s.n,
        .mean = result->raw - off,
        .deviation = per_run(s.deviation, runs),
        .half_width = per_run(s.half_width, runs),
        .minimum = per_run(fixed_from_int(s.minimum), runs) - off,
        .median = per_run(s.median, runs) - off,
        .maximum = per_run(fixed_from_int(s.maximum), runs) - off,
        .mode = per_run(fixed_from_int(s.mode), runs) - off,
    };
    return 0;
}

int result_clocks(struct kernel_run *run, const struct measurement *m, struct report_values *clocks)
{
    struct report_result result = {0};
    const int failed =
        m->summed ? summed_samples_clocks(run, m, &result)
                  : result_values(run, m->clocks, m->repetitions, m->runs_per_sample, 0, &result);
    *clocks = result.corrected;
    return failed;
}

/* The status of an event that no usable counter counts. */
static enum result_status result_no_counter_status(const struct kernel_run *run,
                                                   const struct pmc_counted *counted)
{
    enum result_status status = RESULT_UNSUPPORTED;
    if (counted->event == &pmc_time_stamp)
        return status;
    const uint32_t could = pmc_counters_of(run->pmc, counted);
    for (unsigned c = 0; c < run->pmc->counters; c++) {
        if (!(could >> c & 1))
            continue;
        if (run->selftests.counter_status[c] == PMC_OFF)
            return RESULT_OFF;
        if (run->selftests.counter_status[c] == PMC_STUCK)
            status = RESULT_STUCK;
    }
    return status;
}

/* Reports whether the event is counted: some events of a Pentium 4 only tag. */
static bool result_has_counter(const struct kernel_run *run, unsigned e)
{
    const struct event *event = run->plan.events[e].event;
    return run->plan.place[e].pass >= 0 && (event->counters || event == &pmc_time_stamp);
}

/* The position of an event's counter in the probes, which determines its overhead. */
static const char *result_position(const struct kernel_run *run, unsigned e)
{
    const struct event_place *place = &run->plan.place[e];
    return place->pass < 0
               ? NULL
               : schedule_position(run->pmc, &run->plan.passes[place->pass], place->counter);
}

struct report_result result_none(const struct kernel_run *run, const struct measurement *m,
                                 const struct measured_region *region, unsigned e)
{
    const struct event *event = run->plan.events[e].event;
    return (struct report_result){
        .bench = m->benchmark->name,
        .ring = pmc_rings_name(run->plan.events[e].rings),
        .rings_asked = e < run->config->n_events && run->config->events[e].rings,
        .read_by = probe_reads_name(m->setup->reading),
        .state = config_state_name(m->setup->state),
        .ablate = config_ablate_name(m->setup->ablate),
        .region = region->number,
        .region_name = region_names_find(m->benchmark->name, region->number),
        .event = run->plan.names[e],
        .event_text = run->plan.names[e] == event->name ? event_heading(event) : run->plan.names[e],
        .index = e,
        .code = event == &pmc_raw_event ? run->plan.events[e].raw : event->code,
        .counter = run->plan.place[e].counter,
        .position = result_position(run, e),
        .counter_off =
            event == &pmc_time_stamp ? 0 : run->selftests.counter_off[run->plan.place[e].counter],
        .entries = region->entries,
        .exits = region->exits,
        .by_stub = region->by == BY_STUB,
        .without_probes = region->by == BY_NONE,
        .status = result_has_counter(run, e) ? RESULT_OK
                                             : result_no_counter_status(run, &run->plan.events[e]),
    };
}

/*
 * Subtracts from the first samples what their cold probes cost more than warm ones. Returns that
 * number, rounded, because samples are integers.
 */
static int64_t result_subtract_cold(const struct measurement *m, int64_t *samples,
                                    struct overhead overhead)
{
    const int64_t more = fixed_to_int(overhead.cold - overhead.warm);
    for (unsigned i = 0; i < m->begun_cold; i++)
        samples[i] -= more;
    return more;
}

/*
 * Adds up the overhead of all entries in a repetition. The first entry is cold in a run that begins
 * cold.
 */
static fixed_t result_overhead(const struct measurement *m, uint32_t entries,
                               struct overhead overhead)
{
    fixed_t off = overhead.warm * (int64_t)entries;
    return m->setup->state == STATE_COLD ? off + overhead.cold - overhead.warm : off;
}

/* Sets the overhead of an entry: the average of all repetitions that the statistics include. */
static void result_set_overhead(struct report_result *result, const struct measurement *m,
                                const int64_t *samples, int64_t more)
{
    const unsigned n = result->corrected.n * m->runs_per_sample;
    for (unsigned i = 0; i < m->begun_cold; i++) {
        fixed_t value = per_run(fixed_from_int(samples[i]), m->runs_per_sample) - result->off;
        if (value >= result->corrected.minimum && value <= result->corrected.maximum)
            result->raw += fixed_divide(fixed_from_int(more), fixed_from_int(n));
    }
    result->overhead = fixed_divide(result->raw - result->corrected.mean,
                                    fixed_from_int((int64_t)result->entries));
}

struct report_result result_of(struct kernel_run *run, struct measurement *m, unsigned place,
                               unsigned e, struct overhead overhead)
{
    struct report_result result = result_none(run, m, &m->region[place], e);
    if (result.status != RESULT_OK)
        return result;
    if (region_names_misuse(&m->region[place], NULL)) {
        result.status = RESULT_BROKEN;
        return result;
    }
    int64_t *samples = measurement_counts(m, place, run->plan.place[e].place);
    result.counters_written = m->region[place].counters_written;
    if ((m->reprogrammed || result.counters_written >> result.counter & 1) &&
        run->plan.events[e].event != &pmc_time_stamp) {
        result.status = RESULT_REPROGRAMMED;
        return result;
    }
    const int64_t more = result_subtract_cold(m, samples, overhead);
    result.off = result_overhead(m, result.entries, overhead);
    if (m->summed ? summed_samples_values(run, m, place, run->plan.place[e].place, &result)
                  : result_values(run, samples, m->repetitions, m->runs_per_sample, result.off,
                                  &result)) {
        result.status = RESULT_BROKEN;
        return result;
    }
    result_set_overhead(&result, m, samples, more);
    if (run->config->output_all_results && m->runs_per_sample == 1) {
        result.samples = samples;
        result.n_samples = m->repetitions;
    }
    return result;
}

fixed_t result_raw_median(const struct kernel_run *run, const struct measurement *m, unsigned place,
                          unsigned e)
{
    const unsigned n = m->repetitions;
    uintptr_t mark = memory_mark();
    int64_t *sorted = memory_allocate(n * sizeof *sorted);
    fixed_t median = 0;
    if (sorted && result_has_counter(run, e)) {
        memcpy(sorted, measurement_counts(m, place, run->plan.place[e].place), n * sizeof *sorted);
        sample_summary_sort(sorted, n);
        median = (fixed_from_int(sorted[(n - 1) / 2]) + fixed_from_int(sorted[n / 2])) / 2;
    }
    memory_release(mark);
    return per_run(median, m->runs_per_sample);
}

/* Less than any interrupt takes. */
#define DISTURBED_CLOCKS 100

void result_count_disturbed(struct tally *tally, const struct measurement *m)
{
    uintptr_t mark = memory_mark();
    unsigned n = m->repetitions;
    int64_t *sorted = memory_allocate(n * sizeof *sorted);
    if (sorted && m->runs_per_sample == 1) {
        memcpy(sorted, m->clocks, n * sizeof *sorted);
        sample_summary_sort(sorted, n);
        int64_t median = sorted[n / 2];
        int64_t bound = fixed_to_int(outliers_mad(sorted, n) * OUTLIERS_USUAL_MADS);
        if (bound < DISTURBED_CLOCKS)
            bound = DISTURBED_CLOCKS;
        for (unsigned i = 0; i < n; i++)
            tally->disturbed += sorted[i] - median > bound;
        if (sorted[n - 1] - median > bound && (uint64_t)(sorted[n - 1] - median) > tally->excess)
            tally->excess = (uint64_t)(sorted[n - 1] - median);
        tally->repetitions += n;
    }
    memory_release(mark);
}

/* Reports whether this counter of the pass counts clocks, which a disturbance increases. */
static bool result_counts_clocks(const struct measure_setup *setup, unsigned counter)
{
    static const char name[] = "clocks";
    if (setup->pass->time_stamp)
        return true;
    if (counter >= setup->pmc->counters)
        return false;
    const struct event *event = setup->pass->counted[counter].event;
    return (event && event == pmc_event_find(setup->pmc, name, sizeof name - 1));
}

int result_steady(const struct disturbance *disturbance, const struct measurement *m,
                  unsigned place, unsigned counter, fixed_t off, struct steady *steady)
{
    uintptr_t mark = memory_mark();
    size_t bytes = m->repetitions * sizeof(int64_t);
    int64_t *sorted = memory_allocate(bytes);
    bool clocks = result_counts_clocks(m->setup, counter) && m->runs_per_sample == 1;
    if (!sorted)
        return -1;
    memcpy(sorted, measurement_counts(m, place, counter), bytes);
    sample_summary_sort(sorted, m->repetitions);
    *steady = steady_value(sorted, m->repetitions, clocks ? disturbance : NULL);
    memory_release(mark);
    steady->value = per_run(steady->value, m->runs_per_sample) - off;
    steady->low = per_run(steady->low, m->runs_per_sample) - off;
    steady->high = per_run(steady->high, m->runs_per_sample) - off;
    return 0;
}

static bool is_narrow(const struct config *config, const struct report_values *values)
{
    fixed_t percent = fixed_multiply_divide(values->half_width, fixed_from_int(100), values->mean);
    return (config->ci_target && percent <= config->ci_target) ||
           (config->ci_counts && values->half_width <= config->ci_counts);
}

bool result_on_target(struct kernel_run *run, const struct measurement *m)
{
    if (m->repetitions < 2)
        return false; /* one sample has no spread */
    for (unsigned place = 0; place < m->n_regions; place++) {
        for (unsigned c = 0; c < measure_counters(m->setup); c++) {
            struct report_result result = {0};
            const struct schedule_pass *pass = m->setup->pass;
            bool in_use =
                pass->time_stamp ? c == 0 : c < run->pmc->counters && pass->counted[c].event;
            if (in_use &&
                !result_values(run, measurement_counts(m, place, c), m->repetitions, 1, 0,
                               &result) &&
                !is_narrow(run->config, &result.corrected))
                return false;
        }
    }
    return true;
}
