/*
 * SPDX-License-Identifier: MIT
 * Everything the NetBurst model can be told. netburst_parameters.def says what each member is and
 * its range, netburst_parameters.c gives each default its source.
 */
#pragma once

#include "sim/model/configuration.h"

#define PARAMETERS "sim/model/netburst/netburst_parameters.def"
#include "sim/model/parameter_groups.h"

/* What the command line says of this program. */
#define MODEL_CPU_WORDS   "willamette, northwood or prescott (others: vpentium)"
#define MODEL_CPU_DEFAULT "northwood"
#define MODEL_MHZ_LOW     1300u
#define MODEL_MHZ_HIGH    3800u
#define MODEL_MHZ_WORDS   "a number from 1300 to 3800"
#define MODEL_MHZ_HELP    "processor clock, 1300 to 3800 (1500, 1600, 3000)"
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
    bool errata;   /* of counters: all of those below at once */
    struct counters_config counters;
    struct branch_config branch;
    struct cache_config cache;
    struct tlb_config tlb;
    struct bus_config bus;
    struct clocks_config clocks;
    struct core_config core;
};

#undef CONFIG_MEMBER
