/*
 * SPDX-License-Identifier: MIT
 * The events of AMD's K7: k7.def as a table.
 */
#pragma once

#include "pmc/event.h"

#define K7_ATHLON 1u /* bit of struct event, processors: all there are count alike */

#define K7_EVENTS 57
extern const struct event k7_events[K7_EVENTS];
