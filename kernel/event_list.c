/*
 * SPDX-License-Identifier: MIT
 * Which events are to be counted: all, a list of names, codes and groups, or each by its own
 * switch.
 */
#include "kernel/settings.h"

#include "kernel/lib/string.h"
#include "kernel/suggest.h"

static const struct group {
    const char *name;
    enum event_group mask;
} groups[] = {
    {"cache", EVENT_GROUP_CACHE}, {"branch", EVENT_GROUP_BRANCH}, {"pipe", EVENT_GROUP_PIPE},
    {"stall", EVENT_GROUP_STALL}, {"bus", EVENT_GROUP_BUS},
};
#define GROUPS (sizeof groups / sizeof groups[0])

static unsigned place_of(const struct config *config, const struct event *event)
{
    unsigned place = 0;
    while (place < config->n_events && config->events[place] != event)
        place++;
    return place;
}

static bool selected(const struct config *config, const struct event *event)
{
    return place_of(config, event) < config->n_events;
}

static void select(struct config *config, const struct event *event)
{
    if (!selected(config, event))
        config->events[config->n_events++] = event;
}

static void select_group(struct settings *settings, uint8_t mask)
{
    for (unsigned i = 0; i < settings->pmc->n_events; i++)
        if (mask == 0 || settings->pmc->events[i].groups & mask)
            select(settings->config, &settings->pmc->events[i]);
}

static const struct event *event_with_code(const struct pmc *pmc, struct word name)
{
    uint32_t code;
    if (name.length < 3 || name.text[1] != 'x' || word_number(name, 0, UINT16_MAX, &code))
        return NULL;
    for (unsigned i = 0; i < pmc->n_events; i++)
        if (pmc->events[i].code == code)
            return &pmc->events[i];
    return NULL;
}

static int unknown_event(struct settings *settings, const char *allowed, struct word name)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < settings->pmc->n_events; i++)
        suggest_offer(&suggestion, name.text, name.length, settings->pmc->events[i].name);
    for (unsigned i = 0; i < GROUPS; i++)
        suggest_offer(&suggestion, name.text, name.length, groups[i].name);
    if (suggestion.best)
        return settings_error(settings, "events: '%.*s' is not an event; did you mean %s?",
                              settings_shown(name), name.text, suggestion.best);
    return settings_error(settings, "events: '%.*s' is not an event of this processor; allowed: %s",
                          settings_shown(name), name.text, allowed);
}

static int read_one(struct settings *settings, const char *allowed, struct word name)
{
    if (word_is(name, "all")) {
        select_group(settings, 0);
        return 0;
    }
    for (unsigned i = 0; i < GROUPS; i++) {
        if (word_is(name, groups[i].name)) {
            select_group(settings, (uint8_t)groups[i].mask);
            return 0;
        }
    }
    const struct event *event = pmc_find_event(settings->pmc, name.text, name.length);
    if (!event)
        event = event_with_code(settings->pmc, name);
    if (!event)
        return unknown_event(settings, allowed, name);
    if (selected(settings->config, event))
        return settings_error(settings, "events: '%.*s' stands there twice; once is enough",
                              settings_shown(name), name.text);
    select(settings->config, event);
    return 0;
}

int event_list_read(struct settings *settings, const char *allowed, struct word value)
{
    settings->config->n_events = 0;
    do {
        if (read_one(settings, allowed, word_trim(word_take(&value, ','))))
            return -1;
    } while (value.length);
    return 0;
}

int event_list_switch(struct settings *settings, const struct event *event, bool on)
{
    struct config *config = settings->config;
    if (!settings->names_events) {
        settings->names_events = true;
        config->n_events = 0;
    }
    if (on) {
        select(config, event);
        return 0;
    }
    unsigned place = place_of(config, event);
    if (place < config->n_events) {
        config->n_events--;
        memmove(&config->events[place], &config->events[place + 1],
                (config->n_events - place) * sizeof config->events[0]);
    }
    return 0;
}
