/*
 * SPDX-License-Identifier: MIT
 * Self-tests: the family's tests of its registers, then a test of whether probes add up on this
 * machine.
 */
#include "kernel/measure/selftest.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/machine/machine_state.h"
#include "kernel/machine/memory.h"
#include "kernel/measure/kernel_run.h"
#include "pmc/region.h"
#include "stats/sample_summary.h"

static const char *status_name(enum pmc_status status)
{
    static const char *const names[] = {"ok", "stuck", "off", "unsupported"};
    return names[status];
}

/* Reports a self-test and stores it for the first-boot page. */
static void selftest_report(struct kernel_run *run, const struct pmc_selftest *result,
                            enum ablate switched)
{
    struct selftest_outcome *kept =
        &run->selftests.outcomes[run->selftests.n_outcomes % SELFTEST_MOST_OUTCOMES];
    run->selftests.n_outcomes += run->selftests.n_outcomes < SELFTEST_MOST_OUTCOMES;
    format(kept->name, sizeof kept->name, "%s", result->name);
    kept->result = *result;
    kept->result.name = kept->name;
    kept->status = status_name(result->status);
    kept->switched = switched;
    struct report_selftest reported = {kept->name, kept->status, result->expect, result->got,
                                       result->seen[0] ? result->seen : NULL};
    REPORT(run->report, selftest, &reported);
}

static bool trusted(const struct kernel_run *run, int64_t off)
{
    if (run->selftests.trust == TRUST_NEAR)
        return off >= -CONFIG_TRUST_NEAR && off <= CONFIG_TRUST_NEAR;
    return run->selftests.trust == TRUST_ALL;
}

/*
 * Decides whether the counter is used. A counter with a wrong count (`off`) is used if the settings
 * allow it; its results are then marked.
 */
static void selftest_judge_counter(struct kernel_run *run, unsigned counter,
                                   const struct pmc_selftest *result)
{
    int64_t off = result->got - result->expect;
    run->selftests.counter_status[counter] = result->status;
    run->selftests.counter_off[counter] = result->status == PMC_OFF ? off : 0;
    if (result->status == PMC_OK || (result->status == PMC_OFF && trusted(run, off)))
        run->selftests.usable |= 1u << counter;
}

/* ---- additivity ------------------------------------------------------------------------------ */

/*
 * NOPs between the probes of regions 0 to 3. Each region counts that many more instructions than
 * region 0.
 */
#define STEPS 4
static const unsigned nops[STEPS] = {0, 2, 4, 8};

static void selftest_run_nops(void)
{
    region_begin(0);
    region_end(0);
    region_begin(1);
    __asm__ volatile("nop\n\tnop");
    region_end(1);
    region_begin(2);
    __asm__ volatile("nop\n\tnop\n\tnop\n\tnop");
    region_end(2);
    region_begin(3);
    __asm__ volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop");
    region_end(3);
}

#define REPETITIONS 5 /* the median counts, since a single sample may be disturbed */

/* The median of a region for the counter at that index in the pass. */
static int64_t selftest_median(const struct measurement *m, unsigned region, unsigned place)
{
    int64_t sorted[REPETITIONS];
    memcpy(sorted, measurement_counts(m, region, place), sizeof sorted);
    sample_summary_sort(sorted, REPETITIONS);
    return sorted[REPETITIONS / 2];
}

static void selftest_report_additivity(struct kernel_run *run, const struct measurement *m,
                                       unsigned place)
{
    const unsigned counter = pmc_counter_at(run->pmc, m->setup->pass->counted, place);
    char name[24];
    struct pmc_selftest result = {.name = name};
    int64_t counted[STEPS];
    bool adds_up = true;
    for (unsigned i = 0; i < STEPS; i++) {
        counted[i] = selftest_median(m, i, place) - selftest_median(m, 0, place);
        result.expect += nops[i];
        result.got += counted[i];
        adds_up &= counted[i] == nops[i];
    }
    format(name, sizeof name, "additivity_ctr%u", counter);
    format(result.seen, sizeof result.seen, "0 2 4 8 -> %lld %lld %lld %lld", (long long)counted[0],
           (long long)counted[1], (long long)counted[2], (long long)counted[3]);
    result.status = adds_up ? PMC_OK : PMC_OFF;
    selftest_report(run, &result, ABLATE_NONE);
    if (!adds_up && run->selftests.counter_status[counter] == PMC_OK)
        run_error(run,
                  "NOPs between probes are counted wrong, although the counter passed its "
                  "self-test: do not trust its counts");
}

