/*
 * SPDX-License-Identifier: MIT
 * The parameters of the K7 model. k7_parameters.def describes each member and its range,
 * k7_parameters.c gives the source of each default.
 */
#pragma once

#include "sim/model/configuration.h"

#define PARAMETERS "sim/model/k7/k7_parameters.def"
#include "sim/model/parameter_groups.h"

#define MODEL_STATE "sim/model/k7/k7_state.h" /* defines struct model */

/* Texts for the command line of this program. */
#define MODEL_CPU_WORDS   "k7 (other models: run vpentium)"
#define MODEL_CPU_DEFAULT "k7"
#define MODEL_MHZ_LOW     500u
#define MODEL_MHZ_HIGH    1400u
#define MODEL_MHZ_WORDS   "500 to 1400 MHz"
#define MODEL_MHZ_HELP    "processor clock in MHz, 500 to 1400 (default 1400)"
#define MODEL_HAS_PIPES   false /* -trace has no pipes to draw */
#define MODEL_HAS_ACCOUNT true  /* -account has causes of its clocks */
#define MODEL_INTERRUPTS  true  /* counter overflows can interrupt */

struct model_config {
    const char *name;
    uint64_t seed; /* random seed */
#define MODEL CONFIG_MEMBER
#include PARAMETERS
#undef MODEL
    struct counters_config counters;
    struct branch_config branch;
    struct cache_config cache;
    struct tlb_config tlb;
    struct bus_config bus;
    struct clocks_config clocks;
    struct core_config core;
};

#undef CONFIG_MEMBER
