/*
 * SPDX-License-Identifier: MIT
 * Runs all jobs of an experiment file. The settings of each run are checked before the first run
 * begins.
 */
#include "host/pentium4/job_sequence.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/base/message.h"
#include "host/pentium4/experiment_job.h"
#include "host/pentium4/outdir.h"
#include "host/machines/listener.h"

static bool job_sequence_is_sampled(const struct job *job)
{
    return experiment_file_sampled(job->experiment) && !job->options->no_sampling;
}

/* ---- checks --------------------------------------------------------------------------------- */

static void job_sequence_note_buffers(const struct experiments *experiments,
                                      const struct experiment_options *options)
{
    for (unsigned i = 0; i < experiments->n_experiments && !options->no_sampling; i++) {
        const struct instance *sampled = experiment_file_sampled(&experiments->experiments[i]);
        if (sampled && sampled->sampling.buffer > 0)
            xml_error_note(
                &experiments->errors, sampled->sampling.line,
                "<ebs buffer=\"%.0f\">: ignored; samples stay in the kernel's memory until "
                "the run is over",
                sampled->sampling.buffer);
    }
}

/* Checks that the kernel accepts each run of the job. experiment_job_settings() prints the reason
 * if not. */
static int job_sequence_check_job(const struct job *job)
{
    for (enum job_run kind = JOB_COUNTS; kind < JOB_RUNS; kind++) {
        if (kind == JOB_SAMPLES && !job_sequence_is_sampled(job))
            continue;
        char *settings = experiment_job_settings(job, kind);
        free(settings);
        if (settings)
            continue;
        if (kind == JOB_SAMPLES)
            xml_error_note(
                &job->experiments->errors, experiment_file_sampled(job->experiment)->sampling.line,
                "<ebs/>: the kernel cannot sample by this event; --without-sampling counts "
                "it instead");
        message_print("%s cannot be run; no job was started", job->stem);
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}

static int job_sequence_check_jobs(const struct experiments *experiments,
                                   const struct experiment_options *options)
{
    int status = EXIT_FINE;
    for (unsigned p = 0; p < experiments->n_programs && !status; p++) {
        for (unsigned e = 0; e < experiments->n_experiments && !status; e++) {
            struct job job = experiment_job_of(experiments, options, p, e);
            status = job_sequence_check_job(&job);
            experiment_job_free(&job);
        }
    }
    return status;
}

/* ---- the jobs ------------------------------------------------------------------------------- */

/* Measures a run in addition to the counts. Returns false after a message if it fails. */
static bool job_sequence_measure_more(const struct job *job, enum job_run kind, struct run **run,
                                      const char *without)
{
    if (!job_measurement_run(job, kind, run))
        return true;
    message_print("%s: %s", job->stem, without);
    if (*run)
        run_free(*run);
    *run = NULL;
    return false;
}

/* Missing samples are an error if they were requested. Missing ticks are only reported. */
static int job_sequence_measure_all(const struct job *job, struct run *runs[JOB_RUNS])
{
    int status = job_measurement_run(job, JOB_COUNTS, &runs[JOB_COUNTS]);
    if (status)
        return status;
    job_sequence_measure_more(
        job, JOB_RATES, &runs[JOB_RATES],
        "no ticks were received: .raw.txt and .delta.txt have one row per iteration");
    if (job_sequence_is_sampled(job) &&
        !job_sequence_measure_more(job, JOB_SAMPLES, &runs[JOB_SAMPLES],
                                   "no samples were taken, so there is no .ebs_samples.txt; "
                                   "--without-sampling runs without samples"))
        return EXIT_REGRESSION;
    return EXIT_FINE;
}

static int job_sequence_run_job(const struct job *job, struct outdir *outdir)
{
    struct run *runs[JOB_RUNS] = {NULL};
    message_print("job %u of %u: %s (%s) with %s", job->number, job->of, job->program->name,
                  job->program->bench, job->experiment->name);
    int status = outdir_begin_job(job);
    if (!status)
        status = job_sequence_measure_all(job, runs);
    if (runs[JOB_COUNTS]) {
        struct job_results results = job_results_of(job, runs);
        int written = outdir_end_job(outdir, &results);
        status = written ? written : status;
    }
    for (unsigned i = 0; i < JOB_RUNS; i++)
        if (runs[i])
            run_free(runs[i]);
    return status;
}

int job_sequence_run(struct experiments *experiments, const struct experiment_options *options)
{
    struct outdir outdir;
    job_sequence_note_buffers(experiments, options);
    int status = job_sequence_check_jobs(experiments, options), worst = EXIT_FINE;
    if (status)
        return status;
    status = outdir_open(&outdir, options->outdir, experiments);
    for (unsigned p = 0; p < experiments->n_programs && !status; p++) {
        for (unsigned e = 0; e < experiments->n_experiments && !status; e++) {
            struct job job = experiment_job_of(experiments, options, p, e);
            status = job_sequence_run_job(&job, &outdir);
            experiment_job_free(&job);
            if (status == EXIT_REGRESSION) { /* later jobs can still succeed */
                worst = status;
                status = EXIT_FINE;
            }
        }
    }
    if (!status && outdir.rows)
        text_table_print(outdir.counts, stdout, colour_on(STDOUT_FILENO));
    outdir_close(&outdir);
    return status ? status : worst;
}
