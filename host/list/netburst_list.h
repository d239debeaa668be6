/*
 * SPDX-License-Identifier: MIT
 * What the lists say of the Pentium 4, whose events have more to be told than those of the other
 * families of pmc/families.h.
 */
#pragma once

#include "host/base/text_table.h"
#include "host/list/list.h"
#include "pmc/netburst/netburst_check.h"

#define NETBURST_CPUS "p4, willamette, northwood, prescott"

/* A processor that can be asked for. */
struct netburst_cpu {
    const char *name;
    uint8_t models; /* CPUID models, as a mask */
    struct netburst_machine machine;
};

/* By its name or another word for it, letter case ignored, "+ht" behind it; false: there is none.
 */
bool netburst_cpu_find(const char *name, struct netburst_cpu *cpu);

/* As list_events(), of those models alone. */
int list_netburst_events(const struct listing *listing, uint8_t models);

/* The events of a group, a bit of enum event_group, as rows of list_groups(); `name` goes before
 * the first. */
void list_netburst_group(struct table *table, uint8_t models, unsigned group, const char *name);
