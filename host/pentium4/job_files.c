/*
 * SPDX-License-Identifier: MIT
 * Writes .raw, .delta and .time files: rows of numbers separated by one blank, after header lines
 * that begin with #.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/profile/data_address.h"
#include "host/pentium4/job_results.h"
#include "host/data/run/sampled_run.h"
#include "host/data/run/series_table.h"

static void job_files_write_head(const struct job_results *results, const struct result *place,
                                 const char *first, FILE *to)
{
    fprintf(to, "# %s", place->bench);
    if (place->region != RUN_WHOLE)
        fprintf(to, ", region %u", place->region);
    fprintf(to, "\n# %s", first);
    for (unsigned i = 0; i < results->n && !results->entries[i].tags; i++)
        fprintf(to, " %s", results->entries[i].name);
    fputc('\n', to);
}

/* ---- by iteration --------------------------------------------------------------------------- */

/* Writes one row for each iteration. Raw values accumulate from row to row. */
static void job_files_write_iterations(const struct job_results *results,
                                       const struct result *place, bool raw, FILE *to)
{
    const struct run_time *time = job_results_time(results->runs[JOB_COUNTS], place->bench);
    double sums[NETBURST_COUNTERS] = {0}, clocks = 0;
    if (place->region != RUN_WHOLE) /* the time stamp counter is read around whole runs only */
        time = NULL;
    fputs("# one row per iteration: the counters were not read during an iteration\n", to);
    for (unsigned iteration = 0; iteration < results->job->options->iterations; iteration++) {
        clocks += time ? time->values.mean : NAN;
        fprintf(to, "%u %.10g", iteration + 1, clocks);
        for (unsigned i = 0; i < results->n && !results->entries[i].tags; i++) {
            double value = NAN;
            job_results_value(job_results_find(results, i, place), iteration, &value);
            sums[i] += value;
            fprintf(to, " %.10g", raw ? sums[i] : value);
        }
        fputc('\n', to);
    }
}

/* ---- by tick -------------------------------------------------------------------------------- */

/*
 * Returns the column of an entry in a series, found by the counter number after the @; -1 if it has
 * none.
 */
static int job_files_column(const struct series_table *table, const struct counter_entry *entry)
{
    for (unsigned i = 0; i < table->n_events; i++) {
        const char *at = strrchr(table->events[i], '@');
        if (at && strtoul(at + 1, NULL, 10) == entry->counter)
            return (int)i;
    }
    return -1;
}

static void job_files_write_ticks(const struct job_results *results,
                                  const struct series_table *table, bool raw, FILE *to)
{
    double sums[NETBURST_COUNTERS] = {0}, clocks = 0;
    for (unsigned tick = 0; tick < table->n; tick++) {
        clocks += table->clocks[tick];
        fprintf(to, "%u %.10g", tick + 1, clocks);
        for (unsigned i = 0; i < results->n && !results->entries[i].tags; i++) {
            int column = job_files_column(table, &results->entries[i]);
            double value = column < 0 ? NAN : table->values[column][tick];
            sums[i] += value;
            fprintf(to, " %.10g", raw ? sums[i] : value);
        }
        fputc('\n', to);
    }
}

/* Writes the ticks of the benchmark. Returns whether there were any. */
static bool job_files_write_series(const struct job_results *results, const char *bench, bool raw,
                                   FILE *to)
{
    const struct run *run = results->runs[JOB_RATES];
    for (unsigned i = 0; run && i < run->n_samplings; i++) {
        struct series_table table;
        if (strcmp(run->samplings[i].bench, bench))
            continue;
        series_table_make(&table, run, i, "gain", 0);
        bool there = table.n > 0;
        char text[160];
        if (there) {
            fprintf(to, "# one row per tick: %s\n",
                    sampled_run_text(&run->samplings[i], text, sizeof text));
            job_files_write_ticks(results, &table, raw, to);
        }
        series_table_free(&table);
        return there;
    }
    return false;
}

