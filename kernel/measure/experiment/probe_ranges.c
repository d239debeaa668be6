/*
 * SPDX-License-Identifier: MIT
 * Finds the ranges of counts of probes: calibrated ones (range_calibration.h), scaled by the number
 * of a region's stores and lines that miss, or by its entries.
 */
#include "kernel/measure/experiment/probe_ranges.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/end_probe_states.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/measure/experiment/range_calibration.h"
#include "pmc/uncounted/displaced_probes.h"

/* ---- detection ------------------------------------------------------------------------------- */

/* The event that shows whether a line is in L1; NULL if this processor does not. */
static const struct event *probe_ranges_event(const struct kernel_run *run)
{
    static const char name[] = "data_read_miss";
    bool shows = !run->pmc->calls && run->selftests.usable;
    return shows ? pmc_event_find(run->pmc, name, sizeof name - 1) : NULL;
}

/*
 * Makes one more repetition of m, in which the probes call displaced_probe_read(). `again` has
 * copies of the fields that a repetition changes.
 */
static int probe_ranges_repeat(const struct kernel_run *run, const struct measurement *m,
                               struct measurement *again)
{
    struct measure_setup setup = *m->setup;
    const unsigned counter = run->selftests.usable & 1 ? 0 : 1;
    struct pmc_counted counted[PMC_MAX_COUNTERS] = {0};
    const struct schedule_pass pass = {.counted = counted};
    counted[counter] =
        (struct pmc_counted){.event = probe_ranges_event(run),
                             .rings = setup.ring == RING_USER ? PMC_RING_USER : PMC_RING_KERNEL};
    setup.pass = &pass;
    setup.announce = NULL;
    setup.repetitions = 1;
    again->setup = &setup;
    again->repetitions = 0;
    displaced_probe_trace = (struct displaced_trace){0};
    probe_reads_patch_called(pass_run_reading(run, &pass), run->pmc->first_msr, counter);
    probe_reads_patch(READ_BY_CALL, (uint32_t)displaced_probe_read);
    int failed = repetition_repeat(again, 1);
    probe_reads_patch(setup.reading, run->pmc->first_msr);
    again->setup = m->setup;
    return failed;
}

/* Finds the accesses of probes that miss in the regions of m. */
static int probe_ranges_detect(const struct kernel_run *run, struct measurement *m)
{
    uintptr_t mark = memory_mark();
    const size_t bytes = m->n_regions * sizeof *m->region;
    struct measurement again = *m;
    again.region = memory_allocate(bytes);
    again.counts = memory_allocate(m->n_regions * PMC_MAX_COUNTERS * sizeof *again.counts);
    again.clocks = memory_allocate(sizeof *again.clocks);
    int failed = !again.region || !again.counts || !again.clocks ? E_MEASURE_MEMORY : 0;
    if (!failed) {
        memcpy(again.region, m->region, bytes);
        failed = probe_ranges_repeat(run, m, &again);
    }
    for (unsigned i = 0; i < m->n_regions && !failed; i++) {
        m->region[i].missed_stores = (uint32_t)regions[m->region[i].number].near_sum;
        m->region[i].reloaded_lines = (uint32_t)regions[m->region[i].number].far_sum;
    }
    memory_release(mark);
    return failed;
}

static void probe_ranges_warn_unknown(struct kernel_run *run, const char *bench)
{
    char text[200];
    format(
        text, sizeof text,
        "%s: the run that finds a displaced stack failed: the range of the probes' own counts is "
        "not reported",
        bench);
    REPORT(run->report, warning, run->config->warn_file, text);
}

void probe_ranges_find(struct kernel_run *run, struct measurement *m)
{
    if (m->setup->whole)
        return;
    if (!probe_ranges_event(run)) {
        end_probe_states_find(run, m);
        return;
    }
    run->benchmark = m->benchmark->name;
    int failed = probe_ranges_detect(run, m);
    run->benchmark = NULL;
    if (failed)
        probe_ranges_warn_unknown(run, m->benchmark->name);
}

/* ---- calibration ----------------------------------------------------------------------------- */

