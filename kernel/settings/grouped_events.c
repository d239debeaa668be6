/*
 * SPDX-License-Identifier: MIT
 * Groups of events by hand: the separators of `events`.
 */
#include "kernel/settings/grouped_events.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/settings/notation_events.h"
#include "pmc/modifiers.h"

/* Returns the length of the hexadecimal number at the beginning, with or without 0x; 0: none. */
static size_t grouped_events_number(struct word text)
{
    const size_t prefix =
        text.length > 2 && text.text[0] == '0' && (text.text[1] | 0x20) == 'x' ? 2 : 0;
    char byte;
    size_t i = prefix;
    for (char pair[3] = "0"; i < text.length; i++) {
        pair[1] = text.text[i];
        if (!word_hex_byte(pair, &byte))
            break;
    }
    return i > prefix ? i : 0;
}

/* Reports whether a slash after `before` is the one of CCCR/ESCR, as in 39000/4000204@12. */
static bool grouped_events_raw_slash(const struct pmc *pmc, struct word before)
{
    return pmc->notation && before.length && grouped_events_number(before) == before.length;
}

/* Reports whether an event begins here, rather than the name of an event's part. */
static bool grouped_events_event_begins(const struct pmc *pmc, struct word after)
{
    const size_t number = grouped_events_number(after);
    size_t length = 0;
    while (length < after.length && !strchr("+/,:@?", after.text[length]))
        length++;
    return (number && number < after.length && after.text[number] == '/') ||
           pmc_event_find(pmc, after.text, length);
}

/* Returns the length of the first event in the text. */
static size_t grouped_events_length(const struct pmc *pmc, struct word text)
{
    bool parts = false; /* the name of a Pentium 4 event was read */
    size_t i = 0;
    for (; i < text.length && text.text[i] != ','; i++) {
        struct word before = {text.text, i}, after = {text.text + i + 1, text.length - i - 1};
        parts |= pmc->notation && text.text[i] == ':';
        if (text.text[i] == '/' && !grouped_events_raw_slash(pmc, before))
            break;
        if (text.text[i] == '+' && (!parts || grouped_events_event_begins(pmc, after)))
            break;
    }
    return i;
}

struct word grouped_events_split(struct settings *settings, struct word *value)
{
    static bool joined; /* the next event belongs to the group of the last one */
    struct config *config = settings->config;
    if (!config->n_events && !config->n_groups)
        joined = false;
    if (!joined && config->n_groups < CONFIG_MOST_EVENTS)
        config->group_begin[config->n_groups++] = (uint8_t)config->n_events;
    const size_t length = grouped_events_length(settings->pmc, *value);
    const char separator = length < value->length ? value->text[length] : ',';
    const size_t with_it = length + (length < value->length);
    struct word item = {value->text, length};
    *value = (struct word){value->text + with_it, value->length - with_it};
    joined = separator == '+';
    config->grouped |= separator != ',';
    return item;
}

unsigned config_event_group(const struct config *config, unsigned event)
{
    unsigned group = 0;
    while (group + 1 < config->n_groups && config->group_begin[group + 1] <= event)
        group++;
    return group;
}

/* Writes the event's name and modifiers. Returns the length. */
static int grouped_events_write_one(const struct pmc *pmc, const struct pmc_counted *counted,
                                    char *text, size_t size)
{
    const int name = format(text, size, "%s", counted->event->name);
    if (counted->event == &pmc_time_stamp || name + 1 >= (int)size)
        return name;
    char *after = text + name + 1;
    const size_t room = size - (size_t)name - 1;
    const int more = pmc->notation ? notation_event_write(pmc, counted, after, room)
                                   : modifiers_write(counted, after, room);
    if (more)
        text[name] = ':';
    return more ? name + 1 + more : name;
}

int grouped_events_write(const struct config *config, const struct pmc *pmc, char *text,
                         size_t size)
{
    int length = 0;
    for (unsigned e = 0; e < config->n_events && length + 1 < (int)size; e++) {
        if (e)
            text[length++] =
                config_event_group(config, e) == config_event_group(config, e - 1) ? '+' : '/';
        length +=
            grouped_events_write_one(pmc, &config->events[e], text + length, size - (size_t)length);
    }
    return length + 1 < (int)size ? length : 0;
}
