/*
 * SPDX-License-Identifier: MIT
 * What an ESCR puts through: an event's lines, and what tags have marked.
 */
#pragma once

#include "sim/counters/netburst.h"

struct model;

enum netburst_line {
#define LINE(name) LINE_##name,
#include "sim/model/netburst/netburst_lines.def"
#undef LINE
    LINES,
};

_Static_assert(LINES <= P4_LINES, "each has a bit");

#define LINE_SET(line) (1ull << (line))

/* For the counters: the lines of an event select and mask of that ESCR. */
p4_lines netburst_put_through(void *model, unsigned escr, unsigned select, unsigned mask);

/* The bits of its mask with which it is counted; 0: not at all. */
unsigned netburst_counted(const struct model *model, unsigned escr, unsigned select);

/* For the counters: whether such an ESCR looks at no ring. */
bool netburst_any_ring(void *model, unsigned escr, unsigned select);

/* Whether that is one of the three events of which there are precise samples. */
bool netburst_is_precise(unsigned escr, unsigned select);

/* PEBS_ENABLE: uops are tagged by replays; samples are stored. */
#define PEBS_UOP_TAG (1u << 24)
#define PEBS_ENABLE  (1u << 25)

/* Front-end tags that flow now: TAGLOADS and TAGSTORES, as in uop_type's mask. */
#define TAG_LOADS  2u
#define TAG_STORES 4u
unsigned netburst_front_end_tags(const struct p4_counters *counters);
