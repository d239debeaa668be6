/*
 * SPDX-License-Identifier: MIT
 * The processors that --cpu selects.
 */
#pragma once

#include "host/pentium4/netburst_cpu.h"
#include "pmc/families.h"

/* The selected family (NULL: all), its members, and Pentium 4 models. */
struct list_cpu {
    const struct family *family;
    uint8_t processors;                     /* 0: only Pentium 4s */
    uint8_t netburst;                       /* CPUID models, as a mask; 0: none */
    const struct netburst_machine *machine; /* the selected one of these; NULL: any */
};

/*
 * Finds processors by the name of a family, a member or a virtual machine, or "all"; NULL: the
 * Pentiums. Returns 0, or -1 after a message.
 */
int list_cpu_read(const char *name, struct list_cpu *cpu);
