/*
 * SPDX-License-Identifier: MIT
 * Ranges of counts of probes: calibrated with a displaced stack and with probes in the caches, and
 * scaled by the number of a region's stores that miss.
 */
#include "kernel/measure/experiment/probe_ranges.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/experiment/pass_run.h"
#include "kernel/measure/result.h"
#include "pmc/uncounted/displaced_probes.h"

/* ---- calibration ----------------------------------------------------------------------------- */

/* The regions of pmc/uncounted/displaced_probes.h, warm in each state. */
static const struct benchmark displaced_probes = {
    .name = "displaced probes", .text = "a displaced stack", .run = displaced_probe_regions};

/* Measures the events of a pass. */
static int probe_ranges_calibrate_pass(struct kernel_run *run, struct variant *v, unsigned pass)
{
    uintptr_t mark = memory_mark();
    struct pass_setting setting = pass_run_setting(run, &displaced_probes, v, pass);
    setting.setup.announce = setting.over_batches.announce = NULL;
    setting.most_regions = REGIONS;
    struct measurement m;
    int failed = pass_run_measure(run, &displaced_probes, &setting, &m);
    for (unsigned e = 0; e < run->plan.n_events && !failed; e++) {
        fixed_t median[DISPLACED_PROBE_REGIONS];
        if (run->plan.place[e].pass != (int)pass)
            continue;
        for (unsigned r = 0; r < DISPLACED_PROBE_REGIONS; r++)
            median[r] = result_of(run, &m, r, e, (struct overhead){0, 0}).corrected.median;
        v->probe_ranges[e] =
            (struct probe_range){median[DISPLACED_PROBE_STACK] - median[DISPLACED_PROBE_ELSEWHERE],
                                 median[DISPLACED_PROBE_EMPTY] - v->overhead[BY_PROBE][e].warm};
    }
    memory_release(mark);
    return failed ? -1 : 0;
}

static int probe_ranges_calibrate_variant(struct kernel_run *run, struct variant *v)
{
    size_t bytes = run->plan.n_events * sizeof *v->probe_ranges;
    v->probe_ranges = memory_allocate(bytes);
    if (!v->probe_ranges) {
        run_error(run, "not enough memory for the ranges of probes; ask for fewer events");
        return -1;
    }
    memset(v->probe_ranges, 0, bytes);
    for (unsigned p = 0; p < run->plan.n_passes; p++)
        if (probe_ranges_calibrate_pass(run, v, p))
            return -1;
    return 0;
}

int probe_ranges_calibrate(struct kernel_run *run)
{
    for (unsigned v = 0; v < run->plan.n_variants && run->config->use_assembly_regions; v++)
        if (probe_ranges_calibrate_variant(run, &run->plan.variants[v]))
            return -1;
    return 0;
}

/* ---- detection ------------------------------------------------------------------------------- */

/* The event that shows whether a line is in L1; NULL if this processor does not. */
static const struct event *probe_ranges_event(const struct kernel_run *run)
{
    static const char name[] = "data_read_miss";
    bool shows = !run->pmc->calls && run->selftests.usable;
    return shows ? pmc_event_find(run->pmc, name, sizeof name - 1) : NULL;
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
    const struct event *event = probe_ranges_event(run);
    const bool user = config_probe_ring(run->config) == RING_USER;
    const unsigned counter = run->selftests.usable & 1 ? 0 : 1;
    struct pmc_counted counted[PMC_MAX_COUNTERS] = {0};
    const struct schedule_pass pass = {.counted = counted};
    struct measure_setup setup = *m->setup;
    if (m->setup->whole || !event)
        return;
    counted[counter] =
        (struct pmc_counted){.event = event, .rings = user ? PMC_RING_USER : PMC_RING_KERNEL};
    setup.pass = &pass;
    setup.announce = NULL;
    displaced_probe_trace = (struct displaced_trace){0};
    probe_reads_patch_called(pass_run_reading(run, &pass), run->pmc->first_msr, counter);
    run->benchmark = m->benchmark->name;
    int failed = repetition_run_called(m, &setup, displaced_probe_read);
    run->benchmark = NULL;
    if (failed)
        probe_ranges_warn_unknown(run, m->benchmark->name);
    for (unsigned i = 0; i < m->n_regions && !failed; i++)
        m->region[i].missed_stores = (uint32_t)regions[m->region[i].number].near_sum;
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

void probe_ranges_mark_result(const struct kernel_run *run, const struct variant *variant,
                              const struct measured_region *region, unsigned e,
                              struct report_result *result)
{
    if (result->status != RESULT_OK || !variant->probe_ranges || region->number == REGION_WHOLE)
        return;
    const struct probe_range *range = &variant->probe_ranges[e];
    const bool shown = probe_ranges_event(run) != NULL;
    if (!shown && result->corrected.mean >= 0)
        return;
    const uint32_t stores = shown ? region->missed_stores : DISPLACED_PROBE_STORES * region->exits;
    probe_ranges_widen(result, range->displaced, stores, DISPLACED_PROBE_STORES);
    probe_ranges_widen(result, range->in_cache, region->entries, 1);
    if (!shown)
        result->probe_high = 0;
}
