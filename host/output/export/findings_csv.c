/*
 * SPDX-License-Identifier: MIT
 * Exports the benchmarks' findings as comma-separated values: one header, one row per finding.
 */
#include <math.h>

#include "host/output/export/export.h"

static void findings_csv_field(const char *text, FILE *to)
{
    putc(',', to);
    export_csv_text(text ? text : "", to);
}

static int export_findings_csv(const struct export *export, FILE *to)
{
    fputs("bench,state,ablate,finding,value,unit,text,documented,platform\n", to);
    for (unsigned i = 0; i < export->n_findings; i++) {
        const struct finding *finding = export->findings[i];
        export_csv_text(finding->bench, to);
        findings_csv_field(finding->state, to);
        findings_csv_field(finding->ablate, to);
        findings_csv_field(finding->name, to);
        export_csv_number(finding->value, to);
        findings_csv_field(finding->unit, to);
        findings_csv_field(finding->text, to);
        findings_csv_field(finding->documented, to);
        findings_csv_field(platform_name(export->run->platform), to);
        putc('\n', to);
    }
    return 0;
}

const struct format format_findings = {
    .name = "findings",
    .summary = "findings of benchmarks, with the documented values; one row each (csv)",
    .write = export_findings_csv,
};
