/*
 * SPDX-License-Identifier: MIT
 * Boots the target once for a job and collects its run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/host_clock.h"
#include "host/base/message.h"
#include "host/pentium4/experiment_job.h"
#include "host/machines/listener.h"

static const char *const log_suffixes[JOB_RUNS] = {"counts.log", "rates.log", "samples.log"};

static struct target *job_measurement_start(const struct job *job, const char *settings)
{
    const struct experiment_options *options = job->options;
    if (options->serial) {
        message_print(
            "%s: waiting for the machine on %s to boot; enter these settings in its boot menu: %s",
            job->stem, options->serial, settings);
        return target_serial(options->serial);
    }
    char *append = allocate_text("%s report=records exit=qemu", settings);
    struct target_machine machine = {.cpu = options->cpu,
                                     .kernel = options->kernel,
                                     .append = append,
                                     .program = options->sim,
                                     .name = "the virtual Pentium 4"};
    struct target *target = program_target_virtual(&machine);
    free(append);
    return target;
}

static void job_measurement_listen(struct listener *listener,
                                   const struct experiment_options *options)
{
    while (!listener->ended && !listen_interrupted() && !listener_runs_done(listener)) {
        listeners_wait(listener, 1, 1);
        if (options->most_silence > 0 &&
            clock_seconds() - listener->last_byte > options->most_silence) {
            message_print("no data for %g s: stopped waiting (--timeout sets the limit)",
                          options->most_silence);
            break;
        }
    }
}

/* Prints the faults that the run reported. */
static void job_measurement_report_faults(const struct run *run)
{
    for (unsigned i = 0; i < run->n_faults; i++)
        message_print("%s: %s%s%s", run->faults[i].kind,
                      run->faults[i].bench ? run->faults[i].bench : "",
                      run->faults[i].bench ? ": " : "", run->faults[i].what);
}

/* Takes the run out of the collection. */
static int job_measurement_detach_run(const struct job *job, struct listener *listener,
                                      struct run **run)
{
    struct collection *collection = &listener->collection;
    *run = collection_run(collection);
    if (!*run || !(*run)->done) {
        message_print("%s: %s", job->stem,
                      *run ? "the run did not end; its log was stored" : "no record was received");
        *run = NULL;
        return EXIT_TARGET;
    }
    collection->runs[collection->n_runs - 1] = NULL;
    (*run)->source = "";
    if ((*run)->ok)
        return EXIT_FINE;
    job_measurement_report_faults(*run);
    return EXIT_REGRESSION;
}

int job_measurement_run(const struct job *job, enum job_run kind, struct run **run)
{
    *run = NULL;
    char *settings = experiment_job_settings(job, kind);
    if (!settings)
        return EXIT_USAGE;
    struct target *target = job_measurement_start(job, settings);
    free(settings);
    if (!target)
        return EXIT_TARGET;
    char *log = experiment_job_path(job, log_suffixes[kind]);
    char *label =
        allocate_text("%s of %s", job->stem + strlen("job."), job->experiments->errors.file);
    struct saved_run_options saving = job->options->saving;
    saving.label = label;
    saving.quiet = true;
    struct listener listener;
    listen_for_signals();
    listener_open(&listener, "", target, log, &saving, NULL);
    job_measurement_listen(&listener, job->options);
    bool by_itself = listener.ended;
    listener_stop(&listener, by_itself && !listener_runs_done(&listener));
    int status = job_measurement_detach_run(job, &listener, run);
    listener_close(&listener);
    free(label);
    free(log);
    return status;
}
