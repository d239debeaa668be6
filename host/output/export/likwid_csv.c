/*
 * SPDX-License-Identifier: MIT
 * Exports the format of `likwid-perfctr -m -O`: for each marked region a structure of the machine
 * and a table of counts, with at least three fields per line. The format has no quoting, so commas
 * in names become underscores.
 */
#include <math.h>
#include <string.h>

#include "host/output/export/export.h"

/* Writes names without commas. The platform is appended to the type of the processor. */
static void likwid_write_machine(const struct run *run, FILE *to)
{
    char name[PLACE_BYTES], clock[32] = "nan";
    snprintf(name, sizeof name, "%s", *run->name ? run->name : "unknown");
    if (run->mhz > 0)
        snprintf(clock, sizeof clock, "%.9g GHz", run->mhz / 1000);
    fprintf(to, "STRUCT,Info,3\nCPU name:,%s,\nCPU type:,Pentium (%s),\nCPU clock:,%s,\n",
            export_without(name, ","), platform_name(run->platform), clock);
}

static void likwid_write_region_info(const struct export *export, unsigned from, unsigned to_index,
                                     FILE *to)
{
    const struct result *clocks = export_clocks(export, from, to_index);
    double ns = clocks ? export_nanoseconds(export, clocks->values.mean) : NAN;
    char seconds[32] = "nan";
    if (!isnan(ns))
        snprintf(seconds, sizeof seconds, "%.9f", ns / 1e9);
    fprintf(to, "Region Info,HWThread 0,\nRDTSC Runtime [s],%s,\ncall count,%u,\n", seconds,
            export->results[from]->entries);
}

static void likwid_write_event(const struct result *result, FILE *to)
{
    char event[PLACE_BYTES], counter[16] = "TSC", number[NUMBER_BYTES] = "nan";
    if (strcmp(result->event, "time_stamp"))
        snprintf(counter, sizeof counter, "PMC%u", result->counter);
    if (result_ok(result))
        export_number(result->values.mean, number);
    fprintf(to, "%s,%s,%s\n", export_event(result, event), counter, number);
}

static void likwid_write_place(const struct export *export, unsigned from, unsigned to_index,
                               FILE *to)
{
    const struct result *first = export->results[from];
    const struct run *run = export->run;
    char place[PLACE_BYTES], group[PLACE_BYTES];
    export_place(export, first, place);
    snprintf(group, sizeof group, "%s",
             first->plan < run->n_plans ? run->plans[first->plan].experiment : "Custom");
    likwid_write_machine(run, to);
    fprintf(to, "TABLE,Region %s,Group %u Raw,%s,%u\n", export_without(place, ","), first->plan + 1,
            export_without(group, ","), to_index - from);
    likwid_write_region_info(export, from, to_index, to);
    fputs("Event,Counter,HWThread 0\n", to);
    for (unsigned i = from; i < to_index; i++)
        likwid_write_event(export->results[i], to);
}

static int export_likwid_csv(const struct export *export, FILE *to)
{
    for (unsigned from = 0, end; from < export->n; from = end) {
        end = export_place_end(export, from);
        likwid_write_place(export, from, end, to);
    }
    return 0;
}

const struct format format_likwid_csv = {
    .name = "likwid-csv",
    .summary = "format of 'likwid-perfctr -m -O', one table per region",
    .write = export_likwid_csv,
};
