/*
 * SPDX-License-Identifier: MIT
 * Exports a Markdown table: a row for each benchmark, region and event.
 */
#include <math.h>
#include <string.h>

#include "host/output/export/export.h"
#include "host/base/number_text.h"
#include "host/data/run/event_lookup.h"

/* A vertical bar would end the cell. */
static void markdown_write_text(const char *text, FILE *to)
{
    for (; *text; text++)
        fprintf(to, *text == '|' ? "\\%c" : *text == '\n' ? " " : "%c", *text);
}

static void markdown_write_row(const struct export *export, const struct result *result, FILE *to)
{
    char text[PLACE_BYTES];
    fputs("| ", to);
    markdown_write_text(result->bench, to);
    markdown_write_text(export_variant(export, result, text), to);
    fputs(" | ", to);
    markdown_write_text(export_region(result, text), to);
    fputs(" | ", to);
    markdown_write_text(export_event(result, text), to);
    if (!result_ok(result)) {
        fprintf(to, " | %s | | | |\n", result->status);
        return;
    }
    unsigned decimals = fabs(result->values.mean) < 1 && result->values.mean != 0 ? 3 : 1;
    double ci = export_ci95(&result->values);
    fprintf(to, " | %s | %s | %s | %s |\n", number_text(result->values.mean, decimals),
            isnan(ci) ? "" : number_text(ci, decimals), event_lookup_unit(result->event),
            number_text(result->per_entry, decimals));
}

static int export_markdown(const struct export *export, FILE *to)
{
    const struct run *run = export->run;
    markdown_write_text(run->name[0] ? run->name : "unknown processor", to);
    if (run->mhz > 0)
        fprintf(to, ", %s MHz", number_text(run->mhz, 1));
    fprintf(to, ", build %s; %s\n\n", run->build[0] ? run->build : "unknown",
            run_platform_sentence(run->platform));
    fputs(
        "| benchmark | region | event | mean | ± 95 % | unit | per entry |\n"
        "| --- | --- | --- | ---: | ---: | --- | ---: |\n",
        to);
    for (unsigned i = 0; i < export->n; i++)
        markdown_write_row(export, export->results[i], to);
    return 0;
}

const struct format format_markdown = {
    .name = "markdown",
    .summary = "Markdown table, for an issue or a README",
    .write = export_markdown,
};
