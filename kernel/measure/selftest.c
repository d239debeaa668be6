/*
 * SPDX-License-Identifier: MIT
 * Self-tests: the family's tests of its registers, and proofs of its switches.
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

void selftest_report(struct kernel_run *run, const struct pmc_selftest *result,
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
