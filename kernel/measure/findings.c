/*
 * SPDX-License-Identifier: MIT
 * Infers findings in ring 0, between measurements: first silently from values at the limits of the
 * uncertainty, last from the medians, whose findings are reported at once.
 */
#include "kernel/measure/findings.h"

#include "kernel/lib/string.h"
#include "kernel/measure/suspect.h"
#include "pmc/documented_values.h"

/* Trials: all values low, all high, then a random mixture of low and high. */
#define TRIALS      18u
#define FROM_MEDIAN TRIALS

/*
 * Numbers count as the same if they differ by at most a hundredth of the value or a twentieth of
 * the unit.
 */
#define SAME_SHARE       100
#define SAME_THOUSANDTHS 50

/* The data that findings are inferred from, while a benchmark does so. */
static struct {
    struct kernel_run *run;
    const struct report_bench *bench;
    const struct steady *values;
    unsigned trial;
    bool suspect; /* a result that was used cannot be right */
} from;

/* Findings of the trials. */
static struct trial_finding {
    uint32_t name, text; /* hashes; text: 0 for a number */
    int64_t least, most; /* range of the values, thousandths */
    unsigned trials;     /* number of trials with this finding */
    bool differs;        /* the texts differ */
} tried[FINDINGS];
static unsigned n_tried, n_trials;

static uint32_t findings_hash(const char *text)
{
    uint32_t value = 2166136261u; /* FNV-1a: Fowler, Noll and Vo */
    for (; *text; text++)
        value = (value ^ (uint8_t)*text) * 16777619u;
    return value | 1;
}

static const struct report_result *findings_find_result(unsigned region, const char *event)
{
    for (unsigned i = 0; from.bench && i < from.bench->n_regions * from.bench->n_events; i++) {
        const struct report_result *result = &from.bench->results[i];
        if (result->region == region && result->status == RESULT_OK &&
            !strcmp(result->event, event))
            return result;
    }
    return NULL;
}

/* The value is the same throughout a trial, in whichever order a benchmark requests it. */
static fixed_t findings_trial_value(unsigned index)
{
    const struct steady *value = &from.values[index];
    if (from.trial == FROM_MEDIAN)
        return value->value;
    uint32_t chance = (index + 1) * 2654435761u ^ from.trial * 2246822519u;
    chance = (chance ^ chance >> 15) * 2246822519u;
    bool high = from.trial < 2 ? from.trial : chance >> 16 & 1;
    return high ? value->high : value->low;
}

int64_t finding_measured(unsigned region, const char *event)
{
    const struct report_result *result = findings_find_result(region, event);
    const struct event *same = pmc_event_find(from.run->pmc, event, strlen(event));
    if (!result && same)
        result = findings_find_result(region, same->name);
    if (!result && !strcmp(event, "clocks"))
        result = findings_find_result(region, pmc_time_stamp.name);
    if (!result)
        return NOT_MEASURED;
    from.suspect |= result->suspect != NULL;
    fixed_t value = findings_trial_value((unsigned)(result - from.bench->results));
    return fixed_to_int(fixed_multiply(value, fixed_from_int(1000)));
}

static struct trial_finding *findings_find_trial(const char *name)
{
    for (unsigned i = 0; i < n_tried; i++)
        if (tried[i].name == findings_hash(name))
            return &tried[i];
    return NULL;
}

/* Records a finding of a trial, or of the medians, under its name. */
static struct trial_finding *findings_record_trial(const char *name, const char *text,
                                                   int64_t thousandths)
{
    uint32_t words = text ? findings_hash(text) : 0;
    struct trial_finding *finding = findings_find_trial(name);
    if (!finding && n_tried == FINDINGS)
        return NULL;
    if (!finding) {
        finding = &tried[n_tried++];
        *finding =
            (struct trial_finding){findings_hash(name), words, thousandths, thousandths, 0, false};
    }
    finding->differs |= finding->text != words;
    if (thousandths < finding->least)
        finding->least = thousandths;
    if (thousandths > finding->most)
        finding->most = thousandths;
    finding->trials++;
    return finding;
}

/* Reports whether trials have led to another result, or did not all lead to this finding. */
static bool findings_is_unsettled(const struct trial_finding *finding, int64_t thousandths)
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

static void findings_report(const char *name, const char *text, int64_t thousandths,
                            const char *unit)
{
    if (!from.bench)
        return; /* there is data only within findings_infer() */
    const struct trial_finding *found = findings_record_trial(name, text, thousandths);
    if (from.trial != FROM_MEDIAN)
        return;
    struct report_finding finding = {
        .bench = from.bench->name,
        .state = from.bench->state,
        .ablate = from.bench->ablate,
        .name = name,
        .unsettled = from.suspect || findings_is_unsettled(found, thousandths),
        .text = text,
        .value = fixed_divide(fixed_from_int(thousandths), fixed_from_int(1000)),
        .unit = unit,
        .documented = documented_value(name, from.run->pmc->name),
    };
    if (suspect_finding_mark)
        from.run->tally.suspects += suspect_finding_mark(&finding);
    REPORT(from.run->report, finding, &finding);
}

void finding(const char *name, int64_t thousandths, const char *unit)
{
    findings_report(name, NULL, thousandths, unit);
}

void finding_text(const char *name, const char *text)
{
    findings_report(name, text, 0, NULL);
}

static bool findings_are_uncertain(const struct report_bench *bench, const struct steady *values)
{
    for (unsigned i = 0; i < bench->n_regions * bench->n_events; i++)
        if (bench->results[i].status == RESULT_OK && values[i].low != values[i].high)
            return true;
    return false;
}

int findings_infer(struct kernel_run *run, const struct benchmark *benchmark,
                   const struct report_bench *bench, const struct steady *values)
{
    int failed = 0;
    if (!benchmark->conclude)
        return 0;
    from.run = run;
    from.bench = bench;
    from.values = values;
    from.suspect = false;
    n_tried = 0;
    n_trials = findings_are_uncertain(bench, values) ? TRIALS : 0;
    for (from.trial = 0; from.trial < n_trials && !failed; from.trial++)
        failed = repetition_contain(benchmark->conclude);
    from.trial = FROM_MEDIAN;
    if (!failed)
        failed = repetition_contain(benchmark->conclude);
    from.bench = NULL;
    return failed;
}
