/*
 * SPDX-License-Identifier: MIT
 * Which processor this is, and what it is running in.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "pmc/pmc.h"

#define CPUID_FPU (1u << 0)
#define CPUID_PSE (1u << 3)
#define CPUID_TSC (1u << 4)
#define CPUID_MSR (1u << 5)
#define CPUID_MMX (1u << 23)

struct cpu {
    bool has_cpuid;
    char vendor[13];    /* "GenuineIntel"; empty without CPUID */
    uint32_t signature; /* CPUID leaf 1, EAX; 0 where there is none */
    uint32_t features;  /* leaf 1, EDX */
    unsigned family, model, stepping;
    const char *name;     /* for a person */
    const char *platform; /* silicon, virtual (our simulator), emulator */
};

/* Asks EFLAGS.ID and CPUID, nothing that could fault on a lesser processor. */
void cpu_identify(struct cpu *cpu);

/*
 * The counters of this processor; tsc_pmc, or NULL, with *missing saying what it lacks. NULL: it
 * has not even a time-stamp counter, and cannot be measured.
 */
const struct pmc *cpu_counters(const struct cpu *cpu, const char **missing);

/* Both L1 caches on, as far as the processor lets software say (486 and later). */
void cpu_enable_caches(const struct cpu *cpu);
