/*
 * SPDX-License-Identifier: MIT
 * Selects results by lists of names and globs, with the kernel's syntax for the selection of
 * benchmarks.
 */
#include "host/data/selection/result_selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/metrics/peer_event_names.h"
#include "host/data/metrics/named_events.h"
#include "host/data/run/event_lookup.h"
#include "host/data/run/sampled_run.h"
#include "kernel/lib/glob.h"
#include "kernel/settings/config.h"
#include "kernel/settings/suggestions.h"

#define MOST_WORD 200

static bool selection_glob_matches(const char *pattern, const char *text)
{
    return !pattern || glob_match(pattern, text);
}

/* Copies the next word of a list. Commas within a set, such as [,.], do not end it. False at the
 * end of the list. */
static bool selection_next_word(const char **list, char word[MOST_WORD])
{
    const char *from = *list, *at = from;
    if (!*from)
        return false;
    for (; *at && *at != ','; at++) {
        const char *inside = at + 1 + (at[1] == '!');
        const char *close = *at == '[' && *inside ? strchr(inside + 1, ']') : NULL;
        at = close ? close : at;
    }
    snprintf(word, MOST_WORD, "%.*s", (int)(at - from), from);
    *list = *at ? at + 1 : at;
    return true;
}

static bool selection_bench_matches(const char *list, const char *bench)
{
    char word[MOST_WORD];
    while (list && selection_next_word(&list, word))
        if (config_glob_matches(word, bench))
            return true;
    return !list;
}

static bool selection_in_group(const char *group, const char *name)
{
    const struct event *event = event_lookup_find(name);
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        if (!strcmp(group, pmc_event_groups[i].name))
            return event && event->groups & pmc_event_groups[i].mask;
    return !strcmp(group, "all");
}

static bool selection_has_code(const char *word, unsigned code)
{
    char *end;
    return word[0] == '0' && word[1] == 'x' && strtoul(word, &end, 16) == code && !*end;
}

/* The suffix after a colon selects the counted ring. */
static bool selection_ring_matches(const char *suffix, const char *ring)
{
    if (!strcmp(suffix, "u"))
        return !strcmp(ring, "user");
    if (!strcmp(suffix, "k"))
        return !strcmp(ring, "kernel");
    return (!strcmp(suffix, "uk") || !strcmp(suffix, "ku")) && !strcmp(ring, "both");
}

static bool selection_named_matches(const char *word, const struct result *result)
{
    const struct named_word named = named_events_parse_word(word);
    char pattern[MOST_WORD];
    snprintf(pattern, sizeof pattern, "%s:%s", named.library, named.pattern);
    return glob_match(pattern, result->event) &&
           (!*named.rings || selection_ring_matches(named.rings + 1, result->ring));
}

static bool selection_word_matches(char word[MOST_WORD], const struct result *result)
{
    if (named_event_is(word))
        return selection_named_matches(word, result);
    if (glob_match(word, result->event))
        return true;
    char *colon = strchr(word, ':');
    if (colon && !selection_ring_matches(colon + 1, result->ring))
        return false;
    if (colon)
        *colon = 0;
    const struct event *event = event_lookup_find(word);
    return glob_match(word, result->event) || (event && !strcmp(event->name, result->event)) ||
           selection_has_code(word, result->code) || selection_in_group(word, result->event);
}

static bool selection_event_matches(const char *list, const struct result *result)
{
    char word[MOST_WORD];
    while (list && selection_next_word(&list, word))
        if (selection_word_matches(word, result))
            return true;
    return !list;
}

/* A region is selected by its number, its name, or `whole`. */
static bool selection_region_matches(const char *pattern, const struct result *result)
{
    char number[16] = "whole";
    if (result->region != RUN_WHOLE)
        snprintf(number, sizeof number, "%u", result->region);
    return selection_glob_matches(pattern, number) ||
           (result->region_name && glob_match(pattern, result->region_name));
}

/* Returns whether it is that benchmark or one of its cases. */
static bool selection_is_case(const char *only, const char *bench)
{
    size_t length = strlen(only);
    return !strncmp(only, bench, length) && (!bench[length] || bench[length] == ':');
}

static bool selection_is_bench(const struct result_selection *selection, const char *bench)
{
    return (!selection->only || selection_is_case(selection->only, bench)) &&
           selection_bench_matches(selection->bench, bench);
}

bool selection_matches(const struct result_selection *selection, const struct result *result)
{
    return selection_is_bench(selection, result->bench) &&
           selection_event_matches(selection->event, result) &&
           selection_glob_matches(selection->state, result->state) &&
           selection_glob_matches(selection->ring, result->ring) &&
           selection_glob_matches(selection->ablate, result->ablate) &&
           selection_region_matches(selection->region, result);
}

bool selection_matches_variant(const struct result_selection *selection, const char *bench,
                               const char *state, const char *ablate)
{
    return !selection->event && !selection->region && !selection->ring &&
           selection_is_bench(selection, bench) &&
           selection_glob_matches(selection->state, state) &&
           selection_glob_matches(selection->ablate, ablate);
}

