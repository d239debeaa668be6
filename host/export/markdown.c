/*
 * SPDX-License-Identifier: MIT
 * Exports a Markdown table: a row for each benchmark, region and event.
 */
#include <math.h>
#include <string.h>

#include "host/base/text_table.h"
#include "host/export/export.h"
#include "host/run/event_lookup.h"

/* A vertical bar would end the cell. */
static void put(const char *text, FILE *to)
{
    for (; *text; text++)
        fprintf(to, *text == '|' ? "\\%c" : *text == '\n' ? " " : "%c", *text);
}

static void put_row(const struct export *export, const struct result *result, FILE *to)
{
    char text[PLACE_BYTES];
    fputs("| ", to);
    put(result->bench, to);
    put(export_variant(export, result, text), to);
    fputs(" | ", to);
    put(export_region(result, text), to);
    fputs(" | ", to);
    put(export_event(result, text), to);
    if (!result_ok(result)) {
        fprintf(to, " | %s | | | |\n", result->status);
        return;
    }
    unsigned decimals = fabs(result->values.mean) < 1 && result->values.mean != 0 ? 3 : 1;
    double ci = export_ci95(&result->values);
    fprintf(to, " | %s | %s | %s | %s |\n", number_text(result->values.mean, decimals),
            isnan(ci) ? "" : number_text(ci, decimals), event_unit(result->event),
            number_text(result->per_entry, decimals));
}

static int write_markdown(const struct export *export, FILE *to)
{
    const struct run *run = export->run;
    put(run->name[0] ? run->name : "unknown processor", to);
    if (run->mhz > 0)
        fprintf(to, ", %s MHz", number_text(run->mhz, 1));
    fprintf(to, ", build %s; %s\n\n", run->build[0] ? run->build : "unknown",
            platform_sentence(run->platform));
    fputs(
        "| benchmark | region | event | mean | ± 95 % | unit | per entry |\n"
        "| --- | --- | --- | ---: | ---: | --- | ---: |\n",
        to);
    for (unsigned i = 0; i < export->n; i++)
        put_row(export, export->results[i], to);
    return 0;
}

const struct format format_markdown = {
    .name = "markdown",
    .summary = "Markdown table, for an issue or a README",
    .write = write_markdown,
};
