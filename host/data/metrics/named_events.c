/*
 * SPDX-License-Identifier: MIT
 * Expands named events in a list to the events that they need.
 */
#include "host/data/metrics/named_events.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/run/event_lookup.h"
#include "host/data/metrics/peer_event_names.h"
#include "kernel/lib/glob.h"
#include "kernel/settings/suggestions.h"

struct named_word named_events_parse_word(const char *word)
{
    struct named_word parsed = {.rings = ""};
    const char *colon = strchr(word, ':'), *second = strchr(colon + 1, ':');
    size_t length = second ? (size_t)(second - colon - 1) : strlen(colon + 1);
    snprintf(parsed.library, sizeof parsed.library, "%.*s", (int)(colon - word), word);
    snprintf(parsed.pattern, sizeof parsed.pattern, "%.*s", (int)length, colon + 1);
    for (char *c = parsed.library; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    for (char *c = parsed.pattern; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    parsed.rings = second ? second : "";
    return parsed;
}

bool named_events_word_means(const struct named_word *word, const struct named_event *event)
{
    return !strcmp(word->library, event->library) && glob_match(word->pattern, event->name);
}

/* Returns whether a sum contains that event. */
static bool has_part(const char *sum, const char *event)
{
    size_t length = strlen(event);
    for (const char *at = sum; (at = strstr(at, event)); at += length)
        if ((at == sum || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}

bool named_events_word_needs(const struct named_word *word, const char *event)
{
    const struct named_event *named;
    for (unsigned i = 0; *event && (named = named_table_event(i)); i++)
        for (enum named_processor p = 0; p < NAMED_PROCESSORS; p++)
            if (named_events_word_means(word, named) &&
                (has_part(named->cells[p].counts, event) || has_part(named->cells[p].per, event)))
                return true;
    return false;
}

static void named_events_append(char **list, const char *word, const char *suffix)
{
    char *longer = allocate_text("%s%s%s%s", *list, **list ? "," : "", word, suffix);
    free(*list);
    *list = longer;
}

/* Returns whether a word of a list is that event, by any of its names. The modifiers must match. */
static bool named_events_is_event(const char *word, size_t length, const char *event)
{
    size_t bare = strcspn(event, ":");
    if (length && word[length - 1] == '?')
        length--;
    if (length == strlen(event) && !strncasecmp(word, event, length))
        return true;
    char *name = allocate_text("%.*s", (int)strcspn(word, ":,?"), word);
    bool same = false;
    for (const struct family *family = families; !same && family < families + FAMILIES; family++) {
        const struct event *known = event_of_family(family, name);
        size_t front = strlen(name);
        same = known && strlen(known->name) == bare && !strncasecmp(known->name, event, bare) &&
               length - front == strlen(event + bare) &&
               !strncasecmp(word + front, event + bare, length - front);
    }
    free(name);
    return same;
}

/* The kernel refuses a list that contains an event twice. */
static bool named_events_has_event(const char *list, const char *event)
{
    for (const char *word = list; *word; word += word[strcspn(word, ",")] == ',') {
        if (named_events_is_event(word, strcspn(word, ","), event))
            return true;
        word += strcspn(word, ",");
    }
    return false;
}

/* Appends the events of a sum that are missing in the list, each with its suffix. */
static void named_events_add_sum(char **list, const char *sum, const char *suffix, bool optional)
{
    char *copy = allocate_copy(sum), *rest = copy, *word;
    while (*sum && (word = strsep(&rest, " "))) {
        if (!strcmp(word, "+") || !strcmp(word, "-"))
            continue;
        bool stamp = !strcmp(word, "time_stamp"); /* has no ring, and exists on every processor */
        char *event = allocate_text("%s%s", word, stamp ? "" : suffix);
        if (!named_events_has_event(*list, event))
            named_events_append(list, event, optional && !stamp ? "?" : "");
        free(event);
    }
    free(copy);
}

int named_events_unknown(const char *option, const struct named_word *word, const char *text)
{
    struct suggestion suggestion = {0};
    const struct named_event *event;
    for (unsigned i = 0; (event = named_table_event(i)); i++)
        if (!strcmp(word->library, event->library))
            suggestions_offer(&suggestion, word->pattern, strlen(word->pattern), event->name);
    if (suggestion.best)
        message_print("%s: '%s' is not an event of %s; did you mean %s:%s?", option, text,
                      word->library, word->library, suggestion.best);
    else
        message_print("%s: '%s' is not an event of %s; 'bareprobe list events --%s' lists them",
                      option, text, word->library, word->library);
    return -1;
}

const struct named_event *named_events_single(const char *option, const char *text,
                                              const char *why_one)
{
    const struct named_word word = named_events_parse_word(text);
    const struct named_event *event, *found = NULL;
    for (unsigned i = 0; (event = named_table_event(i)); i++) {
        if (!named_events_word_means(&word, event))
            continue;
        if (found) {
            message_print("%s: '%s': %s; this matches several, for example %s and %s", option, text,
                          why_one, found->name, event->name);
            return NULL;
        }
        found = event;
    }
    if (!found)
        named_events_unknown(option, &word, text);
    return found;
}

/* A missing event is an error if it was named; a glob matches only the events that exist. */
static int named_events_add_named(char **list, const char *text, const char *cpu)
{
    const struct named_word word = named_events_parse_word(text);
    enum named_processor only = cpu ? named_table_processor(cpu) : NAMED_PROCESSORS;
    const struct named_event *event, *lacking = NULL;
    unsigned meant = 0, there = 0;
    for (unsigned i = 0; (event = named_table_event(i)); i++) {
        if (!named_events_word_means(&word, event))
            continue;
        meant++;
        for (enum named_processor p = 0; p < NAMED_PROCESSORS; p++) {
            const struct named_cell *cell = &event->cells[p];
            if (only < NAMED_PROCESSORS && p != only)
                continue;
            lacking = cell->how == NAMED_LACKS ? event : lacking;
            there += cell->how != NAMED_LACKS;
            named_events_add_sum(list, cell->counts, word.rings, only == NAMED_PROCESSORS);
            named_events_add_sum(list, cell->per, word.rings, only == NAMED_PROCESSORS);
        }
    }
    if (!meant)
        return named_events_unknown("-e", &word, text);
    if (there)
        return 0;
    const char *why = only < NAMED_PROCESSORS ? lacking->cells[only].note : "";
    message_print("-e: %s: %s has no %s%s%s", text, cpu ? cpu : "an unknown processor",
                  lacking->name, *why ? ": " : "", why);
    return -1;
}

/* An event group: several events under one name. The kernel adds those that the list lacks. */
static bool named_events_is_group(const char *word)
{
    size_t length = strcspn(word, ":");
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        if (strlen(pmc_event_groups[i].name) == length &&
            !strncmp(word, pmc_event_groups[i].name, length))
            return true;
    return length == 3 && !strncmp(word, "all", length);
}

enum kind_of_word { SINGLE, NAMED, GROUP };

static int named_events_add_words(char **expanded, const char *list, enum kind_of_word kind,
                                  const char *cpu)
{
    char *copy = allocate_copy(list), *rest = copy, *word;
    int wrong = 0;
    while (!wrong && (word = strsep(&rest, ","))) {
        if ((named_event_is(word) ? NAMED : named_events_is_group(word) ? GROUP : SINGLE) != kind)
            continue;
        if (kind == NAMED)
            wrong = named_events_add_named(expanded, word, cpu);
        else
            named_events_append(expanded, word, "");
    }
    free(copy);
    return wrong;
}

char *named_events_of(const char *list)
{
    char *copy = allocate_copy(list ? list : ""), *rest = copy, *word, *named = allocate_copy("");
    while ((word = strsep(&rest, ",")))
        if (named_event_is(word))
            named_events_append(&named, word, "");
    free(copy);
    if (*named)
        return named;
    free(named);
    return NULL;
}

/* Groups go last: an event that follows its group would be in the list twice. */
char *named_events_expand(const char *list, const char *cpu)
{
    if (peer_events_check("-e", list, cpu))
        return NULL;
    char *expanded = allocate_copy(""), *named = named_events_of(list);
    free(named);
    if (!named) {
        free(expanded);
        return allocate_copy(list);
    }
    if (!named_events_add_words(&expanded, list, SINGLE, cpu) &&
        !named_events_add_words(&expanded, list, NAMED, cpu) &&
        !named_events_add_words(&expanded, list, GROUP, cpu))
        return expanded;
    free(expanded);
    return NULL;
}
