/*
 * SPDX-License-Identifier: MIT
 * Selects the events to count: all, a list of names, codes and groups with rings, or each by its
 * own switch.
 */
#include "kernel/settings/settings.h"

#include "kernel/lib/format.h"
#include "kernel/settings/grouped_events.h"
#include "kernel/settings/notation_events.h"
#include "kernel/settings/suggestions.h"
#include "pmc/libpfm4/libpfm4.h"
#include "pmc/modifiers.h"
#include "pmc/evntsel/raw_code.h"

#define FOREIGN 1 /* an event of other processors: an error, unless it is optional */

static unsigned event_list_place(const struct config *config, struct pmc_counted counted)
{
    unsigned place = 0;
    while (place < config->n_events && !counted_alike(&config->events[place], &counted))
        place++;
    return place;
}

static bool event_list_has(const struct config *config, struct pmc_counted counted)
{
    return event_list_place(config, counted) < config->n_events;
}

int event_list_select(struct settings *settings, struct pmc_counted counted)
{
    struct config *config = settings->config;
    if (event_list_has(config, counted))
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
        struct pmc_counted counted = {.event = &pmc->events[i]};
        if (pmc_has(pmc, counted.event) && (!pmc->notation || notation_event_member(pmc, &counted)))
            config->events[config->n_events++] = counted;
    }
}

/* Selects the events of a group, or all if mask is 0, each with the modifiers of *as. */
static int event_list_select_group(struct settings *settings, const char *group, uint8_t mask,
                                   const struct pmc_counted *as)
{
    unsigned members = 0;
    for (unsigned i = 0; i < settings->pmc->n_events; i++) {
        struct pmc_counted counted = *as;
        counted.event = &settings->pmc->events[i];
        if (!pmc_has(settings->pmc, counted.event) || (mask && !(counted.event->groups & mask)) ||
            (settings->pmc->notation && !notation_event_member(settings->pmc, &counted)))
            continue;
        members++;
        if (event_list_select(settings, counted))
            return -1;
    }
    if (members)
        return 0;
    return settings_error(settings, "events: '%s': this processor has no such event", group);
}

int event_list_unknown(struct settings *settings, const char *allowed, struct word name)
{
    struct suggestion suggestion = {0};
    if (foreign_event_refuse && foreign_event_refuse(settings, name))
        return FOREIGN;
    for (unsigned i = 0; suggestions_offer && i < settings->pmc->n_events; i++)
        if (pmc_has(settings->pmc, &settings->pmc->events[i]))
            suggestions_offer(&suggestion, name.text, name.length, settings->pmc->events[i].name);
    for (unsigned i = 0; suggestions_offer && i < EVENT_GROUPS; i++)
        suggestions_offer(&suggestion, name.text, name.length, pmc_event_groups[i].name);
    if (suggestion.best)
        return settings_error(settings, "events: '%.*s' is not an event; did you mean %s?",
                              settings_shown(name), name.text, suggestion.best);
    if (&notation_event_allowed)
        allowed = notation_event_allowed(settings->pmc);
    return settings_error(settings, "events: '%.*s' is not an event of this processor; allowed: %s",
                          settings_shown(name), name.text, allowed);
}

int event_list_add(struct settings *settings, struct pmc_counted counted, struct word shown)
{
    if (counted.event == &pmc_time_stamp && counted.rings)
        return settings_error(settings,
                              "events: '%.*s': the time-stamp counter counts in every ring; "
                              "allowed: time_stamp",
                              settings_shown(shown), shown.text);
    if (event_list_has(settings->config, counted))
        return settings_error(settings, "events: '%.*s' is given twice; once is enough",
                              settings_shown(shown), shown.text);
    return event_list_select(settings, counted);
}

/*
 * On the P55C a code may be two events, one on each counter. Returns the number of events; -1: an
 * error.
 */
