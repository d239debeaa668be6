/*
 * SPDX-License-Identifier: MIT
 * Rows of the score that the self-tests answer.
 */
#include "kernel/lib/string.h"
#include "kernel/score/score_direct.h"

#define NO_COUNTERS "no performance counters"

void score_selftests_100_nops(struct score *score, unsigned row)
{
    if (score_value_needs_clocks(score, row))
        score_value_set_hundredths(score, row, 100 * score->run->selftests.clocks_of_100_nops);
}

/* ---- counters -------------------------------------------------------------------------------- */

static bool score_selftests_has_counters(struct score *score, unsigned row)
{
    const bool there = score->run->pmc && score->run->pmc->counters;
    if (!there)
        score_value_set_unmeasurable(score, row, NO_COUNTERS);
    return there;
}

void score_selftests_counters(struct score *score, unsigned row)
{
    const struct selftests *tests = &score->run->selftests;
    int64_t count = 0;
    if (!score_selftests_has_counters(score, row))
        return;
    for (unsigned c = 0; c < score->run->pmc->counters; c++)
        count += tests->counter_status[c] == PMC_OK;
    score_value_set_hundredths(score, row, 100 * count);
}

/* Returns the outcome of a self-test whose name begins like that; or NULL. */
static const struct selftest_outcome *score_selftests_find(const struct score *score,
                                                           const char *name)
{
    const struct selftests *tests = &score->run->selftests;
    for (unsigned i = 0; i < tests->n_outcomes; i++)
        if (!strncmp(tests->outcomes[i].name, name, strlen(name)))
            return &tests->outcomes[i];
    return NULL;
}

void score_selftests_counter_0(struct score *score, unsigned row)
{
    const struct selftest_outcome *found = score_selftests_find(score, "ctr0");
    if (!score_selftests_has_counters(score, row))
        return;
    if (!found || found->result.status == PMC_UNSUPPORTED)
        score_value_set_unmeasurable(score, row, "counter 0 was not tested");
    else
        score_value_set_hundredths(score, row, 100 * found->result.got);
}

void score_selftests_additivity(struct score *score, unsigned row)
{
    static const char name[] = "additivity";
    const struct selftests *tests = &score->run->selftests;
    bool all = true;
    if (!score_selftests_has_counters(score, row))
        return;
    if (!score_selftests_find(score, name)) {
        score_value_set_unmeasurable(score, row, "no counter counts instructions");
        return;
    }
    for (unsigned i = 0; i < tests->n_outcomes; i++)
        all &= strncmp(tests->outcomes[i].name, name, sizeof name - 1) != 0 ||
               tests->outcomes[i].result.status == PMC_OK;
    score_value_set_text(score, row, all ? "yes" : "no");
}

/* ---- switches -------------------------------------------------------------------------------- */

/* The effect of a switch is counted. */
static void score_selftests_switch(struct score *score, unsigned row, enum ablate feature)
{
    if (!score_selftests_has_counters(score, row))
        return;
    if (!score->run->selftests.usable)
        score_value_set_unmeasurable(score, row, "no counter counts");
    else
        score_value_set_text(score, row, selftest_can_ablate(score->run, feature) ? "yes" : "no");
}

void score_selftests_branch_off(struct score *score, unsigned row)
{
    score_selftests_switch(score, row, ABLATE_BRANCH);
}

void score_selftests_v_pipe_off(struct score *score, unsigned row)
{
    score_selftests_switch(score, row, ABLATE_VPIPE);
}
