/*
 * SPDX-License-Identifier: MIT
 * Event lookup for the host's tables and pictures.
 */
#include "host/data/run/event_lookup.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "pmc/k7/k7_event_table.h"
#include "pmc/modifiers.h"
#include "pmc/netburst/netburst_check.h"
#include "pmc/netburst/netburst_event_table.h"
#include "pmc/p5/p5_events.h"
#include "pmc/p5/p5_reserved.h"
#include "pmc/p6/p6_event_table.h"

const struct event *event_lookup_at(unsigned index)
{
    for (const struct family *family = families; family < families + FAMILIES; family++) {
        if (index < family->n_events)
            return &family->events[index];
        index -= family->n_events;
    }
    return index == 0 ? &pmc_time_stamp : NULL;
}

/* Returns the length of the name without modifiers. */
static size_t event_bare_length(const char *name)
{
    return strcspn(name, ":@");
}

static bool event_name_is(const char *called, const char *name, size_t length)
{
    return ((called[0] ^ name[0]) & ~0x20) == 0 && !strncasecmp(called, name, length) &&
           !called[length];
}

static bool event_lookup_is_raw(const char *name, size_t length)
{
    if (memchr(name, '/', strlen(name))) /* registers of a Pentium 4 */
        return true;
    size_t digits = 1;
    while (digits < length && isxdigit((unsigned char)name[digits]))
        digits++;
    return tolower((unsigned char)name[0]) == 'r' && digits == length && length > 1;
}

const struct event *event_lookup_find(const char *name)
{
    const struct event *event;
    size_t length = event_bare_length(name);
    for (unsigned i = 0; (event = event_lookup_at(i)); i++)
        if (event_name_is(event->name, name, length))
            return event;
    for (unsigned i = 0; (event = event_lookup_at(i)); i++)
        if (event_name_is(event_mnemonic(event), name, length))
            return event;
    const char *doubt;
    for (unsigned i = 0; (event = p5_reserved_at(i, &doubt)); i++)
        if (event_name_is(event->name, name, length))
            return event;
    event = pmc_event_find_anywhere(name, length); /* other names of the clock */
    return event || !event_lookup_is_raw(name, length) ? event : &pmc_raw_event;
}

/* Returns the member by CPUID model; 0 if it is unknown. */
static uint8_t p6_member(unsigned model)
{
    static const uint8_t members[] = {
        [1] = P6_PPRO, [3] = P6_P2, [5] = P6_P2,  [6] = P6_P2,  [7] = P6_P3,
        [8] = P6_P3,   [9] = P6_PM, [10] = P6_P3, [11] = P6_P3, [13] = P6_PM};
    return model < sizeof members / sizeof members[0] ? members[model] : 0;
}

static uint8_t p4_member(unsigned model)
{
    return model < 2                                ? NETBURST_WILLAMETTE
           : model == 2                             ? NETBURST_NORTHWOOD
           : model == 3 || model == 4 || model == 6 ? NETBURST_PRESCOTT
                                                    : 0;
}

const struct family *event_lookup_family(const char *vendor, unsigned signature,
                                         uint8_t *processors)
{
    unsigned family = signature >> 8 & 0xF, model = signature >> 4 & 0xF;
    bool intel = !strcmp(vendor, "GenuineIntel"), amd = !strcmp(vendor, "AuthenticAMD");
    *processors = intel && family == 5    ? (model == 4 ? P5_P55C : P5_P54C)
                  : intel && family == 6  ? p6_member(model)
                  : amd && family == 6    ? K7_ATHLON
                  : intel && family == 15 ? p4_member(model)
                                          : 0;
    if (!*processors)
        return NULL;
    return &families[amd            ? FAMILY_K7
                     : family == 5  ? FAMILY_P5
                     : family == 15 ? FAMILY_P4
                                    : FAMILY_P6];
}

const struct event *event_of_family(const struct family *family, const char *name)
{
    const struct pmc pmc = {.events = family->events, .n_events = family->n_events};
    const struct event *event = pmc_event_find(&pmc, name, strlen(name));
    return event == &pmc_time_stamp ? NULL : event;
}

bool event_is_clocks(const char *event)
{
    for (const struct family *family = families; family < families + FAMILIES; family++)
        if (!strcmp(event, event_of_family(family, "clocks")->name))
            return true;
    return false;
}

bool event_lookup_agrees(const char *name, unsigned code)
{
    const struct event *event = event_lookup_find(name);
    size_t length = event_bare_length(name);
    if (event && p5_reserved_is(event))
        return event->code == code;
    for (unsigned i = 0; (event = event_lookup_at(i)); i++)
        if (event->code == code && event_name_is(event->name, name, length))
            return true;
    return event_lookup_is_raw(name, length);
}

/* Returns whether a modifier has that prefix: "c=". */
static bool has_modifier(const char *event, const char *beginning)
{
    for (const char *at = strchr(event, ':'); at; at = strchr(at + 1, ':'))
        if (!strncasecmp(at + 1, beginning, strlen(beginning)))
            return true;
    return false;
}

/* The modifier :e, also as part of a Pentium 4's event, whose other parts have longer names. */
static bool has_edge(const char *event)
{
    for (const char *at = strchr(event, ':'); at; at = strchr(at + 1, ':'))
        if (at[1] == 'e' && strchr(":@", at[2]))
            return true;
    return false;
}

const char *event_lookup_unit(const char *name)
{
    const struct event *event = event_lookup_find(name);
    if (!event)
        return "";
    if (has_modifier(name, "e=") || (event_family(event) == &families[FAMILY_P4] && has_edge(name)))
        return "events";
    return has_modifier(name, "c=") || event->kind == EVENT_DURATION ? "clocks" : "events";
}

const char *event_text(const char *name)
{
    const struct event *event = event_lookup_find(name);
    return event && !name[event_bare_length(name)] && event != &pmc_raw_event ? event_heading(event)
                                                                              : name;
}

struct pmc event_lookup_pentium4(const struct netburst_machine *machine)
{
    return (struct pmc){.events = families[FAMILY_P4].events,
                        .n_events = families[FAMILY_P4].n_events,
                        .processor = p4_member(machine->model)};
}

void event_lookup_own_word(const struct netburst_machine *machine, const char *text, size_t length,
                           char *written, size_t size)
{
    const struct pmc pmc = event_lookup_pentium4(machine);
    size_t bare = 0;
    while (bare < length && text[bare] != ':' && text[bare] != '@')
        bare++;
    const struct event *event = pmc_event_find(&pmc, text, bare);
    if (event && event != &pmc_time_stamp)
        snprintf(written, size, "%s%.*s", event->name, (int)(length - bare), text + bare);
    else
        snprintf(written, size, "%.*s", (int)length, text);
}
