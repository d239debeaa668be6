/*
 * SPDX-License-Identifier: MIT
 * The families of counters there are, a row each, for who asks about events of any processor.
 */
#pragma once

#include "pmc/event.h"

enum { FAMILY_P5, FAMILY_P6, FAMILY_K7, FAMILY_P4, FAMILIES };

#define FAMILIES_MOST_EVENTS 110 /* of any row */

/* A member whose events are not those of all others. */
struct family_member {
    const char *name;  /* as -cpu of the virtual machine has it: p54c, p55c, ppro, ... */
    const char *words; /* for a person: "the P55C (Pentium MMX)" */
    uint8_t processor; /* its bit in struct event, processors */
};

struct family {
    const char *name; /* p5, p6, k7, p4 */
    const struct event *events;
    unsigned n_events;
    const struct family_member *members;
    unsigned n_members;
};

extern const struct family families[FAMILIES];

/* The family, and in *processors its members, by either's name, in any letters; NULL for none. */
const struct family *family_find(const char *name, uint8_t *processors);
