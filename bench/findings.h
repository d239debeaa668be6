/*
 * SPDX-License-Identifier: MIT
 * Findings as a table: each compares the clocks of regions of one run, so that what they share does
 * not matter. bench/findings.inc makes such rows in nasm.
 */
#pragma once

#define NO_REGION -1 /* takes no clocks */

struct finding_row {
    const char *name;
    int region, low; /* the finding is how many clocks the region takes more than `low`, */
    int times;       /* divided by this; */
    int high;        /* or, where this is a region, in words: "yes" if it takes fewer than halfway */
};                   /* from `low` to `high`, "no" if not */

/* Publishes each row whose regions were measured. */
void conclude_rows(const struct finding_row *rows, const struct finding_row *end);
