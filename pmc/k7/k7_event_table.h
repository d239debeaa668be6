/*
 * SPDX-License-Identifier: MIT
 * The events of AMD's K7 as a table, built from k7.def.
 */
#pragma once

#include "pmc/event.h"

#define K7_ATHLON 1u /* bit in `processors` of struct event; all models count the same events */

#define K7_EVENTS 57
extern const struct event k7_events[K7_EVENTS];
