/*
 * SPDX-License-Identifier: MIT
 * Selects the events to count: all, a list of names, codes and groups with rings, or each by its
 * own switch.
 */
#include "kernel/settings/settings.h"

#include "kernel/lib/format.h"
#include "kernel/settings/noted_events.h"
#include "kernel/settings/suggest.h"
#include "pmc/modifiers.h"

#define FOREIGN 1 /* an event of other processors: an error, unless it is optional */

static unsigned place_of(const struct config *config, struct counted counted)
{
    unsigned place = 0;
    while (place < config->n_events && !counted_alike(&config->events[place], &counted))
        place++;
    return place;
}

static bool selected(const struct config *config, struct counted counted)
{
    return place_of(config, counted) < config->n_events;
}

int event_list_select(struct settings *settings, struct counted counted)
{
    struct config *config = settings->config;
    if (selected(config, counted))
        return 0;
    if (config->n_events == CONFIG_MOST_EVENTS)
        return settings_error(settings, "events: more than %u; ask for fewer events or fewer rings",
                              CONFIG_MOST_EVENTS);
    config->events[config->n_events++] = counted;
    return 0;
}

void event_list_default(struct config *config, const struct pmc *pmc)
{
    config->n_events = 0;
    for (unsigned i = 0; i < pmc->n_events; i++) {
        struct counted counted = {.event = &pmc->events[i]};
        if (pmc_has(pmc, counted.event) && (!pmc->notation || noted_member(pmc, &counted)))
            config->events[config->n_events++] = counted;
    }
}

/* Selects the events of a group, or all if mask is 0, each with the modifiers of *as. */
static int select_group(struct settings *settings, const char *group, uint8_t mask,
                        const struct counted *as)
{
    unsigned members = 0;
    for (unsigned i = 0; i < settings->pmc->n_events; i++) {
        struct counted counted = *as;
        counted.event = &settings->pmc->events[i];
        if (!pmc_has(settings->pmc, counted.event) || (mask && !(counted.event->groups & mask)) ||
            (settings->pmc->notation && !noted_member(settings->pmc, &counted)))
            continue;
        members++;
        if (event_list_select(settings, counted))
            return -1;
    }
    if (members)
        return 0;
    return settings_error(settings, "events: '%s': this processor has no such event", group);
}

/* Appends the processors that have the event: the whole family, or members of it. */
static int add_who(const struct family *family, struct word name, char *text, int length, int size)
{
    uint8_t by = 0, all = 0;
    struct pmc pmc = {.events = family->events, .n_events = family->n_events};
    for (unsigned i = 0; i < family->n_members; i++) {
        pmc.processor = family->members[i].processor;
        all |= pmc.processor;
        if (pmc_find_event(&pmc, name.text, name.length))
            by |= pmc.processor;
    }
    if (by == all && family->n_members > 1)
        return length + format(text + length, (size_t)(size - length),
                               "%sa processor of the family %s", length ? " or " : "",
                               family->name);
    for (unsigned i = 0; i < family->n_members; i++)
        if (by & family->members[i].processor)
            length += format(text + length, (size_t)(size - length), "%s%s", length ? " or " : "",
                             family->members[i].words);
    return length;
}

static const char *who_counts(struct word name)
{
    static char text[160];
    int length = 0;
    for (const struct family *family = families; family < families + FAMILIES; family++)
        length = add_who(family, name, text, length, sizeof text);
    return text;
}

int event_list_refuse_foreign(struct settings *settings, struct word name)
{
    if (!pmc_find_event_anywhere(name.text, name.length))
        return 0;
    return settings_error(settings,
                          "events: '%.*s': event not on this processor: only %s counts it",
                          settings_shown(name), name.text, who_counts(name));
}

