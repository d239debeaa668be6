/*
 * SPDX-License-Identifier: MIT
 * Which processor this is, and what it is running in.
 */
#pragma once

#include <stdbool.h>

#include "kernel/machine/processor_kinds.h"
#include "pmc/pmc.h"

struct cpu {
    struct processor_id id;
    struct processor is;
    unsigned family, model; /* as in the signature; 3 and 4 also without one */
    const char *platform;   /* silicon, virtual (our simulator), emulator */
};

/* Asks EFLAGS.ID and CPUID, nothing that could fault on a lesser processor. */
void cpu_identify(struct cpu *cpu);

/*
 * The counters of this processor that are used; tsc_pmc, or NULL where it has not even a time-stamp
 * counter and cannot be measured.
 */
const struct pmc *cpu_counters(const struct cpu *cpu);

/*
 * Whether the divider has the flaw of the first Pentiums, by a division that meets it. Needs an
 * x87, which is left as after FNINIT.
 */
bool cpu_has_fdiv_flaw(void);
