/*
 * SPDX-License-Identifier: MIT
 * Lists of Pentium 4 events, which have more properties than those of the other families in
 * pmc/families.h.
 */
#pragma once

#include <stdint.h>

#include "host/base/text_table.h"
#include "host/commands/list/listing.h"

/* Like list_events(), for these models only. */
int list_netburst_events(const struct listing *listing, uint8_t models);

/*
 * Adds the events of a group, a bit of enum event_group, as rows of list_event_groups(); `name` is
 * in the first row.
 */
void list_netburst_group(struct text_table *table, uint8_t models, unsigned group,
                         const char *name);
