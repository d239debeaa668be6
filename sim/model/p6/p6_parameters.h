/*
 * SPDX-License-Identifier: MIT
 * Everything the P6 model can be told. p6_parameters.def and core/core_parameters.def say what each
 * member is and its range, p6_parameters.c gives each default its source.
 */
#pragma once

#include "sim/model/p6/core/p6_core.h"
#include "sim/model/configuration.h"

#define PARAMETERS "sim/model/p6/p6_parameters.def"
#include "sim/model/parameter_groups.h"

/* What the command line says of this program. */
#define MODEL_CPU_WORDS   "ppro, p2 or p3 (others: vpentium)"
#define MODEL_CPU_DEFAULT "p2"
#define MODEL_MHZ_LOW     100u
#define MODEL_MHZ_HIGH    1400u
#define MODEL_MHZ_WORDS   "a number from 100 to 1400"
#define MODEL_MHZ_HELP    "processor clock, 100 to 1400 (200, 350 or 450 by -cpu)"
#define MODEL_HAS_PIPES   false /* which -trace draws */
#define MODEL_INTERRUPTS  true  /* overflows of counters can */

/* Which of them it is: some events are of one kind alone. As pmc's table numbers them. */
enum p6_processor {
    PROCESSOR_PPRO = 1,
    PROCESSOR_P2 = 2,
    PROCESSOR_P3 = 4,
};

struct model_config {
    const char *name;
    uint64_t seed; /* of what is at random */
    enum p6_processor processor;
    bool errata; /* the documented ones of events */
    struct counters_config counters;
    struct branch_config branch;
    struct cache_config cache;
    struct tlb_config tlb;
    struct bus_config bus;
    struct clocks_config clocks;
    struct p6_core_parameters core;
};

#undef CONFIG_MEMBER
