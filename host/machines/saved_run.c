/*
 * SPDX-License-Identifier: MIT
 * Names raw logs by their start time; stores runs.
 */
#include "host/machines/saved_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/temporary_folder.h"
#include "host/analysis/fault/call_places.h"
#include "host/analysis/fault/fault_places.h"
#include "host/data/run/run_request_text.h"
#include "host/data/store/store.h"

#define MOST_ALIKE 1000 /* logs that begin in the same second */

int saved_run_check_options(const struct saved_run_options *saving)
{
    if (!saving->no_store || !saving->store)
        return 0;
    message_print("--db and --no-store cannot be combined");
    return -1;
}

/* Returns whether the run was rejected before its plan, and has no page of a first boot. */
static bool is_refused(const struct run *run)
{
    return run->done && !run->ok && !run->n_plans && !run->n_remarks;
}

/* Returns the options that name the executables which ran, " --program ./wc", or an empty text. The
 * caller frees it. */
static char *saved_run_programs(const struct run *run)
{
    char *options = allocate_copy("");
    for (unsigned i = 0; i < run->n_programs; i++) {
        const char *command = run->programs[i].command;
        const size_t length = strcspn(command, " ");
        bool named = false;
        for (unsigned k = 0; k < i; k++)
            named = named || run->programs[k].bench == run->programs[i].bench ||
                    (!strncmp(run->programs[k].command, command, length) &&
                     strcspn(run->programs[k].command, " ") == length);
        if (named)
            continue;
        /* A path with a blank or another such byte is encoded. */
        char *path = memchr(command, '\\', length) ? allocate_copy("FILE")
                                                   : allocate_text("%.*s", (int)length, command);
        char *longer = allocate_text("%s --program %s", options, path);
        free(path);
        free(options);
        options = longer;
    }
    return options;
}

/* Reports the command that shows samples, because a report has none, for the first sampled
 * experiment; and the one that compares scores. */
static void saved_run_report_commands(const struct run *run)
{
    static const char *const shows[][2] = {{"profile", "profile %lld"},
                                           {"rates", "plot timeline %lld"},
                                           {"multiplex", "show %lld --multiplex"},
                                           {"channels", "show %lld --channels"}};
    char words[40], *programs = saved_run_programs(run);
    for (unsigned i = 0; run->n_samplings && i < sizeof shows / sizeof *shows; i++)
        if (!strcmp(run->samplings[0].experiment, shows[i][0])) {
            snprintf(words, sizeof words, shows[i][1], (long long)run->id);
            message_print("see its samples with 'bareprobe %s%s'", words, i == 0 ? programs : "");
        }
    free(programs);
    if (run->n_score_lines)
        message_print("compare its score with 'bareprobe score %lld'", (long long)run->id);
}

static bool saved_run_failed;

bool saved_run_needs_log(void)
{
    return saved_run_failed;
}

static bool needs_samples;

void saved_run_require_samples(void)
{
    needs_samples = true;
}

void saved_run_store(struct run *run, const char *log, const struct saved_run_options *saving)
{
    run->when = (double)time(NULL);
    fault_places_find(run, saving->kernel);
    call_places_find(run);
    if (log)
        run->source = string_set_add(&run->strings, log, strlen(log));
    if (saving->label)
        run->label = string_set_add(&run->strings, saving->label, strlen(saving->label));
    if (saving->suite)
        run->suite = string_set_add(&run->strings, saving->suite, strlen(saving->suite));
    else if (!*run->suite)
        run->suite = run_request_suite(run);
    if (saving->simulator)
        run->simulator =
            string_set_add(&run->strings, saving->simulator, strlen(saving->simulator));
    /* A simulator is never a chip, even if it claims to be one. */
    run->test_machine |= saving->simulator && run->platform == PLATFORM_SILICON;
    if (saving->no_store || run_check_label(run, run->label) ||
        (needs_samples && !run->n_samplings))
        return;
    if (is_refused(run)) {
        message_print("nothing was measured: the run is not stored");
        return;
    }
    int64_t like;
    const bool failed = store_import_measured(saving->store, run, &like) != 0;
    saved_run_failed |= failed;
    if (failed)
        message_print("the run was not stored%s%s", log ? "; import it from its raw log, " : "",
                      log ? log : "");
    else if (like && !saving->quiet)
        message_print("run %lld of %s; its records are identical to those of run %lld",
                      (long long)run->id, store_path(saving->store), (long long)like);
    else if (!saving->quiet)
        message_print("run %lld of %s", (long long)run->id, store_path(saving->store));
    if (run->id && !saving->quiet)
        saved_run_report_commands(run);
}

void saved_run_recall_pace(struct run *run, const struct saved_run_options *saving)
{
    char *pace = saving->no_store
                     ? NULL
                     : store_pace(saving->store, run, saving->suite ? saving->suite : "",
                                  saving->simulator ? saving->simulator : "");
    if (pace)
        run->pace = string_set_add(&run->strings, pace, strlen(pace));
    free(pace);
}

static bool saved_run_is_folder(const char *path)
{
    struct stat status;
    if (stat(path, &status))
        return false;
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode);
}

/* Creates the directory if necessary. Returns whether files can be created in it; else errno has
 * the reason. */
static bool saved_run_make_folder(const char *directory)
{
    return (!mkdir(directory, 0777) || errno == EEXIST) && saved_run_is_folder(directory) &&
           !access(directory, W_OK | X_OK);
}

/* Returns a name that no file in the directory has. */
static char *saved_run_free_name(const char *directory, const char *port)
{
    char stamp[32];
    time_t now = time(NULL);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime(&now));
    const char *base = port ? strrchr(port, '/') : NULL;
    base = base ? base + 1 : port;
    for (unsigned i = 1; i < MOST_ALIKE; i++) {
        char *again = i > 1 ? allocate_text("-%u", i) : allocate_copy("");
        char *name = allocate_text("%s/%s%s%s%s.log", directory, stamp, base ? "-" : "",
                                   base ? base : "", again);
        free(again);
        if (access(name, F_OK))
            return name;
        free(name);
    }
    message_print("%s: too many logs from the same second", directory);
    return NULL;
}

char *saved_run_log_name(const char *directory, const char *port)
{
    if (saved_run_make_folder(directory))
        return saved_run_free_name(directory, port);
    const char *reason = strerror(errno);
    char *other = temporary_folder_create("bareprobe-logs");
    message_print("%s: cannot write logs there: %s; %s%s", directory, reason,
                  other ? "they are in " : "the run continues without a raw log",
                  other ? other : "");
    char *name = other ? saved_run_free_name(other, port) : NULL;
    free(other);
    return name;
}
