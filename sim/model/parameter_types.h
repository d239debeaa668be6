/*
 * SPDX-License-Identifier: MIT
 * The types of model parameters, named in each model's *_parameters.def.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Sets must be a power of two, ways 1, 2, 4, 8, 16, 32 or 64. */
struct shape {
    unsigned sets, ways;
};

static inline bool is_power_of_two(unsigned n)
{
    return n && !(n & (n - 1));
}

static inline bool shape_is_possible(struct shape shape)
{
    return is_power_of_two(shape.sets) && shape.sets <= 4096 && is_power_of_two(shape.ways) &&
           shape.ways <= 64;
}

/*
 * Bus clocks in a microsecond, rounded down, if `core` clocks of a processor at `mhz` take as long
 * as `bus` bus clocks: a transaction on the ISA bus, an assumption.
 */
static inline unsigned microsecond_bus_clocks(unsigned mhz, unsigned core, unsigned bus)
{
    const unsigned clocks = mhz * bus / core;

    return clocks ? clocks : 1;
}

/* Bus clocks from a request to its first 8 bytes, and between further 8 bytes of a burst. */
struct burst {
    unsigned first, next;
};

enum direction_rule {
    DIRECTION_TAKEN_UNLESS_TWICE_NOT, /* not taken only after two outcomes of not taken in a row */
    DIRECTION_SATURATING,             /* symmetric two-bit counter, taken from 2 up */
    DIRECTION_TWO_LEVELS,             /* a two-bit counter for each history of four outcomes */
};

/* The result of reading a register. */
enum register_reading {
    READING_WRITTEN, /* what was written */
    READING_GARBAGE, /* different bits at each read */
    READING_ZERO,
    READING_FAULT, /* #GP */
};

/* The processor's local APIC. */
enum model_apic {
    MODEL_NO_APIC,
    MODEL_APIC,
    MODEL_APIC_MASKS, /* its entry for counters masks itself on delivery */
};

typedef struct shape config_shape;
typedef struct burst config_burst;
typedef enum direction_rule config_direction;
typedef enum register_reading config_reading;
typedef uint32_t config_address;
typedef unsigned config_unsigned;
typedef bool config_flag;