int event_list_unknown(struct settings *settings, const char *allowed, struct word name)
{
    struct suggestion suggestion = {0};
    if (event_list_refuse_foreign(settings, name))
        return FOREIGN;
    for (unsigned i = 0; i < settings->pmc->n_events; i++)
        if (pmc_has(settings->pmc, &settings->pmc->events[i]))
            suggest_offer(&suggestion, name.text, name.length, settings->pmc->events[i].name);
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        suggest_offer(&suggestion, name.text, name.length, pmc_event_groups[i].name);
    if (suggestion.best)
        return settings_error(settings, "events: '%.*s' is not an event; did you mean %s?",
                              settings_shown(name), name.text, suggestion.best);
    return settings_error(settings, "events: '%.*s' is not an event of this processor; allowed: %s",
                          settings_shown(name), name.text, allowed);
}

int event_list_add(struct settings *settings, struct counted counted, struct word shown)
{
    if (counted.event == &pmc_time_stamp && counted.rings)
        return settings_error(settings,
                              "events: '%.*s': the time-stamp counter counts in every ring; "
                              "allowed: time_stamp",
                              settings_shown(shown), shown.text);
    if (selected(settings->config, counted))
        return settings_error(settings, "events: '%.*s' is given twice; once is enough",
                              settings_shown(shown), shown.text);
    return event_list_select(settings, counted);
}

/*
 * On the P55C a code may be two events, one on each counter. Returns the number of events; -1: an
 * error.
 */
static int select_code(struct settings *settings, uint32_t code, const struct counted *as,
                       struct word shown)
{
    int found = 0;
    for (unsigned i = 0; i < settings->pmc->n_events; i++) {
        struct counted counted = *as;
        counted.event = &settings->pmc->events[i];
        if (counted.event->code != code || !pmc_has(settings->pmc, counted.event))
            continue;
        if (event_list_add(settings, counted, shown))
            return -1;
        found++;
    }
    return found;
}

/* Parses modifiers after the name, if any, into *counted, whose event is set. */
static int read_modifiers(struct settings *settings, struct word item, struct word name,
                          struct counted *counted)
{
    char error[CONFIG_ERROR_BYTES / 2];
    size_t length = item.length - name.length;
    if (!length || !modifiers_read(settings->pmc, counted, name.text + name.length + 1, length - 1,
                                   error, sizeof error))
        return 0;
    return settings_error(settings, "events: '%.*s': %s", settings_shown(item), item.text, error);
}

/* Returns 1 if the item is not a group. */
static int read_group(struct settings *settings, struct word item, struct word name)
{
    struct counted as = {.event = &pmc_raw_event}; /* without parts */
    const struct event_group_name *group = pmc_event_groups;
    bool all = word_is(name, "all");
    while (!all && group < pmc_event_groups + EVENT_GROUPS && !word_is(name, group->name))
        group++;
    if (group == pmc_event_groups + EVENT_GROUPS)
        return 1;
    if (read_modifiers(settings, item, name, &as))
        return -1;
    return select_group(settings, all ? "all" : group->name, all ? 0 : (uint8_t)group->mask, &as);
}

/* Parses a selector as a number; returns 1 if it is not a number. */
static int read_raw(struct settings *settings, struct word item, struct word name)
{
    char error[CONFIG_ERROR_BYTES / 2];
    struct counted counted;
    int raw =
        modifiers_read_raw(settings->pmc, &counted, name.text, name.length, error, sizeof error);
    if (raw < 0)
        return settings_error(settings, "events: '%.*s': %s", settings_shown(item), item.text,
                              error);
    if (raw || read_modifiers(settings, item, name, &counted))
        return raw ? 1 : -1;
    return event_list_add(settings, counted, item);
}

/* Parses a code. Returns the number of its events; -1: an error. */
static int read_code(struct settings *settings, struct word item, struct word name)
{
    struct counted counted = {.event = &pmc_raw_event};
    uint32_t code;
    if (name.length < 3 || name.text[1] != 'x' || word_number(name, 0, UINT16_MAX, &code))
        return 0;
    if (read_modifiers(settings, item, name, &counted))
        return -1;
    return select_code(settings, code, &counted, item);
}

