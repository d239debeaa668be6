/*
 * SPDX-License-Identifier: MIT
 * Publishes a benchmark's table of findings.
 */
#include "bench/findings.h"
#include "bench/bench.h"
#include "bench/overlap.h"

static int64_t finding_row_clocks(int region)
{
    return region == NO_REGION ? 0 : finding_measured((unsigned)region, "clocks");
}

static void finding_row_infer(const struct finding_row *row)
{
    const int64_t region = finding_row_clocks(row->region), low = finding_row_clocks(row->low),
                  high = finding_row_clocks(row->high);

    if (region == NOT_MEASURED || low == NOT_MEASURED || high == NOT_MEASURED)
        return;
    if (work_overlaps()) { /* nothing pairs, and hidden costs are not reported */
        if (row->high == NO_REGION && region - low < 500 * row->times)
            finding_text(row->name, "not seen");
        else if (row->high == NO_REGION)
            finding(row->name, (int32_t)(region - low) / row->times, "clocks");
    } else if (row->high == NO_REGION)
        finding(row->name, (int32_t)(region - low) / row->times, "clocks");
    else
        finding_text(row->name, 2 * region < low + high ? "yes" : "no");
}

void finding_rows_infer(const struct finding_row *rows, const struct finding_row *end)
{
    for (; rows < end; rows++)
        finding_row_infer(rows);
}
