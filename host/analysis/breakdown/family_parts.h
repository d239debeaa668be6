/*
 * SPDX-License-Identifier: MIT
 * The parts of a breakdown on processors other than a P5: events, costs and their sources.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "host/analysis/breakdown/breakdown_parts.h"
#include "host/data/run/run.h"

struct family_part {
    bool counted;                      /* by an event; otherwise estimated */
    const char *low, *estimate, *high; /* formulas over events, in clocks */
    const char *source;
};

struct family_parts {
    const char *clocks, *instructions; /* events */
    const struct family_part *parts;   /* one for each of `list` */
    struct part_list list;
    const char *why_rest; /* why the rest has no events */
};

/* Returns the parts for the run's processor; NULL for a P5 and other processors. */
const struct family_parts *family_parts_of(const struct run *run);

/* Prints the costs and their sources. */
void family_parts_explain(const struct family_parts *family, FILE *to);
