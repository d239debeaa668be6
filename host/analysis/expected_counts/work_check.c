/*
 * SPDX-License-Identifier: MIT
 * Checks expected counts. Iterates over results instead of WORK() statements, because only measured
 * counts can be wrong.
 */
#include "host/analysis/expected_counts/work_check.h"

#include <stdio.h>
#include <string.h>

#include "host/base/message.h"
#include "host/data/run/case_arguments.h"
#include "host/analysis/expected_counts/work_statements.h"
#include "pmc/families.h"
#include "pmc/pmc.h"

#define MOST_REPORTED 20
#define CASE_BYTES    200

struct checking {
    const struct run *run;
    const struct work_statements *stated;
    struct pmc pmc; /* for the names that the run's processor has for common events */
    unsigned wrong;
};

/* The processors that a WORK() applies to. */
enum of { OF_OTHERS, OF_ALL, OF_THIS };

/* A Pentium's expected counts apply to other families too, if they do not depend on the family:
 * instructions and branches, but neither misses nor clocks. */
static enum of work_check_applies(const struct checking *checking, const struct bench_work *work)
{
    uint8_t processors;
    const struct family *family = family_find(work->cpu, &processors);
    if (family->events != checking->pmc.events)
        return family == &families[FAMILY_P5] ? OF_ALL : OF_OTHERS;
    return processors & checking->pmc.processor ? OF_THIS : OF_OTHERS;
}

/* Returns the run's event for a common event; NULL if the run's family has no equivalent. */
static const struct event *own_event(const struct checking *checking, enum of of,
                                     const struct event *event)
{
    if (of == OF_THIS)
        return event;
    const struct event *own = pmc_event_find(&checking->pmc, event->name, strlen(event->name));
    return own && own->kind == EVENT_OCCURRENCE ? own : NULL;
}

static bool is_usual(const struct plan_record *plan)
{
    return !strcmp(plan->ring, "kernel") && (!plan->paging[0] || !strcmp(plan->paging, "mixed"));
}

static bool is_meant(const struct run *run, const struct result *result)
{
    return result_ok(result) && result->region != RUN_WHOLE && !strcmp(result->state, "warm") &&
           !strcmp(result->ablate, "none") && strcmp(result->ring, "user") &&
           is_usual(&run->plans[result->plan]);
}

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
            other->ring == result->ring && is_meant(run, other) && !strcmp(other->bench, name) &&
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

static void work_check_counts(struct checking *checking, const struct result *result,
                              const struct bench_work *work, const char *place, enum of of)
{
    bool compares = work->less_argument || work->less_region[0];
    for (unsigned i = 0; i < work->n_counts; i++) {
        const struct work_count *count = &work->counts[i];
        const struct event *own = own_event(checking, of, count->event);
        if (!own || strcmp(own->name, result->event))
            continue;
        const struct result *other =
            compares ? work_check_other_result(checking->run, result, work) : NULL;
        if (compares && !other)
            continue;
        double measured = result->values.mean - (other ? other->values.mean : 0);
        if (!bench_work_matches(work, count, measured))
            work_check_report(checking, result, work, count, measured, place);
    }
}

/* Returns whether a WORK() for this processor states the result; statements for other processors
 * are then ignored. */
static bool work_check_is_stated(const struct checking *checking, const struct result *result,
                                 const struct bench_work *work)
{
    for (unsigned i = 0; i < work->n_counts; i++)
        if (work_check_applies(checking, work) == OF_THIS &&
            !strcmp(work->counts[i].event->name, result->event))
            return true;
    return false;
}

static bool concerns(const struct bench_work *work, const struct result *result)
{
    return work->applies && bench_work_is_region(work->region, result->region, result->region_name);
}

static void work_check_result(struct checking *checking, const struct result *result,
                              const struct work_case *c)
{
    struct bench_work work;
    const char *place;
    bool stated = false;
    size_t offset = 0;
    while (work_statements_next(checking->stated, result->bench, c, &offset, &work, &place))
        stated |= concerns(&work, result) && work_check_is_stated(checking, result, &work);
    enum of least = stated ? OF_THIS : OF_ALL;
    for (offset = 0;
         work_statements_next(checking->stated, result->bench, c, &offset, &work, &place);)
        if (concerns(&work, result) && work_check_applies(checking, &work) >= least)
            work_check_counts(checking, result, &work, place, work_check_applies(checking, &work));
}

unsigned work_check(const struct run *run, const char *kernel)
{
    struct checking checking = {.run = run};
    const char *cpu = run_processor_name(run);
    const struct family *family = cpu ? family_find(cpu, &checking.pmc.processor) : NULL;
    struct work_statements *stated = family ? work_statements_open(run, kernel) : NULL;
    const char *bench = NULL;
    struct work_case c;
    bool known = false;
    if (!stated)
        return 0;
    checking.stated = stated;
    checking.pmc.events = family->events;
    checking.pmc.n_events = family->n_events;
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (result->bench != bench) {
            bench = result->bench;
            c = (struct work_case){0};
            known = work_statements_case(stated, bench, &c);
        }
        if (known && is_meant(run, result))
            work_check_result(&checking, result, &c);
    }
    if (checking.wrong > MOST_REPORTED)
        message_print("and %u more counts that differ from WORK", checking.wrong - MOST_REPORTED);
    work_statements_close(stated);
    return checking.wrong;
}
