/*
 * SPDX-License-Identifier: MIT
 * Findings as a table: each compares the clocks of regions of one run, so that what they share does
 * not matter. bench/findings.inc makes such rows in nasm.
 */
#pragma once

#define NO_REGION -1 /* takes no clocks */

/*
 * The finding is (clocks of `region` - clocks of `low`) / `times`; or, where `high` is a region, in
 * words: "yes" if the region takes fewer clocks than halfway from `low` to `high`, "no" if not.
 */
struct finding_row {
    const char *name;
    int region, low, times, high;
};

/* Publishes each row whose regions were measured. */
void conclude_rows(const struct finding_row *rows, const struct finding_row *end);
