/*
 * SPDX-License-Identifier: MIT
 * Findings as a table: each row compares the clocks of regions of one run, so that their common
 * cost cancels. bench/findings.inc generates such rows in nasm.
 */
#pragma once

#define NO_REGION -1 /* stands for no clocks */

/*
 * The finding is (clocks of `region` - clocks of `low`) / `times`. If `high` is a region, it is a
 * word: "yes" if the region takes fewer clocks than halfway from `low` to `high`, else "no".
 */
struct finding_row {
    const char *name;
    int region, low, times, high;
};

/* Reports each row whose regions were measured. */
void finding_rows_infer(const struct finding_row *rows, const struct finding_row *end);
