/*
 * SPDX-License-Identifier: MIT
 * Suggests an event for a name that another tool or manual uses: perf, PAPI, PCL, Intel, AMD,
 * LIKWID.
 */
#pragma once

#include <stddef.h>

/*
 * Returns the event that is nearest to the name, with the name's rings (`:u`), as `run -e` accepts
 * it on the processor `cpu` (NULL: any processor); NULL if the name is an event here, or no tool's.
 * The text is static.
 */
const char *peer_event_suggestion(const char *name, const char *cpu);

/* Checks a list of events. Returns 0, or -1 after a message for the first such name; `option` names
 * the list. */
int peer_events_check(const char *option, const char *list, const char *cpu);
