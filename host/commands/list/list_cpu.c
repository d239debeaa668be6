/*
 * SPDX-License-Identifier: MIT
 * Finds processors by name for the lists.
 */
#include "host/commands/list/list_cpu.h"

#include <string.h>

#include "host/base/message.h"
#include "tools/processor_words.h"

#define USUAL "p5" /* the Pentiums */
#define ALL   "all"

int list_cpu_read(const char *name, struct list_cpu *cpu)
{
    static struct netburst_cpu netburst;
    *cpu = (struct list_cpu){NULL, 0xFF, NETBURST_MODELS_ALL, NULL};
    if (name && !strcmp(name, ALL))
        return 0;
    cpu->processors = 0;
    if (name && netburst_cpu_find(name, &netburst)) {
        cpu->netburst = netburst.models;
        cpu->machine = netburst.models == NETBURST_MODELS_ALL ? NULL : &netburst.machine;
        return 0;
    }
    cpu->netburst = 0;
    cpu->family = family_find(name ? name : USUAL, &cpu->processors);
    if (!cpu->family && virtual_processor(name))
        cpu->family = family_find(virtual_processor(name), &cpu->processors);
    if (cpu->family)
        return 0;
    message_print(
        "--cpu: '%s' is not a processor; allowed: p5, p54c, p55c, p6, ppro, p2, p3, pm, "
        "k7, " NETBURST_CPUS
        ", each Pentium 4 optionally followed by +ht for Hyper-Threading, all; "
        "aliases: " PROCESSOR_WORDS,
        name);
    return -1;
}
