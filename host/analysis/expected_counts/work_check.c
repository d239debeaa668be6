/*
 * SPDX-License-Identifier: MIT
 * Checks expected counts.
 */
#include "host/analysis/expected_counts/work_check.h"

#include <stdio.h>
#include <string.h>

#include "host/base/message.h"
#include "host/data/run/case_arguments.h"
#include "host/analysis/expected_counts/expected_counts.h"

#define MOST_REPORTED 20
#define CASE_BYTES    200

struct checking {
    const struct run *run;
    unsigned wrong;
};

/* Writes the case's name with another value of an argument. */
static void work_check_other_case(const char *bench, const char *argument, const char *value,
                                  char name[CASE_BYTES])
{
    char wanted[2 * ARGUMENT_BYTES];
    snprintf(wanted, sizeof wanted, ":%s=", argument);
    const char *at = strstr(bench, wanted);
    size_t before = at ? (size_t)(at - bench) + strlen(wanted) : 0;
    const char *rest = bench + before + strcspn(bench + before, ":");
    snprintf(name, CASE_BYTES, "%.*s%s%s", (int)before, bench, value, rest);
}

/* Returns the result that `work` compares this result with; NULL if it was not measured. */
static const struct result *work_check_other_result(const struct run *run,
                                                    const struct result *result,
                                                    const struct bench_work *work)
{
    char name[CASE_BYTES];
    snprintf(name, sizeof name, "%s", result->bench);
    if (work->less_argument)
        work_check_other_case(result->bench, work->less_argument->name, work->less_value, name);
    const char *region = work->less_region[0] ? work->less_region : work->region;
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *other = &run->results[i];
        if (other->plan == result->plan && other->event == result->event &&
            other->ring == result->ring && expected_counts_can_state(run, other) &&
            !strcmp(other->bench, name) &&
            bench_work_is_region(region, other->region, other->region_name))
            return other;
    }
    return NULL;
}

static void work_check_report(struct checking *checking, const struct result *result,
                              const struct bench_work *work, const struct work_count *count,
                              double measured, const char *place)
{
    char iterations[40] = "", less[CASE_BYTES] = "";
    if (work->turns)
        snprintf(iterations, sizeof iterations, " in each of %lld iterations",
                 (long long)work->turns);
    if (work->less_argument)
        snprintf(less, sizeof less, " more than with %s=%s", work->less_argument->name,
                 work->less_value);
    else if (work->less_region[0])
        snprintf(less, sizeof less, " more than in region %s", work->less_region);
    if (checking->wrong++ < MOST_REPORTED)
        message_print("%s: WORK: %s: expected %lld%s%s, counted %.15g (%s, region %s)", place,
                      count->event->name, (long long)count->count, iterations, less,
                      work->turns ? measured / (double)work->turns : measured, result->bench,
                      work->region);
}

static void work_check_count(void *context, const struct expected_count *expected)
{
    struct checking *checking = context;
    const struct result *result = expected->result;
    const struct bench_work *work = expected->work;
    bool compares = work->less_argument || work->less_region[0];
    const struct result *other =
        compares ? work_check_other_result(checking->run, result, work) : NULL;
    if (compares && !other)
        return;
    double measured = result->values.mean - (other ? other->values.mean : 0);
    if (!bench_work_matches(work, expected->count, measured))
        work_check_report(checking, result, work, expected->count, measured, expected->place);
}

unsigned work_check(const struct run *run, const char *kernel)
{
    struct checking checking = {.run = run};
    expected_counts_each(run, kernel, work_check_count, &checking);
    if (checking.wrong > MOST_REPORTED)
        message_print("and %u more counts that differ from WORK", checking.wrong - MOST_REPORTED);
    return checking.wrong;
}
