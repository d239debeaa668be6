/*
 * SPDX-License-Identifier: MIT
 * Classifies the processor from EFLAGS and CPUID data: its kind, its counters, and the ones that
 * are used. Accesses no register.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define CPUID_FPU (1u << 0)
#define CPUID_PSE (1u << 3)
#define CPUID_TSC (1u << 4)
#define CPUID_MSR (1u << 5)
#define CPUID_MMX (1u << 23)

/* Facts about a processor that are known without access to a model-specific register. */
struct processor_id {
    bool has_ac;        /* EFLAGS.AC can be set: not a 386 */
    bool quiet_divide;  /* 5 / 2 leaves the flags unchanged, as only on Cyrix's */
    bool has_cpuid;     /* EFLAGS.ID can be set */
    char vendor[13];    /* "GenuineIntel"; empty without CPUID */
    uint32_t signature; /* CPUID leaf 1, EAX; 0 without CPUID */
    uint32_t features;  /* leaf 1, EDX */
};

/* The kind of counters that is used. */
enum method {
    METHOD_NOTHING,
    METHOD_TIME_STAMP,
    METHOD_P5,
    METHOD_P55C,
    METHOD_MII,
    METHOD_PPRO,
    METHOD_P2,
    METHOD_P3,
    METHOD_PM,
    METHOD_K7,
    METHOD_WILLAMETTE,
    METHOD_NORTHWOOD,
    METHOD_PRESCOTT
};

struct processor {
    const char *name;
    const char *counters; /* description of its counters */
    const char *missing;  /* what it lacks for measuring every event; NULL: nothing */
    enum method method;
    enum method documented; /* `method`, if nothing were missing */
};

struct processor processor_kind_of(const struct processor_id *id);

/*
 * Returns Intel's name of a P5's, P54C's or P55C's stepping, such as "cC0", or NULL if it is
 * unknown.
 */
const char *processor_kind_stepping(const struct processor_id *id);