/* Returns -1 for an error, or FOREIGN. */
static int read_one(struct settings *settings, const char *allowed, struct word item)
{
    struct word rest = item, name = word_take(&rest, ':');
    int group = read_group(settings, item, name);
    if (group <= 0)
        return group;
    if (settings->pmc->notation)
        return noted_read(settings, allowed, item, name);
    struct counted counted = {.event = pmc_find_event(settings->pmc, name.text, name.length)};
    if (counted.event)
        return read_modifiers(settings, item, name, &counted)
                   ? -1
                   : event_list_add(settings, counted, item);
    int raw = read_raw(settings, item, name);
    if (raw <= 0)
        return raw;
    int found = read_code(settings, item, name);
    if (found == 0)
        return event_list_unknown(settings, allowed, name);
    return found < 0 ? -1 : 0;
}

int event_list_read(struct settings *settings, const char *allowed, struct word value)
{
    bool wrong_before = settings->error[0];
    settings->config->n_events = 0;
    do {
        struct word item = word_trim(word_take(&value, ','));
        /* A name that ends in ? is skipped if this processor lacks it, unless no event is left. */
        bool optional = item.length && item.text[item.length - 1] == '?';
        item.length -= optional;
        int wrong = read_one(settings, allowed, item);
        if (wrong < 0 || wrong > optional)
            return -1;
    } while (value.length);
    if (!settings->config->n_events)
        return -1;
    if (!wrong_before)
        settings->error[0] = 0; /* clears the error of a skipped event */
    return 0;
}

static void deselect(struct config *config, const struct event *event)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < config->n_events; i++)
        if (config->events[i].event != event)
            config->events[kept++] = config->events[i];
    config->n_events = kept;
}

/* Parses "yes", or modifiers as after the event's name. */
static int select_as(struct settings *settings, const struct event *event, struct word item)
{
    if (settings->pmc->notation && event != &pmc_time_stamp)
        return noted_select(settings, event, item);
    char error[CONFIG_ERROR_BYTES / 2];
    struct counted counted = {.event = event};
    bool stamp = event == &pmc_time_stamp;
    if (word_is(item, "yes") || (!stamp && !modifiers_read(settings->pmc, &counted, item.text,
                                                           item.length, error, sizeof error)))
        return event_list_select(settings, counted);
    if (!stamp && settings->pmc->has_selectors)
        return settings_error(settings, "%s: '%.*s': %s; yes and no are also allowed", event->name,
                              settings_shown(item), item.text, error);
    return settings_error(settings, "%s: '%.*s' is not allowed; allowed: yes, no%s", event->name,
                          settings_shown(item), item.text, stamp ? "" : ", u, k, uk, u,k");
}

int event_list_switch(struct settings *settings, const struct event *event, struct word value)
{
    if (!settings->names_events) {
        settings->names_events = true;
        settings->config->n_events = 0;
    }
    deselect(settings->config, event);
    if (word_is(value, "no"))
        return 0;
    do {
        if (select_as(settings, event, word_trim(word_take(&value, ','))))
            return -1;
    } while (value.length);
    return 0;
}

int event_list_write(const struct config *config, const struct pmc *pmc, const struct event *event,
                     char *text, size_t size)
{
    int length = 0;
    for (unsigned i = 0; i < config->n_events && length < (int)size; i++) {
        if (config->events[i].event != event)
            continue;
        length += format(text + length, size - (size_t)length, "%s", length ? "," : "");
        bool noted = pmc->notation && event != &pmc_time_stamp;
        int more = noted
                       ? noted_write(pmc, &config->events[i], text + length, size - (size_t)length)
                       : modifiers_write(&config->events[i], text + length, size - (size_t)length);
        length += more ? more : format(text + length, size - (size_t)length, "yes");
    }
    return length ? length : format(text, size, "no");
}
