/*
 * SPDX-License-Identifier: MIT
 * Writes summary.*.txt: a description of a job, with its registers and counts.
 */
#include <string.h>
#include <time.h>

#include "host/pentium4/job_results.h"

static void job_summary_write_machine(const struct job_results *results, FILE *to)
{
    const struct run *run = results->runs[JOB_COUNTS];
    const struct job *job = results->job;
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", localtime(&now));
    fprintf(to, "%s: job %u of %u\n", job->stem, job->number, job->of);
    fprintf(to, " date: %s\n program: %s, command %s, as benchmark %s\n", date, job->program->name,
            job->program->command, job->program->bench);
    fprintf(to, " machine: %s, signature 0x%x, %.1f MHz, %s\n", run->name, run->signature, run->mhz,
            run_platform_sentence(run->platform));
    fprintf(to, " arguments: %s\n", run->arguments);
    if (run->id)
        fprintf(to, " run: %lld\n", (long long)run->id);
}

static void job_summary_write_registers(const struct job_results *results, FILE *to)
{
    const struct netburst_plan *plan = &results->job->experiment->plan;
    struct text_table *table = text_table_new(7);
    static const char *const headers[] = {"event", "base", "counter", "CCCR",
                                          "value", "ESCR", "value"};
    for (unsigned i = 0; i < 7; i++)
        text_table_set_column(table, i, headers[i], i == 2 ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned i = 0; i < results->n; i++) {
        const struct counter_entry *entry = &results->entries[i];
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", entry->tags ? entry->event : entry->name);
        text_table_cell(table, 1, "%s%s", entry->tags ? entry->name : entry->event,
                        entry->tags ? ", tags" : "");
        text_table_cell(table, 2, "%u", entry->counter);
        text_table_cell(table, 3, "0x%03x", MSR_NETBURST_CCCR0 + entry->counter);
        text_table_cell(table, 4, "0x%08x", entry->cccr_value);
        text_table_cell(table, 5, "0x%03x %s", netburst_escrs[entry->escr].address,
                        netburst_escrs[entry->escr].name);
        text_table_cell(table, 6, "0x%08x", entry->escr_value);
    }
    fputs(" registers:\n", to);
    text_table_print(table, to, false);
    text_table_free(table);
    counter_entries_print_starts(results->entries, results->n, to);
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        if (counter_entries_alone(results->job->experiment) >> i & 1)
            fprintf(to, " 0x%03x %s 0x%08x, set although no counter selects it\n",
                    netburst_escrs[i].address, netburst_escrs[i].name, plan->escr[i]);
    if (plan->enable)
        fprintf(to, " PEBS_ENABLE 0x%08x, PEBS_MATRIX_VERT 0x%x\n", plan->enable, plan->vertical);
}

static void job_summary_write_place(const struct job_results *results, const struct result *place,
                                    FILE *to)
{
    static const char *const headers[] = {"event",    "count",      "sd",    "raw",
                                          "overhead", "iterations", "status"};
    struct text_table *table = text_table_new(7);
    for (unsigned i = 0; i < 7; i++)
        text_table_set_column(table, i, headers[i], i && i < 6 ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned i = 0; i < results->n; i++) {
        const struct result *result = job_results_find(results, i, place);
        if (!result && results->entries[i].tags) /* the kernel uses this counter only for tagging */
            continue;
        text_table_add_row(table);
        text_table_cell(table, 0, "%s%s", results->entries[i].name,
                        results->entries[i].tags ? ", tags" : "");
        text_table_cell(table, 6, "%s", result ? result->status : "not received");
        if (!result || !result_ok(result))
            continue;
        text_table_cell(table, 1, "%.10g", result->values.mean);
        text_table_cell(table, 2, "%.3g", result->values.sd);
        text_table_cell(table, 3, "%.10g", result->raw);
        text_table_cell(table, 4, "%.10g", result->overhead);
        text_table_cell(table, 5, "%u", result->values.n);
    }
    if (place->region == RUN_WHOLE)
        fprintf(to, " %s:\n", place->bench);
    else
        fprintf(to, " %s, region %u:\n", place->bench, place->region);
    text_table_print(table, to, false);
    text_table_free(table);
}

void job_summary_write(const struct job_results *results, FILE *to)
{
    const struct run *run = results->runs[JOB_COUNTS];
    job_summary_write_machine(results, to);
    job_summary_write_registers(results, to);
    for (const struct result *place = NULL; (place = job_results_next_place(results, place));)
        job_summary_write_place(results, place, to);
    for (unsigned i = 0; i < run->n_times; i++)
        fprintf(to, " %s: %.10g clocks of the time-stamp counter for a whole run\n",
                run->times[i].bench, run->times[i].values.mean);
    for (unsigned i = 0; i < run->n_faults; i++)
        fprintf(to, " %s: %s\n", run->faults[i].kind, run->faults[i].what);
    fputc('\n', to);
}
