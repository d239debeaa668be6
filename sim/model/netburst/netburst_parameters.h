/*
 * SPDX-License-Identifier: MIT
 * Everything the NetBurst model can be told. netburst_parameters.def says what each member is and
 * its range, netburst_parameters.c gives each default its source.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/parameter_types.h"

/* What the command line says of this program. */
#define MODEL_CPU_WORDS   "willamette, northwood or prescott (others: vpentium)"
#define MODEL_CPU_DEFAULT "northwood"
#define MODEL_MHZ_LOW     1300u
#define MODEL_MHZ_HIGH    3800u
#define MODEL_MHZ_WORDS   "a number from 1300 to 3800"
#define MODEL_MHZ_HELP    "processor clock, 1300 to 3800 (1500, 1600, 3000)"
#define MODEL_HAS_PIPES   false /* which -trace draws */
#define MODEL_INTERRUPTS  true  /* overflows of counters can */

#define CONFIG_MEMBER(type, member, low, high, text) config_##type member;

struct counters_config {
#define COUNTERS CONFIG_MEMBER
#include "sim/model/netburst/netburst_parameters.def"
#undef COUNTERS
};

struct branch_config {
#define BRANCH CONFIG_MEMBER
#include "sim/model/netburst/netburst_parameters.def"
#undef BRANCH
};

struct cache_config {
#define CACHE CONFIG_MEMBER
#include "sim/model/netburst/netburst_parameters.def"
#undef CACHE
};

struct tlb_config {
#define TLB CONFIG_MEMBER
#include "sim/model/netburst/netburst_parameters.def"
#undef TLB
};

struct bus_config {
#define BUS CONFIG_MEMBER
#include "sim/model/netburst/netburst_parameters.def"
#undef BUS
};

struct clocks_config {
#define CLOCKS CONFIG_MEMBER
#include "sim/model/netburst/netburst_parameters.def"
#undef CLOCKS
};

struct core_config {
#define CORE CONFIG_MEMBER
#include "sim/model/netburst/netburst_parameters.def"
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

/* A Northwood. */
struct model_config model_config_default(void);

/* Those of MODEL_CPU_WORDS. 0, or -1 for any other name. */
int model_config_named(const char *name, struct model_config *config);

/* What such a processor runs at where nobody says. */
unsigned model_config_mhz(const char *name);

enum model_apic model_config_apic(const struct model_config *config);

/* The bus's share of such a processor clock. */
void model_config_set_mhz(struct model_config *config, unsigned mhz);

/* NULL where the model can be built so, else what is wrong with it. */
const char *model_config_error(const struct model_config *config);
