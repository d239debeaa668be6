/*
 * SPDX-License-Identifier: MIT
 * Translates events from the notation of libpfm4 and PAPI into that of pmc/modifiers.h and
 * pmc/netburst/netburst_syntax.h.
 */
#pragma once

#include <stddef.h>

#include "kernel/lib/piece.h"
#include "pmc/event.h"

/*
 * Translates *text, one of `events`, those of a family, such as
 *   pii::L2_LD:E:M:k=0:u=1:e=0:i=0:c=0        into  L2_LD:E:M:u
 *   netburst::replay_event:NBOGUS:L1_LD_MISS  into  1stl_cache_load_miss_retired:NBOGUS
 * The text before :: may be absent; modifiers of value 0 are as if absent. Other text stays as it
 * is. The new text is valid until the next call. Returns 0, or -1 with a message in error[size].
 * Weak: the small image does not have it.
 */
int libpfm4_translate(const struct event *events, struct piece *text, char *error, size_t size)
    __attribute__((weak));
