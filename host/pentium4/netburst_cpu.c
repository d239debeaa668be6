/*
 * SPDX-License-Identifier: MIT
 * Finds a Pentium 4 by its name.
 */
#include "host/pentium4/netburst_cpu.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "pmc/netburst/netburst_events.h"
#include "tools/processor_words.h"

/* Returns the name of the table below for another name, such as "Pentium IV". */
static const char *netburst_cpu_word(const char *name)
{
    const char *processor = virtual_processor(name);
    if (!processor || !strcasecmp(processor, name))
        return name;
    return strcmp(processor, "northwood") ? processor : "p4"; /* not one of its models */
}

bool netburst_cpu_find(const char *name, struct netburst_cpu *cpu)
{
    static const struct netburst_cpu cpus[] = {
        {"p4", NETBURST_MODELS_ALL, {.model = 2, .stepping = 9}}, /* Northwood, CPUID F29h */
        {"willamette", 1u << 0 | 1u << 1, {.model = 1, .stepping = 2}},
        {"northwood", 1u << 2, {.model = 2, .stepping = 9}},
        {"prescott", 1u << 3 | 1u << 4, {.model = 3, .stepping = 4}},
    };
    char word[32];
    size_t length = strcspn(name, "+");
    bool threads = !strcasecmp(name + length, "+ht");
    if (length >= sizeof word || (name[length] && !threads))
        return false;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    for (unsigned i = 0; i < sizeof cpus / sizeof cpus[0]; i++) {
        if (strcasecmp(netburst_cpu_word(word), cpus[i].name) != 0)
            continue;
        *cpu = cpus[i];
        cpu->machine.threads = threads;
        return true;
    }
    return false;
}
