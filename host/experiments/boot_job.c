/*
 * SPDX-License-Identifier: MIT
 * Boots the target once for a job and collects its run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/clock.h"
#include "host/base/message.h"
#include "host/experiments/experiment_job.h"
#include "host/target/listen.h"

static const char *const log_suffixes[JOB_RUNS] = {"counts.log", "rates.log", "samples.log"};

static struct target *start(const struct job *job, const char *settings)
{
    const struct experiment_wishes *wishes = job->wishes;
    if (wishes->serial) {
        say("%s: waiting for the machine on %s to boot; enter these settings in its boot menu: %s",
            job->stem, wishes->serial, settings);
        return target_serial(wishes->serial);
    }
    char *append = memory_print("%s report=records exit=qemu", settings);
    struct target_machine machine = {.cpu = wishes->cpu,
                                     .kernel = wishes->kernel,
                                     .append = append,
                                     .program = wishes->sim,
                                     .name = "the virtual Pentium 4"};
    struct target *target = target_virtual(&machine);
    free(append);
    return target;
}

static void listen(struct listener *listener, const struct experiment_wishes *wishes)
{
    while (!listener->ended && !listen_interrupted() && !listener_runs_done(listener)) {
        listeners_wait(listener, 1, 1);
        if (wishes->most_silence > 0 && clock_seconds() - listener->heard > wishes->most_silence) {
            say("no data for %g s: stopped waiting (--timeout sets the limit)",
                wishes->most_silence);
            break;
        }
    }
}

/* Prints the faults that the run reported. */
static void tell_mishaps(const struct run *run)
{
    for (unsigned i = 0; i < run->n_mishaps; i++)
        say("%s: %s%s%s", run->mishaps[i].kind, run->mishaps[i].bench ? run->mishaps[i].bench : "",
            run->mishaps[i].bench ? ": " : "", run->mishaps[i].what);
}

/* Takes the run out of the collection. */
static int take(const struct job *job, struct listener *listener, struct run **run)
{
    struct collection *collection = &listener->collection;
    *run = collection_run(collection);
    if (!*run || !(*run)->done) {
        say("%s: %s", job->stem,
            *run ? "the run did not end; its log was stored" : "no record was received");
        *run = NULL;
        return EXIT_TARGET;
    }
    collection->runs[collection->n_runs - 1] = NULL;
    (*run)->source = "";
    if ((*run)->ok)
        return EXIT_FINE;
    tell_mishaps(*run);
    return EXIT_REGRESSION;
}

int job_measure(const struct job *job, enum job_run kind, struct run **run)
{
    *run = NULL;
    char *settings = job_settings(job, kind);
    if (!settings)
        return EXIT_USAGE;
    struct target *target = start(job, settings);
    free(settings);
    if (!target)
        return EXIT_TARGET;
    char *log = job_path(job, log_suffixes[kind]);
    char *label =
        memory_print("%s of %s", job->stem + strlen("job."), job->experiments->slips.file);
    struct keeping keeping = job->wishes->keeping;
    keeping.label = label;
    keeping.quiet = true;
    struct listener listener;
    listen_for_signals();
    listener_open(&listener, "", target, log, &keeping, NULL);
    listen(&listener, job->wishes);
    bool by_itself = listener.ended;
    listener_stop(&listener, by_itself && !listener_runs_done(&listener));
    int status = take(job, &listener, run);
    listener_close(&listener);
    free(label);
    free(log);
    return status;
}