/* Finds the lines that the begin of an empty region reads again in the state cold. */
static int probe_ranges_calibrate_cold(struct kernel_run *run, struct variant *v, enum region_by by)
{
    const struct benchmark *empty = by == BY_STUB ? &measure_empty_stub : &measure_empty;
    uintptr_t mark = memory_mark();
    struct pass_setting setting = pass_run_setting(run, empty, v, 0);
    setting.setup.announce = setting.over_batches.announce = NULL;
    pass_run_limit(&setting, PASS_CALIBRATION_MOST);
    struct measurement m;
    int failed = pass_run_measure(run, empty, &setting, &m);
    if (!failed)
        failed = probe_ranges_detect(run, &m);
    if (!failed)
        v->probe_ranges->cold_lines[by] = m.region[0].reloaded_lines;
    memory_release(mark);
    return failed ? -1 : 0;
}

static int probe_ranges_allocate(struct kernel_run *run, struct variant *v)
{
    size_t bytes = sizeof *v->probe_ranges + run->plan.n_events * sizeof v->probe_ranges->event[0];
    v->probe_ranges = memory_allocate(bytes);
    if (!v->probe_ranges) {
        run_error(run, "not enough memory for the ranges of probes; ask for fewer events");
        return -1;
    }
    memset(v->probe_ranges, 0, bytes);
    return 0;
}

/*
 * A K7 predicts branches by the history of all code before them. A calibration between two passes
 * would change the mispredictions of the second one, so all passes are calibrated at the start.
 */
#define COUNTERS_OF_K7 4

static int probe_ranges_calibrate_variant(struct kernel_run *run, struct variant *v)
{
    const bool ordered = probe_ranges_event(run), cold = ordered && v->state == STATE_COLD;
    for (unsigned p = 0; p < run->plan.n_passes; p++) {
        if (ordered && range_calibration_run(run, v, p))
            return -1;
        if (!ordered && run->pmc->counters == COUNTERS_OF_K7)
            range_calibration_run_ends(run, v, p);
    }
    for (enum region_by by = BY_PROBE; by <= BY_STUB && cold; by++)
        if (plan_calibrates(by, true) && probe_ranges_calibrate_cold(run, v, by))
            return -1;
    return 0;
}

int probe_ranges_calibrate(struct kernel_run *run)
{
    int failed = 0;
    for (unsigned v = 0; v < run->plan.n_variants && run->config->use_assembly_regions; v++) {
        if (!failed)
            failed = probe_ranges_allocate(run, &run->plan.variants[v]);
        if (!failed)
            failed = probe_ranges_calibrate_variant(run, &run->plan.variants[v]);
    }
    return failed;
}

/* ---- results --------------------------------------------------------------------------------- */

/*
 * Widens the range by counts * times / of, rounded to the next whole count: two displaced words of
 * eight may still be a whole line.
 */
static void probe_ranges_widen(struct report_result *result, fixed_t counts, uint32_t times,
                               uint32_t of)
{
    fixed_t *end = counts < 0 ? &result->probe_low : &result->probe_high;
    const int64_t sign = counts < 0 ? -1 : 1;
    const uint64_t whole = (uint64_t)of << FIXED_FRACTION_BITS;
    *end +=
        sign * fixed_from_int((int64_t)(((uint64_t)(counts * sign) * times + whole - 1) / whole));
}

/* The lines that the begin of an empty region reads again where this one is entered. */
static uint32_t probe_ranges_cold_lines(const struct variant *variant,
                                        const struct measured_region *region)
{
    const bool cold = variant->state == STATE_COLD && region->first && region->by <= BY_STUB;
    return cold ? variant->probe_ranges->cold_lines[region->by] : 0;
}

bool probe_ranges_stack_is_warm(const struct variant *variant, const struct measured_region *region)
{
    return variant->probe_ranges && !region->reloaded_lines &&
           probe_ranges_cold_lines(variant, region);
}

/* The lines that the region's begins read again beyond those in its overhead; may be negative. */
static int32_t probe_ranges_lines(const struct variant *variant,
                                  const struct measured_region *region)
{
    return probe_ranges_stack_is_warm(variant, region)
               ? 0
               : (int32_t)(region->reloaded_lines - probe_ranges_cold_lines(variant, region));
}

/*
 * Reports whether a clock of a probe may be in the count, on a machine whose clocks are steady
 * enough to calibrate that.
 */
static bool probe_ranges_is_duration(const struct kernel_run *run, const struct event *event)
{
    return event && event->kind == EVENT_DURATION && run->pmc->calls && run->selftests.usable;
}

