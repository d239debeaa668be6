/*
 * SPDX-License-Identifier: MIT
 * Which events are to be counted: all, a list of names, codes and groups, in which rings each, or
 * each by its own switch.
 */
#include "kernel/settings/settings.h"

#include "kernel/lib/format.h"
#include "kernel/settings/suggest.h"

/* What stands behind a colon: the suffixes of perf's event names (perf-list(1)). */
static const struct rings {
    const char *suffix;
    unsigned mask;
} rings[] = {
    {"", 0},
    {"u", PMC_RING_USER},
    {"k", PMC_RING_KERNEL},
    {"uk", PMC_RING_USER | PMC_RING_KERNEL},
    {"ku", PMC_RING_USER | PMC_RING_KERNEL},
};
#define RINGS (sizeof rings / sizeof rings[0])

static unsigned place_of(const struct config *config, struct counted counted)
{
    unsigned place = 0;
    while (place < config->n_events && (config->events[place].event != counted.event ||
                                        config->events[place].rings != counted.rings))
        place++;
    return place;
}

static bool selected(const struct config *config, struct counted counted)
{
    return place_of(config, counted) < config->n_events;
}

static int select(struct settings *settings, struct counted counted)
{
    struct config *config = settings->config;
    if (selected(config, counted))
        return 0;
    if (config->n_events == CONFIG_MOST_EVENTS)
        return settings_error(settings, "events: more than %u; ask for fewer, or for fewer rings",
                              CONFIG_MOST_EVENTS);
    config->events[config->n_events++] = counted;
    return 0;
}

/* Those of a group, or with 0 all. */
static int select_group(struct settings *settings, const char *group, uint8_t mask, unsigned in)
{
    unsigned members = 0;
    for (unsigned i = 0; i < settings->pmc->n_events; i++) {
        const struct event *event = &settings->pmc->events[i];
        if (mask && !(event->groups & mask))
            continue;
        members++;
        if (select(settings, (struct counted){event, in}))
            return -1;
    }
    if (members)
        return 0;
    return settings_error(settings, "events: '%s': no such event on this processor", group);
}

int event_list_refuse_foreign(struct settings *settings, struct word name)
{
    if (!pmc_find_event_anywhere(name.text, name.length))
        return 0;
    return settings_error(settings,
                          "events: '%.*s': event not on this processor: only the P55C (Pentium "
                          "MMX) counts it",
                          settings_shown(name), name.text);
}

static int unknown_event(struct settings *settings, const char *allowed, struct word name)
{
    struct suggestion suggestion = {0};
    if (event_list_refuse_foreign(settings, name))
        return -1;
    for (unsigned i = 0; i < settings->pmc->n_events; i++)
        suggest_offer(&suggestion, name.text, name.length, settings->pmc->events[i].name);
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        suggest_offer(&suggestion, name.text, name.length, pmc_event_groups[i].name);
    if (suggestion.best)
        return settings_error(settings, "events: '%.*s' is not an event; did you mean %s?",
                              settings_shown(name), name.text, suggestion.best);
    return settings_error(settings, "events: '%.*s' is not an event of this processor; allowed: %s",
                          settings_shown(name), name.text, allowed);
}

static int select_event(struct settings *settings, struct counted counted, struct word shown)
{
    if (counted.event == &pmc_time_stamp && counted.rings)
        return settings_error(settings,
                              "events: '%.*s': the time-stamp counter counts in every ring; "
                              "allowed: time_stamp",
                              settings_shown(shown), shown.text);
    if (selected(settings->config, counted))
        return settings_error(settings, "events: '%.*s' stands there twice; once is enough",
                              settings_shown(shown), shown.text);
    return select(settings, counted);
}

/* On the P55C a code may be two events, one on each counter. How many it is; -1: an error. */
static int select_code(struct settings *settings, uint32_t code, unsigned in, struct word shown)
{
    int found = 0;
    for (unsigned i = 0; i < settings->pmc->n_events; i++) {
        const struct event *event = &settings->pmc->events[i];
        if (event->code != code)
            continue;
        if (select_event(settings, (struct counted){event, in}, shown))
            return -1;
        found++;
    }
    return found;
}

/* The name without the suffix behind it, whose rings go to *in. -1: there is no such suffix. */
static int split(struct settings *settings, struct word item, struct word *name, unsigned *in)
{
    struct word suffix = item;
    *name = word_take(&suffix, ':');
    for (unsigned i = name->length < item.length; i < RINGS; i++) {
        if (word_is(suffix, rings[i].suffix)) {
            *in = rings[i].mask;
            return 0;
        }
    }
    return settings_error(settings,
                          "events: '%.*s': ':%.*s' is no ring; allowed: :u (3), :k (0 to 2), :uk",
                          settings_shown(item), item.text, settings_shown(suffix), suffix.text);
}

static int read_one(struct settings *settings, const char *allowed, struct word item)
{
    struct word name;
    unsigned in = 0;
    uint32_t code;
    if (split(settings, item, &name, &in))
        return -1;
    if (word_is(name, "all"))
        return select_group(settings, "all", 0, in);
    for (unsigned i = 0; i < EVENT_GROUPS; i++)
        if (word_is(name, pmc_event_groups[i].name))
            return select_group(settings, pmc_event_groups[i].name,
                                (uint8_t)pmc_event_groups[i].mask, in);
    const struct event *event = pmc_find_event(settings->pmc, name.text, name.length);
    if (event)
        return select_event(settings, (struct counted){event, in}, item);
    int found = 0;
    if (name.length >= 3 && name.text[1] == 'x' && !word_number(name, 0, UINT16_MAX, &code))
        found = select_code(settings, code, in, item);
    if (found == 0)
        return unknown_event(settings, allowed, name);
    return found < 0 ? -1 : 0;
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

static void deselect(struct config *config, const struct event *event)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < config->n_events; i++)
        if (config->events[i].event != event)
            config->events[kept++] = config->events[i];
    config->n_events = kept;
}

/* rings[0] is none of their own: "yes". */
static int select_in(struct settings *settings, const struct event *event, struct word item)
{
    for (unsigned i = 0; i < RINGS; i++) {
        if (!word_is(item, i ? rings[i].suffix : "yes") || (i && event == &pmc_time_stamp))
            continue;
        return select(settings, (struct counted){event, rings[i].mask});
    }
    return settings_error(settings, "%s: '%.*s' is not allowed; allowed: yes, no%s", event->name,
                          settings_shown(item), item.text,
                          event == &pmc_time_stamp ? "" : ", u, k, uk, u,k");
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
        if (select_in(settings, event, word_trim(word_take(&value, ','))))
            return -1;
    } while (value.length);
    return 0;
}

int event_list_write(const struct config *config, const struct event *event, char *text,
                     size_t size)
{
    int length = 0;
    for (unsigned i = 0; i < RINGS; i++)
        if (selected(config, (struct counted){event, rings[i].mask}) &&
            (i == 0 || rings[i].mask != rings[i - 1].mask)) /* uk is ku */
            length += format(text + length, size - (size_t)length, "%s%s", length ? "," : "",
                             i ? rings[i].suffix : "yes");
    return length ? length : format(text, size, "no");
}
