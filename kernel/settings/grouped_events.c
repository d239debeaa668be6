/*
 * SPDX-License-Identifier: MIT
 * Groups of events by hand: the separators of `events`.
 */
#include "kernel/settings/grouped_events.h"

#include "kernel/lib/string.h"

/* Reports whether the text begins with a number such as 0x39000; *end receives its length. */
static bool grouped_events_hex(struct word text, size_t *end)
{
    char byte;
    size_t i = 2;
    if (text.length < 3 || text.text[0] != '0' || text.text[1] != 'x')
        return false;
    for (char pair[3] = "0"; i < text.length; i++) {
        pair[1] = text.text[i];
        if (!word_hex_byte(pair, &byte))
            break;
    }
    *end = i;
    return i > 2;
}

/* Reports whether a slash after `before` is the one of CCCR/ESCR, as in 0x39000/0x4000204@12. */
static bool grouped_events_raw_slash(struct word before, struct word after)
{
    size_t end;
    return grouped_events_hex(before, &end) && end == before.length &&
           grouped_events_hex(after, &end);
}

/* Reports whether an event begins here, rather than the name of an event's part. */
static bool grouped_events_event_begins(const struct pmc *pmc, struct word after)
{
    size_t length = 0;
    size_t digits;
    while (length < after.length && !strchr("+/,:@?", after.text[length]))
        length++;
    return grouped_events_hex(after, &digits) || pmc_event_find(pmc, after.text, length);
}

/* Returns the length of the first event in the text. */
static size_t grouped_events_length(const struct pmc *pmc, struct word text)
{
    bool parts = false; /* the name of a Pentium 4 event was read */
    size_t i = 0;
    for (; i < text.length && text.text[i] != ','; i++) {
        struct word before = {text.text, i}, after = {text.text + i + 1, text.length - i - 1};
        parts |= pmc->notation && text.text[i] == ':';
        if (text.text[i] == '/' && !grouped_events_raw_slash(before, after))
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
