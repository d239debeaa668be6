/*
 * SPDX-License-Identifier: MIT
 * Events in a family's own notation (struct pmc_notation). Weak: a small image has no such family.
 */
#pragma once

#include "kernel/settings/settings.h"

/* Whether the event is one that a group has: one with usual parts. It becomes that, in its rings.
 */
bool noted_member(const struct pmc *pmc, struct counted *counted) __attribute__((weak));

/* Reads an item of `events`, whose name stops at the first colon. -1: an error. */
int noted_read(struct settings *settings, const char *allowed, struct word item, struct word name)
    __attribute__((weak));

/* Selects the event as `yes` or what stands behind its name has it. -1: an error. */
int noted_select(struct settings *settings, const struct event *event, struct word item)
    __attribute__((weak));

/* What stands behind its name, less the colon. Its length. */
int noted_write(const struct pmc *pmc, const struct counted *counted, char *text, size_t size)
    __attribute__((weak));

/* ---- of event_list.c, for these ---------------------------------------------------------------
 */

int event_list_select(struct settings *settings, struct counted counted);

/* The same, where twice is an error; `shown` is what was asked for. */
int event_list_add(struct settings *settings, struct counted counted, struct word shown);

/* Says that there is no such event here, and what was perhaps meant. Not 0. */
int event_list_unknown(struct settings *settings, const char *allowed, struct word name);
