/*
 * SPDX-License-Identifier: MIT
 * Names and numbers that several export formats use.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/compare/t_distribution.h"
#include "host/output/export/export.h"
#include "host/base/message.h"
#include "host/data/run/event_lookup.h"
#include "host/data/written/program_outcome.h"

bool export_same_variant(const struct result *a, const struct result *b)
{
    return a->plan == b->plan && a->bench == b->bench && a->state == b->state &&
           a->ablate == b->ablate;
}

bool export_same_place(const struct result *a, const struct result *b)
{
    return a->region == b->region && export_same_variant(a, b);
}

bool export_wants_program(const struct export *export, const struct program_run *program)
{
    for (unsigned i = 0; i < export->n; i++)
        if (program_find(export->run, export->results[i]) == program)
            return true;
    return false;
}

unsigned export_place_end(const struct export *export, unsigned from)
{
    unsigned to = from + 1;
    while (to < export->n && export_same_place(export->results[from], export->results[to]))
        to++;
    return to;
}

const char *export_region(const struct result *result, char buffer[PLACE_BYTES])
{
    if (result->region == RUN_WHOLE)
        return "whole";
    const char *name = result->region_name;
    if (name && strcmp(name, "whole") && name[strspn(name, "0123456789")])
        return name;
    snprintf(buffer, PLACE_BYTES, "%u", result->region);
    return buffer;
}

/* Experiments with the same name are numbered in their order. */
static void export_experiment_name(const struct run *run, unsigned plan, char *buffer, size_t size)
{
    const char *name = run->plans[plan].experiment;
    unsigned alike = 0, number = 0;
    for (unsigned i = 0; i < run->n_plans; i++) {
        alike += !strcmp(run->plans[i].experiment, name);
        number += i <= plan && !strcmp(run->plans[i].experiment, name);
    }
    if (alike > 1)
        snprintf(buffer, size, "%s#%u", name, number);
    else
        snprintf(buffer, size, "%s", name);
}

const char *export_variant(const struct export *export, const struct result *result,
                           char buffer[PLACE_BYTES])
{
    const struct run *run = export->run;
    char of[PLACE_BYTES / 2] = "";
    if (run->n_plans > 1 && result->plan < run->n_plans)
        export_experiment_name(run, result->plan, of, sizeof of);
    bool warm = !strcmp(result->state, "warm"), whole = !strcmp(result->ablate, "none");
    if (warm && whole && !*of)
        return "";
    snprintf(buffer, PLACE_BYTES, " (%.64s%s%.64s%s%s)", result->state, whole ? "" : " without ",
             whole ? "" : result->ablate, *of ? " of " : "", of);
    return buffer;
}

const char *export_place(const struct export *export, const struct result *result,
                         char buffer[PLACE_BYTES])
{
    char region[PLACE_BYTES], variant[PLACE_BYTES];
    int length = snprintf(buffer, PLACE_BYTES, "%s/%s%s", result->bench,
                          export_region(result, region), export_variant(export, result, variant));
    return length < 0 ? "" : buffer;
}

/* The time stamp counter does not distinguish rings. */
const char *export_event(const struct result *result, char buffer[PLACE_BYTES])
{
    const char *suffix = !strcmp(result->ring, "user")   ? ":u"
                         : !strcmp(result->ring, "both") ? ":uk"
                                                         : "";
    if (!strcmp(result->event, "time_stamp"))
        suffix = "";
    snprintf(buffer, PLACE_BYTES, "%s%s", result->event, suffix);
    return buffer;
}

char *export_without(char *text, const char *unwanted)
{
    for (char *at = text; *(at += strcspn(at, unwanted));)
        *at = '_';
    return text;
}

const char *export_number(double value, char buffer[NUMBER_BYTES])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buffer, NUMBER_BYTES, "%.*g", digits, value + 0.0);
        if (strtod(buffer, NULL) == value)
            break;
    }
    return buffer;
}

double export_ci95(const struct values *values)
{
    if (values->n < 2)
        return NAN;
    if (values->level == 95)
        return values->ci;
    return t_distribution_quantile(0.05, values->n - 1) * values->sd / sqrt(values->n);
}

/* Returns 0 if the result is not in clocks. */
static int export_width_of_clocks(const struct result *result)
{
    if (!result_ok(result))
        return 0;
    if (!strcmp(result->event, "time_stamp"))
        return 4;
    if (!event_is_clocks(result->event))
        return 0;
    return !strcmp(result->ring, "both") ? 3 : !strcmp(result->ring, "kernel") ? 2 : 1;
}

const struct result *export_clocks(const struct export *export, unsigned from, unsigned to)
{
    const struct result *widest = NULL;
    for (unsigned i = from; i < to; i++)
        if (export_width_of_clocks(export->results[i]) >
            (widest ? export_width_of_clocks(widest) : 0))
            widest = export->results[i];
    return widest;
}

double export_nanoseconds(const struct export *export, double clocks)
{
    return export->run->mhz > 0 ? clocks / export->run->mhz * 1000 : NAN;
}

const char *export_one_event(const struct export *export, const char *format)
{
    static char name[PLACE_BYTES];
    char other[PLACE_BYTES];
    const struct result *clocks = export_clocks(export, 0, export->n);
    export_event(clocks ? clocks : export->results[0], name);
    for (unsigned i = 0; !clocks && i < export->n; i++) {
        if (!strcmp(name, export_event(export->results[i], other)))
            continue;
        message_print(
            "%s holds one number per region; there are no clocks but several events (%s, %s); "
            "select one with -e",
            format, name, other);
        return NULL;
    }
    return name;
}

void export_drop_negative(const struct export *export, const char *format)
{
    unsigned dropped = 0;
    for (unsigned i = 0; i < export->n; i++)
        dropped += result_ok(export->results[i]) && export->results[i]->values.mean < 0;
    if (dropped)
        message_print(
            "%s has no negative counts: omitted %u result%s whose corrected count is negative",
            format, dropped, dropped == 1 ? "" : "s");
}

bool export_shown(const struct result *result, const char *event)
{
    char name[PLACE_BYTES];
    return result_ok(result) && result->values.mean >= 0 &&
           !strcmp(export_event(result, name), event);
}