/* Returns whether the list contains a formula that needs the event, because samples exist only for
 * events. */
static bool selection_is_part(const char *list, const struct result *result)
{
    char word[MOST_WORD];
    while (list && selection_next_word(&list, word)) {
        if (!named_event_is(word))
            continue;
        const struct named_word named = named_events_parse_word(word);
        if ((!*named.rings || selection_ring_matches(named.rings + 1, result->ring)) &&
            named_events_word_needs(&named, result->event))
            return true;
    }
    return false;
}

static bool selection_matches_part(const struct result_selection *selection,
                                   const struct result *result)
{
    struct result_selection places = *selection;
    places.event = NULL;
    return selection_matches(selection, result) ||
           (selection_is_part(selection->event, result) && selection_matches(&places, result));
}

/* Represents a sampled event as a result of the whole run. */
static struct result selection_whole_run(const struct sampling *sampling, const char *event)
{
    const struct event *known = event_lookup_find(event);
    return (struct result){.bench = sampling->bench,
                           .region = RUN_WHOLE,
                           .event = event,
                           .code = known ? known->code : 0,
                           .ring = sampling->count_ring,
                           .state = sampling->state,
                           .ablate = sampling->ablate};
}

bool selection_matches_sampled(const struct result_selection *selection,
                               const struct sampling *sampling, const char *event)
{
    struct result_selection any = *selection;
    if (event) {
        struct result result = selection_whole_run(sampling, event);
        return selection_matches_part(selection, &result);
    }
    any.event = NULL;
    struct result result = selection_whole_run(sampling, "");
    unsigned n = sampled_run_words(sampling->events);
    bool found = (!selection->event || !n) && selection_matches(&any, &result);
    for (unsigned i = 0; i < n && !found; i++) {
        char name[MOST_WORD];
        size_t length;
        const char *word = sampled_run_word(sampling->events, i, &length);
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        result = selection_whole_run(sampling, name);
        found = selection_matches_part(selection, &result);
    }
    return found;
}

static bool selection_has_sampled(const char *word, const struct run *run)
{
    const struct result_selection alone = {.event = word};
    for (unsigned i = 0; i < run->n_samplings; i++)
        if (selection_matches_sampled(&alone, &run->samplings[i], NULL))
            return true;
    return !strcmp(word, "time_stamp") && run->n_series;
}

static void selection_warn(const struct run *run, const char *what, const char *word,
                           const char *meant)
{
    message_print("%s has no result of %s '%s'%s%s%s", run->source, what, word,
                  meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
}

/* Returns the benchmark of the run whose name has the longest beginning in common with the word. */
static const char *selection_similar_bench(const char *word, const struct run *run)
{
    const char *alike = NULL;
    size_t most = 0;
    for (unsigned i = 0; i < run->n_results; i++) {
        const char *name = run->results[i].bench;
        size_t same = 0;
        while (word[same] && word[same] == name[same])
            same++;
        if (!alike || same > most) {
            alike = name;
            most = same;
        }
    }
    return alike;
}

static void selection_check_bench(const char *word, const struct run *run)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < run->n_results; i++) {
        const char *name = run->results[i].bench, *last = strrchr(name, '/');
        if (config_glob_matches(word, name))
            return;
        suggestions_offer(&suggestion, word, strlen(word), name);
        if (last && !strchr(word, '/'))
            suggestions_offer(&suggestion, word, strlen(word), last + 1);
    }
    for (unsigned i = 0; i < run->n_samplings; i++) {
        if (config_glob_matches(word, run->samplings[i].bench))
            return;
        suggestions_offer(&suggestion, word, strlen(word), run->samplings[i].bench);
    }
    const char *alike = suggestion.best ? NULL : selection_similar_bench(word, run);
    if (alike)
        message_print("%s has no result of benchmark '%s'; the most similar one is %s", run->source,
                      word, alike);
    else
        selection_warn(run, "benchmark", word, suggestion.best);
}

static void selection_check_event(const char *word, const struct run *run)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < run->n_results; i++) {
        char copy[MOST_WORD];
        snprintf(copy, sizeof copy, "%s", word);
        if (selection_word_matches(copy, &run->results[i]))
            return;
        if (!named_event_is(word))
            suggestions_offer(&suggestion, word, strcspn(word, ":"), run->results[i].event);
    }
    if (selection_has_sampled(word, run))
        return;
    if (named_event_is(word))
        named_results_missing(run, word);
    else
        selection_warn(run, "event", word,
                       suggestion.best ? suggestion.best
                                       : peer_event_suggestion(word, run_processor_name(run)));
}

void selection_check(const struct result_selection *selection, const struct run *run)
{
    char word[MOST_WORD];
    const char *benches = selection->bench, *events = selection->event;
    while (benches && selection_next_word(&benches, word))
        selection_check_bench(word, run);
    while (events && selection_next_word(&events, word))
        selection_check_event(word, run);
}
