/*
 * SPDX-License-Identifier: MIT
 * The parameters of the P6 model. p6_parameters.def and core/core_parameters.def describe each
 * member and its range, p6_parameters.c gives the source of each default.
 */
#pragma once

#include "sim/model/p6/core/p6_core.h"
#include "sim/model/configuration.h"

#define PARAMETERS "sim/model/p6/p6_parameters.def"
#include "sim/model/parameter_groups.h"

#define MODEL_STATE "sim/model/p6/p6_state.h" /* defines struct model */

/* Texts for the command line of this program. */
#define MODEL_CPU_WORDS   "ppro, p2 or p3 (other models: run vpentium)"
#define MODEL_CPU_DEFAULT "p2"
#define MODEL_MHZ_LOW     100u
#define MODEL_MHZ_HIGH    1400u
#define MODEL_MHZ_WORDS   "100 to 1400 MHz"
#define MODEL_MHZ_HELP    "processor clock in MHz, 100 to 1400 (default: ppro 200, p2 350, p3 450)"
#define MODEL_HAS_PIPES   false /* -trace has no pipes to draw */
#define MODEL_HAS_ACCOUNT true  /* -account has causes of its clocks */
#define MODEL_INTERRUPTS  true  /* counter overflows can interrupt */

/* The processor, since some events exist on one only; numbered as in pmc's table. */
enum p6_processor {
    PROCESSOR_PPRO = 1,
    PROCESSOR_P2 = 2,
    PROCESSOR_P3 = 4,
};

struct model_config {
    uint64_t seed; /* random seed */
    enum p6_processor processor;
#define MODEL CONFIG_MEMBER
#include PARAMETERS
#undef MODEL
    struct counters_config counters;
    struct branch_config branch;
    struct cache_config cache;
    struct tlb_config tlb;
    struct bus_config bus;
    struct clocks_config clocks;
    struct p6_core_parameters core;
};

#undef CONFIG_MEMBER
