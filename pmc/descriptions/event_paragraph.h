/*
 * SPDX-License-Identifier: MIT
 * Describes an event in wrapped lines: what it counts and what not, its unit, counters and rings,
 * its errata, and the sources that disagree.
 */
#pragma once

#include "pmc/event.h"

#define EVENT_PARAGRAPH_WIDTH 79 /* columns of the longest line */

/* Calls line(to, text) for each line. */
void event_paragraph(const struct event *event, void (*line)(void *to, const char *text), void *to);
