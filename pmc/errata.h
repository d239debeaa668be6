/*
 * SPDX-License-Identifier: MIT
 * Where the counters of the P5 and P54C are known to count otherwise than documented.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define ERRATUM_FAULT 0xFFFF

struct erratum {
    uint16_t event; /* its code */
    uint16_t cause; /* code of the event without which it does not happen, or ERRATUM_FAULT */
    bool by_chance; /* it may happen unseen; else only where somebody wrote such instructions */
    const char *text;
};

/* Whether errata.def is about the processor with that CPUID vendor and signature. */
bool errata_known_of(const char *vendor, uint32_t signature);

/* Whether its cause is taken to be there where that was not counted. */
bool erratum_presumed(const struct erratum *erratum);

/* The erratum of the event with that code; NULL for none. */
const struct erratum *errata_of(uint16_t event);