static int event_list_select_code(struct settings *settings, uint32_t code,
                                  const struct pmc_counted *as, struct word shown)
{
    int found = 0;
    for (unsigned i = 0; i < settings->pmc->n_events; i++) {
        struct pmc_counted counted = *as;
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
static int event_list_read_modifiers(struct settings *settings, struct word item, struct word name,
                                     struct pmc_counted *counted)
{
    char error[CONFIG_ERROR_BYTES / 2];
    size_t length = item.length - name.length;
    if (!length || !modifiers_read(settings->pmc, counted, name.text + name.length + 1, length - 1,
                                   error, sizeof error))
        return 0;
    return settings_error(settings, "events: '%.*s': %s", settings_shown(item), item.text, error);
}

/* Returns 1 if the item is not a group. */
static int event_list_read_group(struct settings *settings, struct word item, struct word name)
{
    struct pmc_counted as = {.event = &pmc_raw_event}; /* without parts */
    const struct event_group_name *group = pmc_event_groups;
    bool all = word_is(name, "all");
    while (!all && group < pmc_event_groups + EVENT_GROUPS && !word_is(name, group->name))
        group++;
    if (group == pmc_event_groups + EVENT_GROUPS)
        return 1;
    if (event_list_read_modifiers(settings, item, name, &as))
        return -1;
    return event_list_select_group(settings, all ? "all" : group->name,
                                   all ? 0 : (uint8_t)group->mask, &as);
}

/* Parses a selector or a reserved code; returns 1 if it is neither. */
static int event_list_read_raw(struct settings *settings, struct word item, struct word name)
{
    char error[CONFIG_ERROR_BYTES / 2];
    struct pmc_counted counted;
    if (!&raw_code_read)
        return 1;
    int raw = raw_code_read(settings->pmc, &counted, name.text, name.length, error, sizeof error);
    if (raw < 0)
        return settings_error(settings, "events: '%.*s': %s", settings_shown(item), item.text,
                              error);
    if (raw || event_list_read_modifiers(settings, item, name, &counted))
        return raw ? 1 : -1;
    return event_list_add(settings, counted, item);
}

/* Parses a code. Returns the number of its events; -1: an error. */
static int event_list_read_code(struct settings *settings, struct word item, struct word name)
{
    struct pmc_counted counted = {.event = &pmc_raw_event};
    uint32_t code;
    if (name.length < 3 || name.text[1] != 'x' || word_number(name, 0, UINT16_MAX, &code))
        return 0;
    if (event_list_read_modifiers(settings, item, name, &counted))
        return -1;
    return event_list_select_code(settings, code, &counted, item);
}

int event_list_translate(struct settings *settings, const char *setting, struct word *item)
{
    char error[CONFIG_ERROR_BYTES / 2];
    struct piece text = {item->text, item->length};
    if (!&libpfm4_translate)
        return 0;
    if (libpfm4_translate(settings->pmc->events, &text, error, sizeof error))
        return settings_error(settings, "%s: '%.*s': %s", setting, settings_shown(*item),
                              item->text, error);
    *item = (struct word){text.text, text.length};
    return 0;
}

/* Returns -1 for an error, or FOREIGN. */
static int event_list_read_item(struct settings *settings, const char *allowed, struct word item)
{
    if (event_list_translate(settings, "events", &item))
        return -1;
    struct word rest = item, name = word_split(&rest, ':');
    int group = event_list_read_group(settings, item, name);
    if (group <= 0)
        return group;
    if (settings->pmc->notation)
        return notation_event_read(settings, allowed, item, name);
    struct pmc_counted counted = {.event = pmc_event_find(settings->pmc, name.text, name.length)};
    if (counted.event)
        return event_list_read_modifiers(settings, item, name, &counted)
                   ? -1
                   : event_list_add(settings, counted, item);
    int raw = event_list_read_raw(settings, item, name);
    if (raw <= 0)
        return raw;
    int found = event_list_read_code(settings, item, name);
    if (found == 0)
        return event_list_unknown(settings, allowed, name);
    return found < 0 ? -1 : 0;
}

static void event_list_clear(struct config *config)
{
    config->n_events = config->n_groups = 0;
    config->grouped = false;
}

static struct word event_list_split(struct settings *settings, struct word *value)
{
    return &grouped_events_split ? grouped_events_split(settings, value) : word_split(value, ',');
}

int event_list_read(struct settings *settings, const char *allowed, struct word value)
{
    bool wrong_before = settings->error[0];
    event_list_clear(settings->config);
    do {
        struct word item = word_trim(event_list_split(settings, &value));
        /* A name that ends in ? is skipped if this processor lacks it, unless no event is left. */
        bool optional = item.length && item.text[item.length - 1] == '?';
        item.length -= optional;
        int wrong = event_list_read_item(settings, allowed, item);
        if (wrong < 0 || wrong > optional)
            return -1;
    } while (value.length);
    if (!settings->config->n_events)
        return -1;
    if (!wrong_before)
        settings->error[0] = 0; /* clears the error of a skipped event */
    return 0;
}

static void event_list_deselect(struct config *config, const struct event *event)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < config->n_events; i++)
        if (config->events[i].event != event)
            config->events[kept++] = config->events[i];
    config->n_events = kept;
}

/* Parses "yes", or modifiers as after the event's name. */
static int event_list_select_as(struct settings *settings, const struct event *event,
                                struct word item)
{
    if (settings->pmc->notation && event != &pmc_time_stamp)
        return notation_event_select(settings, event, item);
    char error[CONFIG_ERROR_BYTES / 2];
    struct pmc_counted counted = {.event = event};
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
        event_list_clear(settings->config);
    }
    event_list_deselect(settings->config, event);
    if (word_is(value, "no"))
        return 0;
    do {
        if (event_list_select_as(settings, event, word_trim(word_split(&value, ','))))
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
                       ? notation_event_write(pmc, &config->events[i], text + length,
                                              size - (size_t)length)
                       : modifiers_write(&config->events[i], text + length, size - (size_t)length);
        length += more ? more : format(text + length, size - (size_t)length, "yes");
    }
    return length ? length : format(text, size, "no");
}