/*
 * A pass that counts instructions on each usable counter that supports the event; NULL if none
 * does.
 */
static const struct schedule_pass *selftest_additivity_pass(const struct kernel_run *run)
{
    static const char name[] = "instructions_executed";
    static struct pmc_counted counted[PMC_MAX_COUNTERS];
    static struct schedule_pass pass = {.counted = counted};
    const struct pmc_counted as = {.event = pmc_event_find(run->pmc, name, sizeof name - 1),
                                   .rings = PMC_RING_KERNEL};
    const uint32_t on = as.event ? run->selftests.usable & pmc_counters_of(run->pmc, &as) : 0;
    unsigned place = 0;
    memset(counted, 0, sizeof counted);
    for (unsigned c = 0; c < run->pmc->counters; c++)
        if (on >> c & 1)
            counted[run->pmc->notation ? place++ : c] = as;
    return on ? &pass : NULL;
}

void selftest_additivity(struct kernel_run *run)
{
    static const struct benchmark steps = {
        .name = "additivity", .text = "NOPs between probes", .run = selftest_run_nops};
    const struct schedule_pass *pass = selftest_additivity_pass(run);
    struct measurement m;
    if (!pass)
        return;
    struct measure_setup setup = {
        .pmc = run->pmc, .pass = pass, .reading = READ_BY_RDMSR, .repetitions = REPETITIONS};
    uintptr_t mark = memory_mark();
    unsigned executions = measure_executions;
    int failed = repetition_begin(&steps, &setup, &m) || repetition_repeat(&m, REPETITIONS);
    for (unsigned c = 0; c < run->pmc->counters && !failed && m.n_regions == STEPS; c++)
        if (pass->counted[c].event)
            selftest_report_additivity(run, &m, c);
    if (failed)
        run_error(run, "NOPs between probes could not be counted: the machine faulted");
    /* Only executions of benchmarks and of their calibration count. */
    measure_executions = executions;
    memory_release(mark);
}

/* ---- switches ------------------------------------------------------------------------------- */

bool selftest_can_ablate(struct kernel_run *run, enum ablate feature)
{
    struct ablation_proof proof;
    if (feature == ABLATE_NONE)
        return true;
    bool works = machine_state_can_ablate(feature, &proof);
    if (!(run->selftests.switches_reported >> feature & 1)) {
        char name[24];
        format(name, sizeof name, "ablate_%s", config_ablate_name(feature));
        struct pmc_selftest result = {.name = name,
                                      .status = works ? PMC_OK : PMC_UNSUPPORTED,
                                      .expect = proof.expect,
                                      .got = proof.got};
        selftest_report(run, &result, feature);
        run->selftests.switches_reported |= 1u << feature;
    }
    return works;
}

/* ---- all self-tests -------------------------------------------------------------------------- */

/* Test 0 is the control register's, test 1 + i that of counter i, then RDPMC's; see p5_pmc. */
void selftest_run(struct kernel_run *run, bool must_count)
{
    enum pmc_status control = PMC_UNSUPPORTED;
    bool there = false;
    for (unsigned test = 0; test < run->pmc->n_selftests; test++) {
        struct pmc_selftest result;
        run->pmc->selftest(test, &result);
        selftest_report(run, &result, ABLATE_NONE);
        if (test == 0) {
            control = result.status;
            continue;
        }
        unsigned counter = test - 1;
        if (counter == run->pmc->counters) {
            run->selftests.rdpmc = result.status == PMC_OK;
            continue;
        }
        there |= result.status != PMC_UNSUPPORTED;
        if (control != PMC_OK)
            result.status = control;
        selftest_judge_counter(run, counter, &result);
    }
    if (!there) /* as in Bochs, whose Pentium faults on access to the counters, unlike any chip */
        run->pmc = &tsc_pmc;
    if (must_count && there && !run->selftests.usable)
        run_error(run,
                  "no counter of this Pentium passed its self-test: only time is measured "
                  "(trust=all uses counters that advance)");
}
