/*
 * SPDX-License-Identifier: MIT
 * Compares a result with the region's other results by the rules of its family, and findings with
 * separate rules.
 */
#include "kernel/measure/suspect.h"

#include "kernel/lib/format.h"
#include "kernel/lib/glob.h"
#include "kernel/lib/string.h"
#include "pmc/plausibility/plausibility.h"
#include "pmc/probe_share.h"

/* The results of a region that are counted in the same rings as one of them. */
struct region_results {
    const struct plan *plan;
    const struct report_result *row;
    unsigned rings;
};

/* Reports whether event e is counted without modifiers, as the rules assume. */
static bool suspect_is_plain(const struct plan *plan, unsigned e)
{
    const struct pmc_counted *counted = &plan->events[e];
    return counted->event && !counted->masked && !counted->threshold && !counted->invert &&
           !counted->edge && !counted->netburst;
}

/* The most that end probes may add to the count of an event, beyond the result's range. */
static fixed_t suspect_probe_share(const char *event, const struct report_result *result)
{
    const struct probe_share *share = probe_share_of(event);
    return share ? fixed_from_int((int64_t)share->most * result->exits) : 0;
}

/*
 * Two durations are counted in different repetitions, and on a machine whose memory is refreshed at
 * any time each repetition takes other clocks. The distance of its samples is allowed for, and if
 * these are few, which may be close by chance, a 64th of the count too.
 */
#define FEW_SAMPLES 5
#define FEW_SHARE   64

static fixed_t suspect_variation(const struct event *event, const struct report_values *values)
{
    if (event->kind != EVENT_DURATION)
        return 0;
    fixed_t most = values->maximum - values->minimum;
    if (values->n < FEW_SAMPLES && values->maximum > 0)
        most += values->maximum / FEW_SHARE;
    return most;
}

static bool suspect_find(const void *context, const char *event, struct plausibility_range *range)
{
    const struct region_results *of = context;
    for (unsigned e = 0; e < of->plan->n_events; e++) {
        const struct report_result *result = &of->row[e];
        if (of->plan->events[e].rings != of->rings || !suspect_is_plain(of->plan, e) ||
            strcmp(of->plan->events[e].event->name, event) != 0)
            continue;
        const fixed_t variation = suspect_variation(of->plan->events[e].event, &result->corrected);
        *range =
            (struct plausibility_range){result->corrected.minimum - result->probe_high -
                                            suspect_probe_share(event, result) - variation,
                                        result->corrected.maximum - result->probe_low + variation,
                                        result->overhead * (int64_t)result->entries};
        return result->status == RESULT_OK && result->corrected.n;
    }
    return false;
}

static bool suspect_is_clock(const char *event)
{
    return !strcmp(event, "count_clocks") || !strcmp(event, "time_stamp") ||
           !strcmp(event, "cpu_clk_unhalted");
}

#define STEPS_OF_A_TIME 1000 /* an error of one step is then below 0.1 % */

/* Returns why a time of the time-stamp counter is not exact, or NULL. */
static const char *suspect_time_stamp(const struct kernel_run *run,
                                      const struct report_result *result)
{
    static char text[64];
    uint32_t step = run->time_stamp_step, times = result->entries ? result->entries : 1;
    if (!step || strcmp(result->event, pmc_time_stamp.name) != 0)
        return NULL;
    if (fixed_to_int(result->raw) / STEPS_OF_A_TIME / times >= step)
        return NULL;
    format(text, sizeof text, "the time stamp advances in steps of %u clocks", (unsigned)step);
    return text;
}

const char *suspect_reason(const struct kernel_run *run, const struct report_result row[],
                           unsigned e, const struct report_values *whole)
{
    const struct plan *plan = &run->plan;
    const struct region_results of = {plan, row, plan->events[e].rings};
    const struct report_values *values = &row[e].corrected;
    const char *event = plan->events[e].event->name;
    if (row[e].status != RESULT_OK)
        return NULL;
    if (result_is_negative(&row[e]) && values->mean + values->half_width < row[e].probe_low)
        return "the whole interval is below 0";
    if (!suspect_is_plain(plan, e))
        return NULL;
    if (suspect_is_clock(event) && whole->n && values->minimum - row[e].probe_high > whole->maximum)
        return "more clocks than the whole run";
    for (unsigned i = 0; i < plausibility_rule_count; i++)
        if (plausibility_concerns(&plausibility_rules[i], event) &&
            plausibility_is_violated(&plausibility_rules[i], suspect_find, &of))
            return plausibility_rules[i].text;
    return suspect_time_stamp(run, &row[e]);
}

/* ---- findings: an instruction takes time, and none of it passes backwards ----------------------
 */

static const struct finding_limit {
    const char *benches, *name;
    const char *rule;
    bool may_be_zero;
} limits[] = {
    {"instr/*", "latency", "not above 0 clocks", false},
    {"instr/*", "throughput", "not above 0 clocks", false},
    {"instr/*", "overlap", "below 0 clocks", true},
};

static const char *suspect_finding_rule(const struct report_finding *finding)
{
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const struct finding_limit *limit = &limits[i];
        if (finding->value < !limit->may_be_zero && !strcmp(limit->name, finding->name) &&
            glob_match(limit->benches, finding->bench))
            return limit->rule;
    }
    return NULL;
}

bool suspect_finding_mark(struct report_finding *finding)
{
    static char text[40];
    char number[24];
    if (finding->text || finding->unsettled)
        return false;
    finding->suspect = suspect_finding_rule(finding);
    if (!finding->suspect)
        return false;
    fixed_format_short(number, sizeof number, finding->value, 2);
    format(text, sizeof text, REPORT_IMPOSSIBLE "%s", number);
    finding->text = text;
    return true;
}
