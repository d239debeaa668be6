/*
 * SPDX-License-Identifier: MIT
 * Matches WORK() statements with results. Iterates over results, because a statement applies to
 * many, and only measured counts can be wrong.
 */
#include "host/analysis/expected_counts/expected_counts.h"

#include <string.h>

#include "host/analysis/expected_counts/work_statements.h"
#include "pmc/families.h"
#include "pmc/pmc.h"

struct matching {
    const struct run *run;
    const struct work_statements *stated;
    struct pmc pmc; /* for the names that the run's processor has for common events */
    expected_count_callback *callback;
    void *context;
};

/* The processors that a WORK() applies to. */
enum of { OF_OTHERS, OF_ALL, OF_THIS };

/* A Pentium's expected counts apply to other families too, if they do not depend on the family:
 * instructions and branches, but neither misses nor clocks. */
static enum of expected_counts_applies(const struct matching *matching,
                                       const struct bench_work *work)
{
    uint8_t processors;
    const struct family *family = family_find(work->cpu, &processors);
    if (family->events != matching->pmc.events)
        return family == &families[FAMILY_P5] ? OF_ALL : OF_OTHERS;
    return processors & matching->pmc.processor ? OF_THIS : OF_OTHERS;
}

/* Returns the run's event for a common event; NULL if the run's family has no equivalent. */
static const struct event *expected_counts_own_event(const struct matching *matching, enum of of,
                                                     const struct event *event)
{
    if (of == OF_THIS)
        return event;
    const struct event *own = pmc_event_find(&matching->pmc, event->name, strlen(event->name));
    return own && own->kind == EVENT_OCCURRENCE ? own : NULL;
}

static bool expected_counts_is_usual(const struct plan_record *plan)
{
    return !strcmp(plan->ring, "kernel") && (!plan->paging[0] || !strcmp(plan->paging, "mixed"));
}

bool expected_counts_can_state(const struct run *run, const struct result *result)
{
    return result_ok(result) && result->region != RUN_WHOLE && !strcmp(result->state, "warm") &&
           !strcmp(result->ablate, "none") && strcmp(result->ring, "user") &&
           expected_counts_is_usual(&run->plans[result->plan]);
}

static void expected_counts_report(const struct matching *matching, const struct result *result,
                                   const struct bench_work *work, const char *place, enum of of)
{
    for (unsigned i = 0; i < work->n_counts; i++) {
        const struct work_count *count = &work->counts[i];
        const struct event *own = expected_counts_own_event(matching, of, count->event);
        const struct expected_count expected = {result, work, count, place};
        if (own && !strcmp(own->name, result->event))
            matching->callback(matching->context, &expected);
    }
}

/* Returns whether a WORK() for this processor states the result; statements for other processors
 * are then ignored. */
static bool expected_counts_is_stated(const struct matching *matching, const struct result *result,
                                      const struct bench_work *work)
{
    for (unsigned i = 0; i < work->n_counts; i++)
        if (expected_counts_applies(matching, work) == OF_THIS &&
            !strcmp(work->counts[i].event->name, result->event))
            return true;
    return false;
}

static bool expected_counts_concerns(const struct bench_work *work, const struct result *result)
{
    return work->applies && bench_work_is_region(work->region, result->region, result->region_name);
}

static void expected_counts_of_result(const struct matching *matching, const struct result *result,
                                      const struct work_case *c)
{
    struct bench_work work;
    const char *place;
    bool stated = false;
    size_t offset = 0;
    while (work_statements_next(matching->stated, result->bench, c, &offset, &work, &place))
        stated |= expected_counts_concerns(&work, result) &&
                  expected_counts_is_stated(matching, result, &work);
    enum of least = stated ? OF_THIS : OF_ALL;
    for (offset = 0;
         work_statements_next(matching->stated, result->bench, c, &offset, &work, &place);) {
        enum of of = expected_counts_applies(matching, &work);
        if (expected_counts_concerns(&work, result) && of >= least)
            expected_counts_report(matching, result, &work, place, of);
    }
}

void expected_counts_each(const struct run *run, const char *kernel,
                          expected_count_callback *callback, void *context)
{
    struct matching matching = {.run = run, .callback = callback, .context = context};
    const char *cpu = run_processor_name(run);
    const struct family *family = cpu ? family_find(cpu, &matching.pmc.processor) : NULL;
    struct work_statements *stated = family ? work_statements_open(run, kernel) : NULL;
    const char *bench = NULL;
    struct work_case c;
    bool known = false;
    if (!stated)
        return;
    matching.stated = stated;
    matching.pmc.events = family->events;
    matching.pmc.n_events = family->n_events;
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (result->bench != bench) {
            bench = result->bench;
            c = (struct work_case){0};
            known = work_statements_case(stated, bench, &c);
        }
        if (known && expected_counts_can_state(run, result))
            expected_counts_of_result(&matching, result, &c);
    }
    work_statements_close(stated);
}
