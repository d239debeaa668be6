/*
 * SPDX-License-Identifier: MIT
 * Counter errata of the P5 and P54C: events that count differently than documented.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define ERRATUM_FAULT 0xFFFF

struct erratum {
    uint16_t event; /* event code */
    uint16_t cause; /* code of an event that must occur for the erratum to happen, or
                       ERRATUM_FAULT */
    bool by_chance; /* can happen unnoticed; false: only where a programmer writes such
                       instructions on purpose */
    const char *text;
};

/* Returns whether p5_errata.def covers the processor with this CPUID vendor and signature. */
bool errata_known_of(const char *vendor, uint32_t signature);

/* Returns whether the cause is assumed to have occurred where it was not counted. */
bool erratum_presumed(const struct erratum *erratum);

/* Returns the erratum of the event with this code; NULL if it has none. */
const struct erratum *errata_of(uint16_t event);
