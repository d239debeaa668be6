/*
 * SPDX-License-Identifier: MIT
 * Exports folded stacks, "platform;benchmark;region count", for flame graph tools. Frames cannot
 * contain a semicolon. The format has no comments, so the platform is the lowest frame.
 */
#include "host/output/export/export.h"

static int export_folded(const struct export *export, FILE *to)
{
    const char *event = export_one_event(export, "folded");
    if (event)
        export_drop_negative(export, "folded");
    for (unsigned i = 0; event && i < export->n; i++) {
        const struct result *result = export->results[i];
        char place[PLACE_BYTES], variant[PLACE_BYTES], bench[PLACE_BYTES], region[2 * PLACE_BYTES];
        char number[NUMBER_BYTES];
        if (!export_shown(result, event))
            continue;
        snprintf(bench, sizeof bench, "%s", result->bench);
        snprintf(region, sizeof region, "%s%s", export_region(result, place),
                 export_variant(export, result, variant));
        fprintf(to, "%s;%s;%s %s\n", platform_name(export->run->platform),
                export_without(bench, ";"), export_without(region, ";"),
                export_number(result->values.mean, number));
    }
    return event ? 0 : -1;
}

const struct format format_folded = {
    .name = "folded",
    .summary = "folded stacks of one event, for flame graphs; clocks, or -e",
    .write = export_folded,
};
