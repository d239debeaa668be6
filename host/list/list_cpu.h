/*
 * SPDX-License-Identifier: MIT
 * The processors that --cpu names.
 */
#pragma once

#include "host/list/netburst_list.h"
#include "pmc/families.h"

/* A family, or with NULL all; which of its members; of Pentium 4s, models. */
struct list_cpu {
    const struct family *family;
    uint8_t processors;                     /* 0: none but Pentium 4s */
    uint8_t netburst;                       /* CPUID models, as a mask; 0: none */
    const struct netburst_machine *machine; /* one of these, as it was named; NULL: any */
};

/* By a family's, a member's or a virtual machine's name, or "all"; NULL: the Pentiums. 0, or -1
 * after a message. */
int list_read_cpu(const char *name, struct list_cpu *cpu);
