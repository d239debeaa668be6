/*
 * SPDX-License-Identifier: MIT
 * Parses and writes events in a family's own notation (struct pmc_notation), with messages.
 */
#include "kernel/settings/notation_events.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

/* Reports whether the event can be a group's member: in such a notation, one with usual parts. */
bool notation_event_member(const struct pmc *pmc, struct pmc_counted *counted)
{
    const struct pmc_notation *notation = pmc->notation;
    const struct event *event = counted->event;
    const uint8_t rings = counted->rings;
    if (!notation->is_member(event) || notation->read(event, "", 0, counted, NULL, 0))
        return false;
    counted->rings |= rings;
    return true;
}

/* Parses an item in a family's own notation. Returns -1 for an error, or FOREIGN. */
int notation_event_read(struct settings *settings, const char *allowed, struct word item,
                        struct word name)
{
    char error[CONFIG_ERROR_BYTES / 2];
    struct pmc_counted counted;
    name.length = 0;
    while (name.length < item.length && !strchr(":@/", name.text[name.length]))
        name.length++;
    bool registers = memchr(item.text, '/', item.length);
    const struct event *event = pmc_event_find(settings->pmc, name.text, name.length);
    if (event == &pmc_time_stamp && name.length == item.length)
        return event_list_add(settings, (struct pmc_counted){.event = event}, item);
    if ((!event || event == &pmc_time_stamp) && !registers)
        return event_list_unknown(settings, allowed, name);
    if (settings->pmc->notation->read(registers ? NULL : event, item.text, item.length, &counted,
                                      error, sizeof error))
        return settings_error(settings, "events: '%.*s': %s", settings_shown(item), item.text,
                              error);
    return event_list_add(settings, counted, item);
}

/* Selects an event by its switch, in a family's own notation. */
int notation_event_select(struct settings *settings, const struct event *event, struct word item)
{
    char error[CONFIG_ERROR_BYTES / 2], text[128];
    struct pmc_counted counted;
    bool plain = word_is(item, "yes");
    int length =
        format(text, sizeof text, "%s%s%.*s", event->name, plain || item.text[0] == '@' ? "" : ":",
               plain ? 0 : (int)item.length, item.text);
    if (length < (int)sizeof text &&
        !settings->pmc->notation->read(event, text, (size_t)length, &counted, error, sizeof error))
        return event_list_select(settings, counted);
    return settings_error(settings, "%s: '%.*s': %s; yes and no are also allowed", event->name,
                          settings_shown(item), item.text, error);
}

/* Writes the text after the name, without the colon. */
int notation_event_write(const struct pmc *pmc, const struct pmc_counted *counted, char *text,
                         size_t size)
{
    char whole[160];
    size_t name = strlen(counted->event->name);
    int length = pmc->notation->write(counted, counted->rings != 0, whole, sizeof whole);
    if (length <= (int)name || counted->event == &pmc_raw_event)
        return 0;
    return format(text, size, "%s", whole + name + (whole[name] == ':'));
}

static bool notation_event_has_group(const struct pmc *pmc, unsigned mask)
{
    for (unsigned i = 0; i < pmc->n_events; i++)
        if (pmc_has(pmc, &pmc->events[i]) && pmc->events[i].groups & mask)
            return true;
    return false;
}

const char *notation_event_allowed(const struct pmc *pmc)
{
    static char text[240];
    int n = format(text, sizeof text, "all, names from the event table, %s",
                   pmc->notation        ? "registers as CCCR/ESCR@COUNTER"
                   : pmc->has_selectors ? "selectors such as r00c0"
                                        : "codes such as 0x12");
    for (unsigned i = 0; i < EVENT_GROUPS && n < (int)sizeof text; i++)
        if (notation_event_has_group(pmc, pmc_event_groups[i].mask))
            n += format(text + n, sizeof text - (size_t)n, ", %s", pmc_event_groups[i].name);
    if (n < (int)sizeof text)
        format(text + n, sizeof text - (size_t)n,
               ", time_stamp; separated by commas, with :u, :k or :uk appended for the rings");
    return text;
}
