/*
 * SPDX-License-Identifier: MIT
 * Table of all counter families, for code that handles events of any processor.
 */
#pragma once

#include "pmc/event.h"

enum { FAMILY_P5, FAMILY_P6, FAMILY_K7, FAMILY_P4, FAMILIES };

#define FAMILIES_MOST_EVENTS 110 /* maximum over all rows */

/* A processor whose events differ from those of other family members. */
struct family_member {
    const char *name;  /* as in the simulator's -cpu option: p54c, p55c, ppro, ... */
    const char *words; /* readable name: "the P55C (Pentium MMX)" */
    uint8_t processor; /* its bit in `processors` of struct event */
};

struct family {
    const char *name; /* p5, p6, k7, p4 */
    const struct event *events;
    unsigned n_events;
    const struct family_member *members;
    unsigned n_members;
};

extern const struct family families[FAMILIES];

/*
 * Finds a family by its own name or by that of a member, ignoring letter case. Sets *processors to
 * the mask of the members meant. Returns NULL if there is no such family.
 */
const struct family *family_find(const char *name, uint8_t *processors);

/* Returns the event's family; NULL for the time stamp and for codes outside the tables. */
const struct family *event_family(const struct event *event);
