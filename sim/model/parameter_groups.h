/*
 * SPDX-License-Identifier: MIT
 * Defines a struct for each group of parameters from the rows of PARAMETERS, the model's .def file.
 * The including file defines PARAMETERS first. A group that the model does not have is empty.
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

struct pairing_config {
#define PAIRING CONFIG_MEMBER
#include PARAMETERS
#undef PAIRING
};

struct prefix_config {
#define PREFIX CONFIG_MEMBER
#include PARAMETERS
#undef PREFIX
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

/*
 * Clocks of instructions whose documented values differ from measured ones, and of those that no
 * list has.
 */
struct clocks_config {
#define CLOCKS CONFIG_MEMBER
#include PARAMETERS
#undef CLOCKS
};

struct core_config {
#define CORE CONFIG_MEMBER
#include PARAMETERS
#undef CORE
};

struct x87_config {
#define X87 CONFIG_MEMBER
#include PARAMETERS
#undef X87
};

/* Convenient behaviour that no document guarantees. */
struct silicon_config {
#define SILICON CONFIG_MEMBER
#include PARAMETERS
#undef SILICON
};

/* Causes that cost nothing, on hypothetical machines. */
struct free_config {
#define FREE CONFIG_MEMBER
#include PARAMETERS
#undef FREE
};
