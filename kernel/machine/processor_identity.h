/*
 * SPDX-License-Identifier: MIT
 * Identifies the processor, and the platform that it is part of.
 */
#pragma once

#include <stdbool.h>

#include "kernel/machine/processor_kinds.h"
#include "pmc/pmc.h"

struct cpu {
    struct processor_id id;
    struct processor is;
    unsigned family, model; /* as in the signature; 3 and 4 also for processors without one */
    const char *platform;   /* silicon, virtual (vpentium), emulator, unknown */
    const char *evidence;   /* for the platform */
};

/* Uses only EFLAGS.ID and CPUID, which do not fault on older processors. */
void processor_identity_read(struct cpu *cpu);

/* Returns the facts about real chips of this signature; NULL: none are known. */
const struct chip_facts *processor_identity_chip(const struct cpu *cpu);

/*
 * Returns the counters to use on this processor: tsc_pmc if it has only a time-stamp counter, NULL
 * if it lacks that too and cannot be measured.
 */
const struct pmc *processor_identity_counters(const struct cpu *cpu);

/*
 * Reports whether the divider has the flaw of the first Pentiums, using a division that triggers
 * it. Needs an x87, which is left as after FNINIT.
 */
bool processor_identity_fdiv_flaw(void);

/*
 * Reports whether 5 / 2 leaves the flags unchanged, as on Cyrix's processors. Intel's and AMD's
 * change them (Cyrix CPU Detection Guide).
 */
bool processor_identity_quiet_divide(void);
