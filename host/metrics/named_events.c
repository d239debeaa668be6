/*
 * SPDX-License-Identifier: MIT
 * Expands named events in a list to the events that they need.
 */
#include "host/metrics/named_events.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/run/event_lookup.h"
#include "kernel/lib/glob.h"
#include "kernel/settings/suggest.h"

struct named_word named_word_of(const char *word)
{
    struct named_word taken = {.rings = ""};
    const char *colon = strchr(word, ':'), *second = strchr(colon + 1, ':');
    size_t length = second ? (size_t)(second - colon - 1) : strlen(colon + 1);
    snprintf(taken.library, sizeof taken.library, "%.*s", (int)(colon - word), word);
    snprintf(taken.pattern, sizeof taken.pattern, "%.*s", (int)length, colon + 1);
    for (char *c = taken.library; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    for (char *c = taken.pattern; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    taken.rings = second ? second : "";
    return taken;
}

bool named_word_means(const struct named_word *word, const struct named_event *event)
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

bool named_word_needs(const struct named_word *word, const char *event)
{
    const struct named_event *named;
    for (unsigned i = 0; *event && (named = named_event_at(i)); i++)
        for (enum named_processor p = 0; p < NAMED_PROCESSORS; p++)
            if (named_word_means(word, named) &&
                (has_part(named->cells[p].counts, event) || has_part(named->cells[p].per, event)))
                return true;
    return false;
}

static void append(char **list, const char *word, const char *behind)
{
    char *longer = memory_print("%s%s%s%s", *list, **list ? "," : "", word, behind);
    free(*list);
    *list = longer;
}

/* Returns whether a word of a list is that event, by any of its names. The modifiers must match. */
static bool is_event(const char *word, size_t length, const char *event)
{
    size_t bare = strcspn(event, ":");
    if (length && word[length - 1] == '?')
        length--;
    if (length == strlen(event) && !strncasecmp(word, event, length))
        return true;
    char *name = memory_print("%.*s", (int)strcspn(word, ":,?"), word);
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
static bool has_event(const char *list, const char *event)
{
    for (const char *word = list; *word; word += word[strcspn(word, ",")] == ',') {
        if (is_event(word, strcspn(word, ","), event))
            return true;
        word += strcspn(word, ",");
    }
    return false;
}

/* Appends the events of a sum that are missing in the list, each with its suffix. */
static void add_events(char **list, const char *sum, const char *behind, bool optional)
{
    char *copy = memory_text(sum), *rest = copy, *word;
    while (*sum && (word = strsep(&rest, " "))) {
        if (!strcmp(word, "+") || !strcmp(word, "-"))
            continue;
        bool stamp = !strcmp(word, "time_stamp"); /* has no ring, and exists on every processor */
        char *event = memory_print("%s%s", word, stamp ? "" : behind);
        if (!has_event(*list, event))
            append(list, event, optional && !stamp ? "?" : "");
        free(event);
    }
    free(copy);
}

int named_events_unknown(const char *option, const struct named_word *word, const char *text)
{
    struct suggestion suggestion = {0};
    const struct named_event *event;
    for (unsigned i = 0; (event = named_event_at(i)); i++)
        if (!strcmp(word->library, event->library))
            suggest_offer(&suggestion, word->pattern, strlen(word->pattern), event->name);
    if (suggestion.best)
        say("%s: '%s' is not an event of %s; did you mean %s:%s?", option, text, word->library,
            word->library, suggestion.best);
    else
        say("%s: '%s' is not an event of %s; 'bareprobe list events --%s' lists them", option, text,
            word->library, word->library);
    return -1;
}

const struct named_event *named_event_single(const char *option, const char *text,
                                             const char *why_one)
{
    const struct named_word word = named_word_of(text);
    const struct named_event *event, *found = NULL;
    for (unsigned i = 0; (event = named_event_at(i)); i++) {
        if (!named_word_means(&word, event))
            continue;
        if (found) {
            say("%s: '%s': %s; this matches several, for example %s and %s", option, text, why_one,
                found->name, event->name);
            return NULL;
        }
        found = event;
    }
    if (!found)
        named_events_unknown(option, &word, text);
    return found;
}

/* A missing event is an error if it was named; a glob matches only the events that exist. */
static int add_named(char **list, const char *text, const char *cpu)
{
    const struct named_word word = named_word_of(text);
    enum named_processor only = cpu ? named_processor(cpu) : NAMED_PROCESSORS;
    const struct named_event *event, *lacking = NULL;
    unsigned meant = 0, there = 0;
    for (unsigned i = 0; (event = named_event_at(i)); i++) {
        if (!named_word_means(&word, event))
            continue;
        meant++;
        for (enum named_processor p = 0; p < NAMED_PROCESSORS; p++) {
            const struct named_cell *cell = &event->cells[p];
            if (only < NAMED_PROCESSORS && p != only)
                continue;
            lacking = cell->how == NAMED_LACKS ? event : lacking;
            there += cell->how != NAMED_LACKS;
            add_events(list, cell->counts, word.rings, only == NAMED_PROCESSORS);
            add_events(list, cell->per, word.rings, only == NAMED_PROCESSORS);
        }
    }
    if (!meant)
        return named_events_unknown("-e", &word, text);
    if (there)
        return 0;
    const char *why = only < NAMED_PROCESSORS ? lacking->cells[only].note : "";
    say("-e: %s: %s has no %s%s%s", text, cpu ? cpu : "an unknown processor", lacking->name,
        *why ? ": " : "", why);
    return -1;
}

/* An event group: several events under one name. The kernel adds those that the list lacks. */
static bool is_group(const char *word)
{
    size_t length = strcspn(word, ":");
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        if (strlen(pmc_event_groups[i].name) == length &&
            !strncmp(word, pmc_event_groups[i].name, length))
            return true;
    return length == 3 && !strncmp(word, "all", length);
}

enum kind_of_word { SINGLE, NAMED, GROUP };

static int add_words(char **expanded, const char *list, enum kind_of_word kind, const char *cpu)
{
    char *copy = memory_text(list), *rest = copy, *word;
    int wrong = 0;
    while (!wrong && (word = strsep(&rest, ","))) {
        if ((named_event_is(word) ? NAMED : is_group(word) ? GROUP : SINGLE) != kind)
            continue;
        if (kind == NAMED)
            wrong = add_named(expanded, word, cpu);
        else
            append(expanded, word, "");
    }
    free(copy);
    return wrong;
}

char *named_events_of(const char *list)
{
    char *copy = memory_text(list ? list : ""), *rest = copy, *word, *named = memory_text("");
    while ((word = strsep(&rest, ",")))
        if (named_event_is(word))
            append(&named, word, "");
    free(copy);
    if (*named)
        return named;
    free(named);
    return NULL;
}

/* Groups go last: an event that follows its group would be in the list twice. */
char *named_events_expand(const char *list, const char *cpu)
{
    char *expanded = memory_text(""), *named = named_events_of(list);
    free(named);
    if (!named) {
        free(expanded);
        return memory_text(list);
    }
    if (!add_words(&expanded, list, SINGLE, cpu) && !add_words(&expanded, list, NAMED, cpu) &&
        !add_words(&expanded, list, GROUP, cpu))
        return expanded;
    free(expanded);
    return NULL;
}
