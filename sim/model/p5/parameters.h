/*
 * SPDX-License-Identifier: MIT
 * Everything the model can be told: sizes, latencies, penalties and choices between rules.
 * parameters.def says what each member is and its range, parameters.c gives each default its
 * source.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Sets must be a power of two, ways 1, 2, 4, 8, 16, 32 or 64. */
struct shape {
    unsigned sets, ways;
};

/* Bus clocks from a request to its first 8 bytes, and from each 8 bytes of a burst to the next. */
struct burst {
    unsigned first, next;
};

enum direction_rule {
    DIRECTION_TAKEN_UNLESS_TWICE_NOT, /* not taken only after two outcomes of not taken in a row */
    DIRECTION_SATURATING,             /* symmetric two-bit counter, taken from 2 up */
    DIRECTION_TWO_LEVELS,             /* such a counter for each history of four outcomes */
};

/* What a register says to who reads it. */
enum register_reading {
    READING_WRITTEN, /* what was written */
    READING_GARBAGE, /* other bits each time */
    READING_ZERO,
    READING_FAULT, /* #GP */
};

/* The types of parameters.def. */
typedef struct shape config_shape;
typedef struct burst config_burst;
typedef enum direction_rule config_direction;
typedef enum register_reading config_reading;
typedef uint32_t config_address;
typedef unsigned config_unsigned;
typedef bool config_flag;

#define CONFIG_MEMBER(type, member, low, high, text) config_##type member;

struct pairing_config {
#define PAIRING CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
#undef PAIRING
};

struct prefix_config {
#define PREFIX CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
#undef PREFIX
};

struct branch_config {
#define BRANCH CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
#undef BRANCH
};

struct cache_config {
#define CACHE CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
#undef CACHE
};

struct tlb_config {
#define TLB CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
#undef TLB
};

struct bus_config {
#define BUS CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
#undef BUS
};

/* Instructions whose documented clocks differ from measured ones, and those that no list has. */
struct clocks_config {
#define CLOCKS CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
#undef CLOCKS
};

struct x87_config {
#define X87 CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
#undef X87
};

/* Kindnesses that no document promises. */
struct silicon_config {
#define SILICON CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
#undef SILICON
};

struct model_config {
    const char *name;
    uint64_t seed; /* of what is at random */
#define MODEL CONFIG_MEMBER
#include "sim/model/p5/parameters.def"
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
};

#undef CONFIG_MEMBER

/* The P54C at 100 MHz of Safford's Table 5.5. */
struct model_config model_config_default(void);

/* "p54c" or "p55c". 0, or -1 for any other name. */
int model_config_named(const char *name, struct model_config *config);

/* NULL where the model can be built so, else what is wrong with it. */
const char *model_config_error(const struct model_config *config);