static void job_files_write_rows(const struct job_results *results, bool raw, FILE *to)
{
    for (const struct result *place = NULL; (place = job_results_next_place(results, place));) {
        job_files_write_head(results, place, raw ? "sample tsc" : "sample raw_tsc", to);
        if (place->region != RUN_WHOLE || !job_files_write_series(results, place->bench, raw, to))
            job_files_write_iterations(results, place, raw, to);
    }
}

void job_files_write_raw(const struct job_results *results, FILE *to)
{
    job_files_write_rows(results, true, to);
}

void job_files_write_delta(const struct job_results *results, FILE *to)
{
    job_files_write_rows(results, false, to);
}

/* ---- times and samples ---------------------------------------------------------------------- */

void job_files_write_time(const struct job_results *results, FILE *to)
{
    const struct run *run = results->runs[JOB_COUNTS];
    for (unsigned i = 0; i < run->n_times; i++) {
        const struct values *clocks = &run->times[i].values;
        fprintf(to, "%s", run->times[i].bench);
        if (run->mhz > 0)
            fprintf(to, " %.9f elapsed", clocks->mean / (run->mhz * 1e6));
        fprintf(to, " %.10g clocks %.1f MHz %u iterations\n", clocks->mean, run->mhz, clocks->n);
    }
}

/*
 * Writes a sample with all registers. For a sample that the processor stored, the instruction that
 * caused it, the address of its data and the variable there follow; a dash if they are not known.
 */
static void job_files_write_registers(const struct run *run, const struct sampling *sampling,
                                      const struct debug_image *image,
                                      const struct register_sample *sample, FILE *to)
{
    const bool stored = !strcmp(sampling->source, SAMPLED_BY_STORING);
    const struct data_address data = stored ? data_address_of(image, run, sample)
                                            : (struct data_address){.is = DATA_ADDRESS_NO_CODE};
    uint32_t offset;
    fprintf(to, "0x%08x 0x%08x 0x%08x 0x%08x 0x%08x 0x%08x 0x%08x 0x%08x 0x%08x 0x%08x",
            sample->address, sample->eflags, sample->eax, sample->ebx, sample->ecx, sample->edx,
            sample->esi, sample->edi, sample->ebp, sample->esp);
    if (data.is == DATA_ADDRESS_NO_CODE)
        fputs(" -", to);
    else
        fprintf(to, " 0x%08x", data.instruction);
    if (data.is != DATA_ADDRESS_KNOWN) {
        fputs(" - -\n", to);
        return;
    }
    const char *variable = debug_image_variable(image, sampling->bench, data.address, &offset);
    fprintf(to, " 0x%08x %s\n", data.address, variable ? variable : "-");
}

static void job_files_write_all_registers(const struct run *run, unsigned at,
                                          const struct debug_image *image, FILE *to)
{
    fputs("# address eflags eax ebx ecx edx esi edi ebp esp instruction data variable\n", to);
    for (unsigned i = 0; i < run->n_register_samples; i++)
        if (run->register_samples[i].sampling == at)
            job_files_write_registers(run, &run->samplings[at], image, &run->register_samples[i],
                                      to);
}

static void job_files_write_hits(const struct run *run, unsigned at, FILE *to)
{
    fputs("# address samples\n", to);
    for (unsigned h = 0; h < run->n_hits; h++)
        if (run->hits[h].sampling == at)
            fprintf(to, "0x%08x %u\n",
                    run->hits[h].executed ? run->hits[h].executed : run->hits[h].address,
                    run->hits[h].n);
}

void job_files_write_samples(const struct job_results *results, FILE *to)
{
    const struct run *run = results->runs[JOB_SAMPLES];
    char text[160], error[200];
    struct debug_image *image =
        run->n_register_samples && results->job->options->kernel_path
            ? debug_image_open(results->job->options->kernel_path, error, sizeof error)
            : NULL;
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *sampling = &run->samplings[i];
        fprintf(to, "# %s: %s, %u samples, %u lost\n", sampling->bench,
                sampled_run_text(sampling, text, sizeof text), sampling->samples, sampling->lost);
        if (run->n_register_samples)
            job_files_write_all_registers(run, i, image, to);
        else
            job_files_write_hits(run, i, to);
    }
    if (image)
        debug_image_close(image);
}
