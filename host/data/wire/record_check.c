/*
 * SPDX-License-Identifier: MIT
 * Checks the consistency of results. A result contains each fact more than once, so most damage is
 * visible without a CRC.
 */
#include "host/data/wire/record_check.h"

#include <math.h>
#include <string.h>

#include "host/data/run/event_lookup.h"
#include "stats/student_t.h"

/* Numbers on the wire have six decimals and are multiples of 2^-20 before rounding. */
#define STEP 2e-6

static bool near(double a, double b, double steps)
{
    return fabs(a - b) <= steps * STEP + 1e-9 * fmax(fabs(a), fabs(b));
}

static bool between(double low, double value, double high)
{
    return low - STEP <= value && value <= high + STEP;
}

static const char *record_check_values(const struct values *values)
{
    if (values->level != 95 && values->level != 99)
        return "level is neither 95 nor 99";
    if (values->n == 0 || values->n > STUDENT_T_DF_MAX)
        return "n is out of range";
    if (values->sd < 0 || values->ci < 0)
        return "sd or ci is negative";
    if (!between(values->min, values->mean, values->max) ||
        (!isnan(values->med) && !between(values->min, values->med, values->max)) ||
        (!isnan(values->mode) && !between(values->min, values->mode, values->max)))
        return "mean, median or mode is not between min and max";
    if (values->n == 1)
        return NULL;
    if (values->sd > values->max - values->min + STEP)
        return "sd is greater than max - min";
    enum confidence level = values->level == 95 ? CONFIDENCE_95 : CONFIDENCE_99;
    double t = student_t(level, values->n - 1) / (double)(1u << STUDENT_T_FRACTION_BITS);
    double ci = t * values->sd / sqrt(values->n);
    return near(ci, values->ci, 2 + t) ? NULL : "ci is not t * sd / sqrt(n)";
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words))
        words++;
    return *words;
}

static const char *record_check_words(const struct result *result)
{
    static const char *const rings[] = {"none", "kernel", "user", "both", NULL};
    static const char *const states[] = {"warm", "cold", NULL};
    static const char *const ablations[] = {"none", "branch", "vpipe", "l1", NULL};
    if (!is_one_of(result->ring, rings))
        return "ring is unknown";
    if (!is_one_of(result->state, states))
        return "state is unknown";
    return is_one_of(result->ablate, ablations) ? NULL : "ablate is unknown";
}

/* Returns the result's calibration, the latest one of its experiment; NULL: not received. */
static const struct calibration *
record_check_calibration(const struct run *run, const struct result *result, const char *of)
{
    if (!of)
        of = result->region == RUN_WHOLE ? "run" : "region";
    for (unsigned i = run->n_calibrations; i-- > 0;) {
        const struct calibration *calibration = &run->calibrations[i];
        if (calibration->plan != result->plan)
            break;
        if (calibration->event == result->event && calibration->ring == result->ring &&
            calibration->state == result->state && calibration->ablate == result->ablate &&
            !strcmp(calibration->of, of))
            return calibration;
    }
    return NULL;
}

/*
 * Reports whether a result may have this overhead: the average of entries with cold probes and
 * entries with warm ones.
 */
static bool record_check_overhead(const struct calibration *calibration, double overhead)
{
    const double low = fmin(calibration->overhead_warm, calibration->overhead_cold);
    const double high = fmax(calibration->overhead_warm, calibration->overhead_cold);
    return near(low, overhead, 2) || near(high, overhead, 2) || (low < overhead && overhead < high);
}

const char *record_check_place(const struct run *run, const struct result *result, const char *of)
{
    const struct calibration *calibration = record_check_calibration(run, result, of);
    if (!calibration) {
        if (!event_lookup_agrees(result->event, result->code))
            return "event is unknown and was not calibrated";
        return record_check_words(result);
    }
    if (calibration->code != result->code || calibration->counter != result->counter)
        return "code or counter differs from the calibration";
    if (!strcmp(result->status, "ok") &&
        !record_check_overhead(calibration, result->overhead - result->call_overhead))
        return "overhead differs from the calibration";
    return NULL;
}

const char *record_check_result(const struct result *result)
{
    if (event_lookup_find(result->event) && !event_lookup_agrees(result->event, result->code))
        return "code is not that of the event";
    if (strcmp(result->status, "ok"))
        return NULL;
    const char *wrong = record_check_values(&result->values);
    if (wrong)
        return wrong;
    if (result->entries != result->exits)
        return "entries and exits differ, but status is ok";
    if (result->entries == 0)
        return "it has numbers but no entries";
    double entries = result->entries;
    if (!result->culled &&
        !near(result->raw - entries * result->overhead, result->values.mean, 2 + entries))
        return "mean is not raw - entries * overhead";
    if (!near(result->per_entry * entries, result->values.mean, 2 + entries))
        return "per_entry is not mean / entries";
    return NULL;
}
