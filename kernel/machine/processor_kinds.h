/*
 * SPDX-License-Identifier: MIT
 * Which processor it is by what EFLAGS and CPUID say, what it has to count with, and what of that
 * is used. Touches no register.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define CPUID_FPU (1u << 0)
#define CPUID_PSE (1u << 3)
#define CPUID_TSC (1u << 4)
#define CPUID_MSR (1u << 5)
#define CPUID_MMX (1u << 23)

/* What is known of a processor without touching one of its model-specific registers. */
struct processor_id {
    bool has_ac;        /* EFLAGS.AC can be set: not a 386 */
    bool quiet_divide;  /* 5 / 2 leaves the flags alone, as on Cyrix's alone */
    bool has_cpuid;     /* EFLAGS.ID can be set */
    char vendor[13];    /* "GenuineIntel"; empty without CPUID */
    uint32_t signature; /* CPUID leaf 1, EAX; 0 where there is none */
    uint32_t features;  /* leaf 1, EDX */
};

/* What is measured on it. */
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
    const char *counters; /* what it has, in words */
    const char *missing;  /* what it lacks for every event to be measured; NULL for nothing */
    enum method method;
};

struct processor processor_of(const struct processor_id *id);

/* Intel's name of a P5's, P54C's or P55C's stepping, as "cC0"; NULL where it is not known. */
const char *processor_stepping(const struct processor_id *id);
