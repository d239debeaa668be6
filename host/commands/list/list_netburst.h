/*
 * SPDX-License-Identifier: MIT
 * Lists of Pentium 4 events, which have more properties than those of the other families in
 * pmc/families.h.
 */
#pragma once

#include "host/base/text_table.h"
#include "host/commands/list/list_subjects.h"
#include "pmc/netburst/netburst_check.h"

#define NETBURST_CPUS "p4, willamette, northwood, prescott"

/* A processor that --cpu can select. */
struct netburst_cpu {
    const char *name;
    uint8_t models; /* CPUID models, as a mask */
    struct netburst_machine machine;
};

/*
 * Finds a processor by its name or a synonym, optionally followed by "+ht"; case is ignored.
 * Returns false if none exists.
 */
bool list_netburst_find_cpu(const char *name, struct netburst_cpu *cpu);

/* Like list_events(), for these models only. */
int list_netburst_events(const struct listing *listing, uint8_t models);

/*
 * Adds the events of a group, a bit of enum event_group, as rows of list_event_groups(); `name` is
 * in the first row.
 */
void list_netburst_group(struct text_table *table, uint8_t models, unsigned group,
                         const char *name);
