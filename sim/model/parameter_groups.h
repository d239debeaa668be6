/*
 * SPDX-License-Identifier: MIT
 * Defines a struct for each parameter group of the P6, K7 and NetBurst models from the rows of
 * PARAMETERS, the model's .def file. The including file defines PARAMETERS first.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/parameter_types.h"

#define CONFIG_MEMBER(type, member, low, high, text) config_##type member;

struct counters_config {
#define COUNTERS CONFIG_MEMBER
#include PARAMETERS
#undef COUNTERS
};

struct branch_config {
#define BRANCH CONFIG_MEMBER
#include PARAMETERS
#undef BRANCH
};

struct cache_config {
#define CACHE CONFIG_MEMBER
#include PARAMETERS
#undef CACHE
};

struct tlb_config {
#define TLB CONFIG_MEMBER
#include PARAMETERS
#undef TLB
};

struct bus_config {
#define BUS CONFIG_MEMBER
#include PARAMETERS
#undef BUS
};

struct clocks_config {
#define CLOCKS CONFIG_MEMBER
#include PARAMETERS
#undef CLOCKS
};
