/*
 * SPDX-License-Identifier: MIT
 * Lists the registers that count a set of events on a Pentium (CESR), P6 or K7 (EvntSel).
 */
#pragma once

#include <stdbool.h>

#include "host/commands/list/list_cpu.h"
#include "host/commands/list/listing.h"

/* Returns whether the list has an event that only a Pentium has, so that it needs no --cpu. */
bool list_selectors_is_pentium(const char *events);

/* Returns the number of events; -1 after a message. */
int list_selectors(const struct listing *listing, const struct list_cpu *cpu);
