/*
 * SPDX-License-Identifier: MIT
 * The parameters of the P5 model: sizes, latencies, penalties and choices between rules.
 * p5_parameters.def describes each member and its range, p5_parameters.c gives the source of each
 * default.
 */
#pragma once

#include "sim/model/configuration.h"

#define PARAMETERS "sim/model/p5/p5_parameters.def"
#include "sim/model/parameter_groups.h"

#define MODEL_STATE "sim/model/p5/p5_state.h" /* defines struct model */

/* Texts for the command line of this program. */
#define MODEL_CPU_WORDS                                                                            \
    "p54c or p55c; ppro, p2 or p3 (runs vpentium-p6); k7 (runs vpentium-k7); willamette, "         \
    "northwood or prescott (runs vpentium-netburst)"
#define MODEL_CPU_DEFAULT "p54c"
#define MODEL_MHZ_LOW     60u
#define MODEL_MHZ_HIGH    233u
#define MODEL_MHZ_WORDS   "60 to 233 MHz"
#define MODEL_MHZ_HELP    "processor clock in MHz, 60 to 233 (default 100)"
#define MODEL_HAS_PIPES   true  /* -trace can draw pipes */
#define MODEL_HAS_ACCOUNT true  /* -account has causes of its clocks */
#define MODEL_INTERRUPTS  false /* counter overflows cannot interrupt */

struct model_config {
    uint64_t seed; /* random seed */
#define MODEL CONFIG_MEMBER
#include PARAMETERS
#undef MODEL
    struct pairing_config pairing;
    struct prefix_config prefix;
    struct branch_config branch;
    struct cache_config cache;
    struct tlb_config tlb;
    struct bus_config bus;
    struct clocks_config clocks;
    struct x87_config x87;
    struct silicon_config silicon;
    struct free_config free;
};

#undef CONFIG_MEMBER
