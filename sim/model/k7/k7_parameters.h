/*
 * SPDX-License-Identifier: MIT
 * Everything the K7 model can be told. k7_parameters.def says what each member is and its range,
 * k7_parameters.c gives each default its source.
 */
#pragma once

#include "sim/model/configuration.h"

#define PARAMETERS "sim/model/k7/k7_parameters.def"
#include "sim/model/parameter_groups.h"

/* What the command line says of this program. */
#define MODEL_CPU_WORDS   "k7 (others: vpentium)"
#define MODEL_CPU_DEFAULT "k7"
#define MODEL_MHZ_LOW     500u
#define MODEL_MHZ_HIGH    1400u
#define MODEL_MHZ_WORDS   "a number from 500 to 1400"
#define MODEL_MHZ_HELP    "processor clock, 500 to 1400 (1400)"
#define MODEL_HAS_PIPES   false /* which -trace draws */
#define MODEL_INTERRUPTS  true  /* overflows of counters can */

struct core_config {
#define CORE CONFIG_MEMBER
#include PARAMETERS
#undef CORE
};

struct model_config {
    const char *name;
    uint64_t seed; /* of what is at random */
    bool errata;   /* of events: none are documented */
    struct counters_config counters;
    struct branch_config branch;
    struct cache_config cache;
    struct tlb_config tlb;
    struct bus_config bus;
    struct clocks_config clocks;
    struct core_config core;
};

#undef CONFIG_MEMBER
