/*
 * SPDX-License-Identifier: MIT
 * Exports tidy comma-separated values: one header, and one row for each benchmark, region and
 * event. Quoting follows RFC 4180; lines end with a line feed.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/event_lookup.h"
#include "host/data/written/program_outcome.h"
#include "host/output/export/export.h"

void export_csv_text(const char *text, FILE *to)
{
    if (!strpbrk(text, "\",\r\n")) {
        fputs(text, to);
        return;
    }
    putc('"', to);
    for (; *text; text++)
        fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    putc('"', to);
}

void export_csv_number(double value, FILE *to)
{
    char buffer[NUMBER_BYTES];
    putc(',', to);
    if (!isnan(value))
        fputs(export_number(value, buffer), to);
}

/* Returns whether the additional columns are needed to distinguish rows. */
static bool csv_needs_variant(const struct export *export)
{
    char variant[PLACE_BYTES];
    for (unsigned i = 0; i < export->n; i++)
        if (export->results[i]->region_name || *export_variant(export, export->results[i], variant))
            return true;
    return false;
}

static bool csv_has_probe_ranges(const struct export *export)
{
    for (unsigned i = 0; i < export->n; i++)
        if (export->results[i]->probe_low != 0 || export->results[i]->probe_high != 0)
            return true;
    return false;
}

static bool csv_has_suspects(const struct export *export)
{
    for (unsigned i = 0; i < export->n; i++)
        if (export->results[i]->suspect)
            return true;
    return false;
}

static bool csv_has_programs(const struct export *export)
{
    for (unsigned i = 0; i < export->n; i++)
        if (program_find(export->run, export->results[i]))
            return true;
    return false;
}

static void csv_write_program(const struct program_run *program, FILE *to)
{
    char *end = program ? program_end_text(program) : allocate_copy("");
    putc(',', to);
    export_csv_text(program ? program->command : "", to);
    putc(',', to);
    export_csv_text(end, to);
    free(end);
}

static void csv_write_values(const struct result *result, FILE *to)
{
    const struct values *values = &result->values;
    double ci = export_ci95(values);
    const double numbers[] = {values->n,         values->mean, values->sd,  values->mean - ci,
                              values->mean + ci, values->min,  values->med, values->max};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        export_csv_number(result_ok(result) ? numbers[i] : NAN, to);
}

static void csv_write_variant(const struct run *run, const struct result *result, FILE *to)
{
    const char *experiment = result->plan < run->n_plans ? run->plans[result->plan].experiment : "";
    const char *texts[] = {result->region_name ? result->region_name : "", result->state,
                           result->ablate, experiment};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        putc(',', to);
        export_csv_text(texts[i], to);
    }
}

/* Columns that a run may not need. */
struct csv_columns {
    bool variant, probe_range, program, suspect;
};

static void csv_write_row(const struct export *export, const struct result *result,
                          const struct csv_columns *columns, FILE *to)
{
    char event[PLACE_BYTES];
    export_csv_text(result->bench, to);
    if (result->region == RUN_WHOLE)
        fputs(",whole,", to);
    else
        fprintf(to, ",%u,", result->region);
    export_csv_text(export_event(result, event), to);
    fprintf(to, ",%s", event_lookup_unit(result->event));
    csv_write_values(result, to);
    fprintf(to, ",%u", result->entries);
    export_csv_number(result_ok(result) ? result->overhead : NAN, to);
    putc(',', to);
    export_csv_text(result->status, to);
    fprintf(to, ",%s", platform_name(export->run->platform));
    if (columns->variant)
        csv_write_variant(export->run, result, to);
    if (columns->probe_range) {
        export_csv_number(result->probe_low, to);
        export_csv_number(result->probe_high, to);
    }
    if (columns->program)
        csv_write_program(program_find(export->run, result), to);
    if (columns->suspect) {
        putc(',', to);
        export_csv_text(result->suspect ? result->suspect : "", to);
    }
    putc('\n', to);
}

static int export_csv(const struct export *export, FILE *to)
{
    const struct csv_columns columns = {csv_needs_variant(export), csv_has_probe_ranges(export),
                                        csv_has_programs(export), csv_has_suspects(export)};
    fprintf(to,
            "bench,region,event,unit,n,mean,sd,ci95_lo,ci95_hi,min,median,max,entries,overhead,"
            "status,platform%s%s%s%s\n",
            columns.variant ? ",region_name,state,ablate,experiment" : "",
            columns.probe_range ? ",probe_low,probe_high" : "",
            columns.program ? ",command,end" : "", columns.suspect ? ",suspect" : "");
    for (unsigned i = 0; i < export->n; i++)
        csv_write_row(export, export->results[i], &columns, to);
    return 0;
}

const struct format format_csv = {
    .name = "csv",
    .summary = "tidy table: one row per benchmark, region and event (quoted as in RFC 4180)",
    .write = export_csv,
};
