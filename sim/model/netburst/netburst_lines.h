/*
 * SPDX-License-Identifier: MIT
 * The lines that an ESCR selects: those of its event, and those that tags have marked.
 */
#pragma once

#include "sim/counters/p4_counters.h"

struct model;

enum netburst_line {
#define LINE(name) LINE_##name,
#include "sim/model/netburst/netburst_lines.def"
#undef LINE
    LINES,
};

_Static_assert(LINES <= P4_LINES, "each line has a bit");

#define LINE_SET(line) (1ull << (line))

/* Called by the counters: the lines of an event select and mask in this ESCR. */
p4_lines netburst_lines_select(void *model, unsigned escr, unsigned select, unsigned mask);

/* The event mask bits that are counted; 0: none. */
unsigned netburst_lines_counted(const struct model *model, unsigned escr, unsigned select);

/* Called by the counters: whether this event ignores the rings in its ESCR. */
bool netburst_lines_any_ring(void *model, unsigned escr, unsigned select);

/* Returns whether it is one of the three events that support precise samples. */
bool netburst_is_precise(unsigned escr, unsigned select);

/* PEBS_ENABLE: replays tag uops; samples are stored. */
#define PEBS_UOP_TAG (1u << 24)
#define PEBS_ENABLE  (1u << 25)

/* The active front-end tags: TAGLOADS and TAGSTORES, as in uop_type's mask. */
#define TAG_LOADS  2u
#define TAG_STORES 4u
unsigned netburst_front_end_tags(const struct p4_counters *counters);
