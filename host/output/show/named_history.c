/*
 * SPDX-License-Identifier: MIT
 * Computes the history of named events, over runs that counted the first event of the formula for
 * any processor.
 */
#include "host/output/show/named_history.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/metrics/named_events.h"
#include "host/data/selection/result_selection.h"

static void named_history_add_run(int64_t **runs, unsigned *n, int64_t run)
{
    for (unsigned i = 0; i < *n; i++)
        if ((*runs)[i] == run)
            return;
    *(int64_t *)allocate_element(runs, n, sizeof **runs) = run;
}

/* Finds the runs that counted the first event of that processor's formula. Returns 0, or -1 after a
 * message. */
static int named_history_find_runs(struct store *store, const char *bench, const char *counts,
                                   const char *processor, int64_t **runs, unsigned *n)
{
    struct store_history of_part;
    char *first = allocate_text("%.*s", (int)strcspn(counts, " "), counts);
    int failed = store_history(store, bench, NULL, first, processor, &of_part);
    for (unsigned i = 0; !failed && i < of_part.n; i++)
        named_history_add_run(runs, n, of_part.points[i].run);
    store_history_free(&of_part);
    free(first);
    return failed;
}

static const char *named_history_store_text(struct store_history *history, const char *text)
{
    return text ? string_set_add(&history->strings, text, strlen(text)) : NULL;
}

static void named_history_add_point(struct store_history *history, const struct run *run,
                                    const struct result *result)
{
    struct store_point *point = allocate_element(&history->points, &history->n, sizeof *point);
    *point = (struct store_point){
        .run = run->id,
        .when = run->when,
        .platform = run->platform,
        .build = named_history_store_text(history, run->build),
        .processor = named_history_store_text(history, run->name ? run->name : ""),
        .signature = run->signature,
        .mhz = run->mhz,
        .result = *result,
    };
    const char **texts[] = {&point->result.bench,  &point->result.region_name,
                            &point->result.event,  &point->result.ring,
                            &point->result.state,  &point->result.ablate,
                            &point->result.paging, &point->result.suspect};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        *texts[i] = named_history_store_text(history, *texts[i]);
    point->result.status = "ok";
}

static int named_history_read_run(struct store *store, int64_t id, const char *bench,
                                  const struct result_selection *selection,
                                  struct store_history *history)
{
    struct run *run = store_load(store, id);
    if (!run)
        return -1;
    named_results_add(run, selection->event);
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        if (result_ok(result) && (!bench || !strcmp(bench, result->bench)) &&
            selection_matches(selection, result))
            named_history_add_point(history, run, result);
    }
    run_free(run);
    return 0;
}

/* The order in which the store sorts a history. */
static int named_history_compare(const void *one, const void *other)
{
    const struct store_point *a = one, *b = other;
    const char *const texts[][2] = {
        {a->processor, b->processor},
        {a->result.bench, b->result.bench},
        {a->result.ring, b->result.ring},
        {a->result.state, b->result.state},
        {a->result.ablate, b->result.ablate},
        {result_paging(&a->result), result_paging(&b->result)},
    };
    const double numbers[][2] = {
        {a->platform, b->platform},           {a->signature, b->signature},
        {a->result.region, b->result.region}, {a->when, b->when},
        {(double)a->run, (double)b->run},
    };
    static const struct {
        bool text;
        unsigned at;
    } keys[] = {{false, 0}, {true, 0}, {false, 1}, {true, 1},  {false, 2}, {true, 2},
                {true, 3},  {true, 4}, {true, 5},  {false, 3}, {false, 4}};
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const double *number = numbers[keys[i].at];
        int order = keys[i].text ? strcmp(texts[keys[i].at][0], texts[keys[i].at][1])
                                 : (number[0] > number[1]) - (number[0] < number[1]);
        if (order)
            return order;
    }
    return 0;
}

static int named_history(struct store *store, const char *bench, const char *region,
                         const char *text, const char *processor, struct store_history *history)
{
    const struct named_event *event =
        named_events_single("event", text, "a history shows one event");
    const struct result_selection selection = {.event = text, .region = region};
    int64_t *runs = NULL;
    unsigned n = 0;
    int failed = event ? 0 : -1;
    for (enum named_processor p = 0; !failed && p < NAMED_PROCESSORS; p++)
        if (event->cells[p].how != NAMED_LACKS)
            failed =
                named_history_find_runs(store, bench, event->cells[p].counts, processor, &runs, &n);
    for (unsigned i = 0; !failed && i < n; i++)
        failed = named_history_read_run(store, runs[i], bench, &selection, history);
    if (history->n)
        qsort(history->points, history->n, sizeof *history->points, named_history_compare);
    free(runs);
    return failed;
}

int named_history_of(struct store *store, const char *bench, const char *region, const char *event,
                     const char *processor, struct store_history *history)
{
    *history = (struct store_history){0};
    if (named_event_is(event))
        return named_history(store, bench, region, event, processor, history);
    return store_history(store, bench, region, event, processor, history);
}
