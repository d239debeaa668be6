/*
 * SPDX-License-Identifier: MIT
 * Names raw logs by their start time; stores runs.
 */
#include "host/target/save_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/fault/fault_places.h"
#include "host/run/run_asked.h"
#include "host/store/store.h"

#define MOST_ALIKE 1000 /* logs that begin in the same second */

int keeping_check(const struct keeping *keeping)
{
    if (!keeping->no_store || !keeping->store)
        return 0;
    say("--db and --no-store cannot be combined");
    return -1;
}

/* Returns whether the run was rejected before its plan, and has no page of a first boot. */
static bool is_refused(const struct run *run)
{
    return run->done && !run->ok && !run->n_plans && !run->n_remarks;
}

/* Reports the command that shows samples, because a report has none; for the first sampled
 * experiment. */
static void say_what_shows_samples(const struct run *run)
{
    static const char *const shows[][2] = {{"profile", "profile %lld"},
                                           {"rates", "plot timeline %lld"},
                                           {"multiplex", "show %lld --multiplex"},
                                           {"channels", "show %lld --channels"}};
    char words[40];
    for (unsigned i = 0; run->n_samplings && i < sizeof shows / sizeof *shows; i++)
        if (!strcmp(run->samplings[0].experiment, shows[i][0])) {
            snprintf(words, sizeof words, shows[i][1], (long long)run->id);
            say("see its samples with 'bareprobe %s'", words);
        }
}

void run_keep(struct run *run, const char *log, const struct keeping *keeping)
{
    run->when = (double)time(NULL);
    fault_places_find(run, keeping->kernel);
    if (log)
        run->source = strings_keep(&run->strings, log, strlen(log));
    if (keeping->label)
        run->label = strings_keep(&run->strings, keeping->label, strlen(keeping->label));
    if (keeping->suite)
        run->suite = strings_keep(&run->strings, keeping->suite, strlen(keeping->suite));
    else if (!*run->suite)
        run->suite = run_suite_of_medium(run);
    if (keeping->simulator)
        run->simulator =
            strings_keep(&run->strings, keeping->simulator, strlen(keeping->simulator));
    if (keeping->no_store)
        return;
    if (is_refused(run)) {
        say("nothing was measured: the run is not stored");
        return;
    }
    int64_t like;
    if (store_keep(keeping->store, run, &like))
        say("the run was not stored%s%s", log ? "; import it from its raw log, " : "",
            log ? log : "");
    else if (like && !keeping->quiet)
        say("run %lld of %s; its records are identical to those of run %lld", (long long)run->id,
            store_path(keeping->store), (long long)like);
    else if (!keeping->quiet)
        say("run %lld of %s", (long long)run->id, store_path(keeping->store));
    if (run->id && !keeping->quiet)
        say_what_shows_samples(run);
}

void run_recall_pace(struct run *run, const struct keeping *keeping)
{
    char *pace = keeping->no_store
                     ? NULL
                     : store_pace(keeping->store, run, keeping->suite ? keeping->suite : "",
                                  keeping->simulator ? keeping->simulator : "");
    if (pace)
        run->pace = strings_keep(&run->strings, pace, strlen(pace));
    free(pace);
}

char *log_name_new(const char *directory, const char *port)
{
    char stamp[32];
    time_t now = time(NULL);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime(&now));
    if (mkdir(directory, 0777) && errno != EEXIST) {
        say("%s: cannot create the directory for logs: %s", directory, strerror(errno));
        return NULL;
    }
    const char *base = port ? strrchr(port, '/') : NULL;
    base = base ? base + 1 : port;
    for (unsigned i = 1; i < MOST_ALIKE; i++) {
        char *again = i > 1 ? memory_print("-%u", i) : memory_text("");
        char *name = memory_print("%s/%s%s%s%s.log", directory, stamp, base ? "-" : "",
                                  base ? base : "", again);
        free(again);
        if (access(name, F_OK))
            return name;
        free(name);
    }
    say("%s: too many logs from the same second", directory);
    return NULL;
}
