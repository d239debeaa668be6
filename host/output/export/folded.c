/*
 * SPDX-License-Identifier: MIT
 * Exports folded stacks, "platform;benchmark;region count", for flame graph tools. Frames cannot
 * contain a semicolon. The format has no comments, so the platform is the lowest frame. Counts are
 * whole numbers: speedscope 1.25 drops a line with a fraction, and flamegraph.pl truncates the sum.
 * If a mean is so small that rounding would change it, all counts are multiplied by a power of ten,
 * which the lowest frame states.
 */
#include <math.h>
#include <stdlib.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/output/export/export.h"

/* Returns the factor of all counts of the event; above 1, it is reported. */
static double folded_scale(const struct export *export, const char *event)
{
    double *counts = allocate_zeroed((export->n + 1) * sizeof *counts);
    unsigned n = 0;
    for (unsigned i = 0; i < export->n; i++)
        if (export_shown(export->results[i], event))
            counts[n++] = export->results[i]->values.mean;
    double scale = whole_counts_scale(counts, n);
    free(counts);
    if (scale > 1)
        message_print(
            "folded: counts are multiplied by %.0f, because the format has only whole numbers",
            scale);
    return scale;
}

static void folded_write(const struct export *export, const char *event, FILE *to)
{
    double scale = folded_scale(export, event);
    for (unsigned i = 0; i < export->n; i++) {
        const struct result *result = export->results[i];
        char place[PLACE_BYTES], variant[PLACE_BYTES], bench[PLACE_BYTES], region[2 * PLACE_BYTES];
        if (!export_shown(result, event))
            continue;
        snprintf(bench, sizeof bench, "%s", result->bench);
        snprintf(region, sizeof region, "%s%s", export_region(result, place),
                 export_variant(export, result, variant));
        fputs(platform_name(export->run->platform), to);
        if (scale > 1)
            fprintf(to, " (counts x %.0f)", scale);
        fprintf(to, ";%s;%s %.0f\n", export_without(bench, ";"), export_without(region, ";"),
                round(result->values.mean * scale));
    }
}

static int export_folded(const struct export *export, FILE *to)
{
    const char *event = export_one_event(export, "folded");
    if (!event)
        return -1;
    export_drop_negative(export, "folded");
    folded_write(export, event, to);
    return 0;
}

const struct format format_folded = {
    .name = "folded",
    .summary = "folded stacks of one event, for flame graphs; clocks, or -e",
    .write = export_folded,
};
