/*
 * SPDX-License-Identifier: MIT
 * Finds a Pentium 4 by its name.
 */
#include "host/pentium4/netburst_cpu.h"

#include <string.h>

#include "pmc/netburst/netburst_events.h"

bool netburst_cpu_find(const char *name, struct netburst_cpu *cpu)
{
    static const struct netburst_cpu cpus[] = {
        {"p4", NETBURST_MODELS_ALL, {.model = 2, .stepping = 9}}, /* Northwood, CPUID F29h */
        {"pentium4", NETBURST_MODELS_ALL, {.model = 2, .stepping = 9}},
        {"netburst", NETBURST_MODELS_ALL, {.model = 2, .stepping = 9}},
        {"willamette", 1u << 0 | 1u << 1, {.model = 1, .stepping = 2}},
        {"northwood", 1u << 2, {.model = 2, .stepping = 9}},
        {"prescott", 1u << 3 | 1u << 4, {.model = 3, .stepping = 4}},
    };
    size_t length = strcspn(name, "+");
    bool threads = !strcmp(name + length, "+ht");
    for (unsigned i = 0; i < sizeof cpus / sizeof cpus[0]; i++) {
        if (!netburst_is(name, length, cpus[i].name) || (name[length] && !threads))
            continue;
        *cpu = cpus[i];
        cpu->machine.threads = threads;
        return true;
    }
    return false;
}
