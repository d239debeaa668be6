/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4 processors that --cpu selects.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

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
bool netburst_cpu_find(const char *name, struct netburst_cpu *cpu);
