/*
 * SPDX-License-Identifier: MIT
 * Parses and writes events in a family's own notation (struct pmc_notation). Weak: the small image
 * has no such family.
 */
#pragma once

#include "kernel/settings/settings.h"

/*
 * Reports whether the event can be a group's member, which requires usual parts; sets them and the
 * rings.
 */
bool notation_event_member(const struct pmc *pmc, struct pmc_counted *counted)
    __attribute__((weak));

/* Parses an item of `events`, whose name ends at the first colon. Returns -1 for an error. */
int notation_event_read(struct settings *settings, const char *allowed, struct word item,
                        struct word name) __attribute__((weak));

/* Selects the event with `yes` or the modifiers of the item. Returns -1 for an error. */
int notation_event_select(struct settings *settings, const struct event *event, struct word item)
    __attribute__((weak));

/* Writes the modifiers after the event's name, without the first colon. Returns the length. */
int notation_event_write(const struct pmc *pmc, const struct pmc_counted *counted, char *text,
                         size_t size) __attribute__((weak));

/*
 * The allowed words of `events` on this processor, with the groups that it has events of. Valid
 * until the next call.
 */
const char *notation_event_allowed(const struct pmc *pmc) __attribute__((weak));

/* ---- functions of event_list.c, for these --------------------------------------------------- */

int event_list_select(struct settings *settings, struct pmc_counted counted);

/* The same, but a duplicate is an error; `shown` is the requested text. */
int event_list_add(struct settings *settings, struct pmc_counted counted, struct word shown);

/*
 * Translates an event that is in libpfm4's notation (pmc/libpfm4/libpfm4.h). Returns -1 for an
 * error, with the name of the setting in its message.
 */
int event_list_translate(struct settings *settings, const char *setting, struct word *item);

/* Reports an unknown event with a suggestion. Returns a nonzero value. */
int event_list_unknown(struct settings *settings, const char *allowed, struct word name);