static uint32_t probe_ranges_less(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/*
 * Marks a result of a processor that does not show the state of each probe: a count below 0, a
 * number of occurrences that probes alone can cause if they are not in the caches, and a duration.
 */
static void probe_ranges_mark_unknown(const struct probe_range *range, bool duration,
                                      const struct measured_region *region,
                                      struct report_result *result)
{
    const fixed_t mean = result->corrected.mean;
    const uint32_t cold = probe_ranges_less(result->entries, region->cold_ends);
    const uint32_t displaced = probe_ranges_less(result->exits, region->displaced_ends);
    if (mean < 0 || duration) {
        probe_ranges_widen(result, range->displaced, displaced, 1);
        probe_ranges_widen(result, range->in_cache, result->entries, 1);
        probe_ranges_widen(result, range->longer, cold, 1);
        probe_ranges_widen(result, range->longer_in_cache, result->entries - cold, 1);
        if (result->probe_high > mean) /* the region itself takes no negative time */
            result->probe_high = mean < 0 ? 0 : mean;
    } else if (mean <= range->cold * (int64_t)cold) {
        probe_ranges_widen(result, range->cold, cold, 1);
    }
}

/*
 * Calibrates a pass between two passes of a benchmark. Machines that share a run may each calibrate
 * the same pass, so its repetitions and its time are not counted: sums are those of one machine.
 */
static void probe_ranges_calibrate_late(struct kernel_run *run, const struct variant *variant,
                                        unsigned pass)
{
    const struct tally before = run->tally;
    const unsigned executions = measure_executions;
    const uint64_t began = rdtsc();
    range_calibration_run_ends(run, variant, pass);
    run->tally.repetitions = before.repetitions;
    run->tally.disturbed = before.disturbed;
    run->tally.excess = before.excess;
    measure_executions = executions;
    run->started += rdtsc() - began;
}

/* The same, after a calibration if it is the first such result of a pass in an experiment. */
static void probe_ranges_mark_out_of_order(struct kernel_run *run, const struct variant *variant,
                                           const struct measured_region *region, unsigned e,
                                           struct report_result *result)
{
    const struct event *event = run->plan.events[e].event;
    const struct probe_range *range = &variant->probe_ranges->event[e];
    const bool duration = probe_ranges_is_duration(run, event),
               occurrence = event && event->kind == EVENT_OCCURRENCE;
    const fixed_t mean = result->corrected.mean;
    if (mean == 0 || (mean > 0 && !duration && !occurrence))
        return;
    if (!range->known)
        probe_ranges_calibrate_late(run, variant, (unsigned)run->plan.place[e].pass);
    probe_ranges_mark_unknown(range, duration, region, result);
}

/*
 * Marks a duration of a whole run that is below 0 in the state cold. A bus cycle of an odd number
 * of bus clocks is rounded up or down to clocks of the processor if the two clocks have a ratio
 * such as 3/2. The run and the empty run, whose lines are both read by such cycles, may therefore
 * differ by a clock.
 */
static void probe_ranges_mark_whole_run(const struct kernel_run *run, const struct variant *variant,
                                        unsigned e, struct report_result *result)
{
    const struct event *event = run->plan.events[e].event;
    if (variant->state == STATE_COLD && event && event->kind == EVENT_DURATION &&
        result->corrected.mean < 0 && result->overhead)
        probe_ranges_widen(result, -fixed_from_int(1), result->entries, 1);
}

void probe_ranges_mark_result(struct kernel_run *run, const struct variant *variant,
                              const struct measured_region *region, unsigned e,
                              struct report_result *result)
{
    if (result->status == RESULT_OK && region->number == REGION_WHOLE)
        probe_ranges_mark_whole_run(run, variant, e, result);
    if (result->status != RESULT_OK || !variant->probe_ranges || region->number == REGION_WHOLE)
        return;
    if (!probe_ranges_event(run)) {
        probe_ranges_mark_out_of_order(run, variant, region, e, result);
        return;
    }
    const struct probe_range *range = &variant->probe_ranges->event[e];
    const int32_t lines = probe_ranges_lines(variant, region);
    probe_ranges_widen(result, range->displaced, region->missed_stores, DISPLACED_PROBE_STORES);
    probe_ranges_widen(result, lines < 0 ? -range->reloaded : range->reloaded,
                       (uint32_t)(lines < 0 ? -lines : lines), DISPLACED_PROBE_LINES);
    probe_ranges_widen(result, range->in_cache, region->entries, 1);
}
