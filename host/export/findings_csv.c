/*
 * SPDX-License-Identifier: MIT
 * Exports the benchmarks' findings as comma-separated values: one header, one row per finding.
 */
#include <math.h>

#include "host/export/export.h"

static void put(const char *text, FILE *to)
{
    putc(',', to);
    export_csv_text(text ? text : "", to);
}

static int write_findings(const struct export *export, FILE *to)
{
    fputs("bench,state,ablate,finding,value,unit,text,documented,platform\n", to);
    for (unsigned i = 0; i < export->n_findings; i++) {
        const struct finding *finding = export->findings[i];
        export_csv_text(finding->bench, to);
        put(finding->state, to);
        put(finding->ablate, to);
        put(finding->name, to);
        export_csv_number(finding->value, to);
        put(finding->unit, to);
        put(finding->text, to);
        put(finding->documented, to);
        put(platform_name(export->run->platform), to);
        putc('\n', to);
    }
    return 0;
}

const struct format format_findings = {
    .name = "findings",
    .summary = "findings of benchmarks, with the documented values; one row each (csv)",
    .write = write_findings,
};
