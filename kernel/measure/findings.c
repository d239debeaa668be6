/*
 * SPDX-License-Identifier: MIT
 * Conclusions are drawn in ring 0, between measurements, and reported as they are drawn: last from
 * the medians, and before that, unheard, from values as far off as the samples allow.
 */
#include "kernel/measure/findings.h"

#include "kernel/lib/string.h"
#include "pmc/documented.h"

/* Trials: all values low, all high, then some low and some high by chance. */
#define TRIALS      18u
#define FROM_MEDIAN TRIALS

/* Numbers that differ by no more are the same: a hundredth, or a twentieth of the unit. */
#define SAME_SHARE       100
#define SAME_THOUSANDTHS 50

/* What is concluded from, while a benchmark does so. */
static struct {
    struct run *run;
    const struct report_bench *bench;
    const struct steady *values;
    unsigned trial;
} from;

/* What trials have found. */
static struct trial_finding {
    uint32_t name, text; /* hashes; 0 for the text of a number */
    int64_t least, most; /* thousandths */
    unsigned trials;     /* that have it */
    bool differs;        /* in words */
} tried[FINDINGS];
static unsigned n_tried, n_trials;

static uint32_t hash(const char *text)
{
    uint32_t value = 2166136261u; /* FNV-1a: Fowler, Noll and Vo */
    for (; *text; text++)
        value = (value ^ (uint8_t)*text) * 16777619u;
    return value | 1;
}

static const struct report_result *find(unsigned region, const char *event)
{
    for (unsigned i = 0; from.bench && i < from.bench->n_regions * from.bench->n_events; i++) {
        const struct report_result *result = &from.bench->results[i];
        if (result->region == region && result->status == RESULT_OK &&
            !strcmp(result->event, event))
            return result;
    }
    return NULL;
}

/* The same for all of a trial, whichever order a benchmark asks in. */
static fixed_t value_in_trial(unsigned index)
{
    const struct steady *value = &from.values[index];
    if (from.trial == FROM_MEDIAN)
        return value->value;
    uint32_t chance = (index + 1) * 2654435761u ^ from.trial * 2246822519u;
    chance = (chance ^ chance >> 15) * 2246822519u;
    bool high = from.trial < 2 ? from.trial : chance >> 16 & 1;
    return high ? value->high : value->low;
}

int64_t measured(unsigned region, const char *event)
{
    const struct report_result *result = find(region, event);
    const struct event *same = pmc_find_event(from.run->pmc, event, strlen(event));
    if (!result && same)
        result = find(region, same->name);
    if (!result && !strcmp(event, "clocks"))
        result = find(region, pmc_time_stamp.name);
    if (!result)
        return NOT_MEASURED;
    fixed_t value = value_in_trial((unsigned)(result - from.bench->results));
    return fixed_to_int(fixed_multiply(value, fixed_from_int(1000)));
}

static struct trial_finding *tried_as(const char *name)
{
    for (unsigned i = 0; i < n_tried; i++)
        if (tried[i].name == hash(name))
            return &tried[i];
    return NULL;
}

/* A finding of a trial, or of the medians, taken up into what was found of that name. */
static struct trial_finding *take(const char *name, const char *text, int64_t thousandths)
{
    uint32_t words = text ? hash(text) : 0;
    struct trial_finding *finding = tried_as(name);
    if (!finding && n_tried == FINDINGS)
        return NULL;
    if (!finding) {
        finding = &tried[n_tried++];
        *finding = (struct trial_finding){hash(name), words, thousandths, thousandths, 0, false};
    }
    finding->differs |= finding->text != words;
    if (thousandths < finding->least)
        finding->least = thousandths;
    if (thousandths > finding->most)
        finding->most = thousandths;
    finding->trials++;
    return finding;
}

/* Whether trials have come to something else, or not to that finding. */
static bool is_unsettled(const struct trial_finding *finding, int64_t thousandths)
{
    int64_t size = thousandths < 0 ? -thousandths : thousandths;
    int64_t same = size / SAME_SHARE;
    if (!n_trials || !finding)
        return false;
    if (same < SAME_THOUSANDTHS)
        same = SAME_THOUSANDTHS;
    return finding->differs || finding->trials != n_trials + 1 ||
           finding->most - thousandths > same || thousandths - finding->least > same;
}

static void report(const char *name, const char *text, int64_t thousandths, const char *unit)
{
    if (!from.bench)
        return; /* only conclude() has anything to conclude from */
    const struct trial_finding *found = take(name, text, thousandths);
    if (from.trial != FROM_MEDIAN)
        return;
    struct report_finding finding = {
        .bench = from.bench->name,
        .state = from.bench->state,
        .ablate = from.bench->ablate,
        .name = name,
        .unsettled = is_unsettled(found, thousandths),
        .text = text,
        .value = fixed_divide(fixed_from_int(thousandths), fixed_from_int(1000)),
        .unit = unit,
        .documented = documented(name, from.run->pmc->name),
    };
    REPORT(from.run->report, finding, &finding);
}

void finding(const char *name, int64_t thousandths, const char *unit)
{
    report(name, NULL, thousandths, unit);
}

void finding_text(const char *name, const char *text)
{
    report(name, text, 0, NULL);
}

static bool leave_room(const struct report_bench *bench, const struct steady *values)
{
    for (unsigned i = 0; i < bench->n_regions * bench->n_events; i++)
        if (bench->results[i].status == RESULT_OK && values[i].low != values[i].high)
            return true;
    return false;
}

int findings_conclude(struct run *run, const struct benchmark *benchmark,
                      const struct report_bench *bench, const struct steady *values)
{
    int failed = 0;
    if (!benchmark->conclude)
        return 0;
    from.run = run;
    from.bench = bench;
    from.values = values;
    n_tried = 0;
    n_trials = leave_room(bench, values) ? TRIALS : 0;
    for (from.trial = 0; from.trial < n_trials && !failed; from.trial++)
        failed = measure_contain(benchmark->conclude);
    from.trial = FROM_MEDIAN;
    if (!failed)
        failed = measure_contain(benchmark->conclude);
    from.bench = NULL;
    return failed;
}
