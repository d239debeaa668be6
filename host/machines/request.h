/*
 * SPDX-License-Identifier: MIT
 * Builds the kernel's command line and experiment files from options, and checks them with the
 * kernel's own parser (kernel/settings/config.h), so that a wrong name is found before the boot.
 */
#pragma once

#include "host/base/string_set.h"
#include "host/base/verb_options.h"
#include "host/machines/programs/program_parms.h"

struct request {
    const char *bench, *events, *group, *repetitions, *state, *ablate; /* NULL: not given */
    const char *parms[OPTION_MOST_REPEATS + 1];                        /* files; ends with NULL */
    const char *pebs_enable, *pebs_matrix_vert; /* hexadecimal, as in perfex; or NULL */
    /* files for programs, PATH or NAME=PATH; ends with NULL */
    const char *files[OPTION_MOST_REPEATS + 1];
    char *const *settings; /* NAME=VALUE, as on the kernel's command line */
    int n_settings;
    const char *kernel; /* the image with the benchmarks; NULL: unknown */
    const char *report; /* the report layout, if it has to be checked; NULL: none */
    bool with_time;     /* count the time stamp in addition to the named events */
    bool prompt;        /* the settings are the initial ones of a monitor */
    const char *cpu;    /* processor whose events are meant, as in --cpu; NULL: unknown */
    struct program_options programs;
    bool sessions; /* several settings `source` are experiments, one after the other */
    bool no_gate;  /* programs may have instructions that the processor lacks */
    struct executables executables; /* filled by request_prepare() */
    struct string_set *left_out;    /* NULL, or the set to which request_settings() adds the
                                       selected benchmarks that the image lacks */
};

/*
 * Finds the programs that options and experiment files name, checks them, and adds an experiment
 * file for each of --program. Call it once, before the other functions. Returns 0, or -1 after a
 * message.
 */
int request_prepare(struct request *request);

/* Frees what request_prepare() has allocated. */
void request_close(struct request *request);

/* Returns the settings for the kernel's command line, without those that only a simulator needs;
 * the caller frees it. NULL after a message with the error and the allowed values. */
char *request_settings(const struct request *request);

/*
 * After request_settings(): the configuration of the command line (kernel/settings/config.h), and
 * the counters of the processor that it was read for: that of `cpu`, otherwise the first that
 * accepts it. Returns 0, or -1 after a message.
 */
struct config;
struct pmc;
int request_configure(const struct request *request, struct config *config, struct pmc *pmc);

/* Returns whether the experiment, such as "rates", uses a setting NAME=VALUE, or the whole run
 * does. */
bool request_setting_is_used(const char *setting, const char *experiment);

/* Returns the experiment files, the programs and the files for programs as boot loader modules,
 * separated by commas, in *list; NULL if there are no files. The caller frees it. Returns 0, or -1
 * after a message. */
int request_modules(const struct request *request, char **list);
