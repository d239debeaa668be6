/*
 * SPDX-License-Identifier: MIT
 * Converts options to settings, and checks them with the kernel's own parser.
 */
#include "host/machines/request.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/metrics/named_events.h"
#include "host/machines/check/bench_name_check.h"
#include "host/machines/event_groups.h"
#include "host/machines/programs/boot_modules.h"
#include "host/machines/programs/command_words.h"
#include "host/machines/programs/input_files.h"
#include "host/machines/programs/program_check.h"
#include "host/machines/watch_names.h"
#include "kernel/settings/config.h"
#include "kernel/settings/parms.h"
#include "kernel/settings/unused_settings.h"
#include "pmc/families.h"
#include "pmc/netburst/netburst_notation.h"
#include "pmc/netburst/netburst_event_table.h"
#include "pmc/pmc.h"

#define MOST_PARMS_BYTES 65536
#define SOURCE           "source=" /* begin of that setting */
#define EXPERIMENT       "experiment="

/* The processors that the target may have, as far as known before the boot. */
struct request_processors {
    struct pmc pmc[FAMILIES];
    unsigned n;
};

static struct pmc request_pmc(const struct family *family, uint8_t processor)
{
    struct pmc pmc = {
        .events = family->events,
        .n_events = family->n_events,
        .processor = processor,
        .has_selectors = family != &families[FAMILY_P5],
        .calls = family != &families[FAMILY_P5],
    };
    if (family == &families[FAMILY_P4]) {
        pmc.counters = NETBURST_COUNTERS;
        pmc.notation = &netburst_notation;
        return pmc;
    }
    for (unsigned i = 0; i < family->n_events; i++)
        while (family->events[i].counters >> pmc.counters)
            pmc.counters++;
    return pmc;
}

/* Returns the named processor, or all. */
static struct request_processors request_find_processors(const struct request *request)
{
    struct request_processors all = {.n = 0};
    uint8_t processor;
    const struct family *family = request->cpu ? family_find(request->cpu, &processor) : NULL;
    if (family)
        all.pmc[all.n++] = request_pmc(family, processor);
    for (family = families; !request->cpu && family < families + FAMILIES; family++)
        all.pmc[all.n++] = request_pmc(family, 0);
    return all;
}

/*
 * Selects the Pentium 4 model, as far as it is known. Virtual ones have no second logical
 * processor; a machine may have Hyper-Threading, and its kernel checks that again.
 */
static void request_set_machine(const struct request *request, const struct pmc *pmc)
{
    if (!pmc->notation)
        return;
    struct netburst_machine machine = {.model = 2, .stepping = 9, .threads = !request->cpu};
    if (pmc->processor == NETBURST_WILLAMETTE)
        machine.model = 1;
    else if (pmc->processor == NETBURST_PRESCOTT || !pmc->processor)
        machine.model = 3; /* has all events */
    netburst_set_machine(&machine);
}

/* An experiment: from the command line, or from a file with settings before it. */
struct wanted {
    const char *settings, *path, *text; /* path: NULL for the command line */
    size_t length;
    bool runs; /* false: settings that only files complete */
};

static char *request_compose(const struct request *request);

static int request_read_experiment(struct config *config, const struct pmc *pmc,
                                   const struct wanted *wanted, char *error)
{
    if (!wanted->path)
        return config_parse(config, pmc, wanted->settings, error, NULL);
    return config_parse_file(config, pmc, wanted->path, wanted->text, wanted->length,
                             wanted->settings, error, NULL);
}

/* Returns -1 after a message if a benchmark does not exist, or if the build left out all that the
 * command line selects. The other experiment files are run nevertheless. */
static int request_check_names(const struct request *request, const struct wanted *wanted,
                               const struct config *config)
{
    if (config->program[0] || !wanted->runs)
        return 0;
    int names = bench_name_check(config, request->kernel, request->left_out);
    return names < 0 || (names > 0 && !wanted->path) ? -1 : 0;
}

/* Returns 0 if any of the processors accepts the experiment; -1 after the message for the first
 * one. */
static int request_check(const struct request *request, const struct wanted *wanted)
{
    static struct config config;
    const struct request_processors processors = request_find_processors(request);
    char errors[FAMILIES][CONFIG_ERROR_BYTES] = {{0}};
    for (unsigned i = 0; i < processors.n; i++) {
        request_set_machine(request, &processors.pmc[i]);
        if (!request_read_experiment(&config, &processors.pmc[i], wanted, errors[i]))
            return request_check_names(request, wanted, &config);
    }
    message_print("%s", errors[0]);
    return -1;
}

int request_configure(const struct request *request, struct config *config, struct pmc *pmc)
{
    const struct request_processors processors = request_find_processors(request);
    char error[CONFIG_ERROR_BYTES] = "";
    char *settings = request_compose(request);
    int failed = -1;
    for (unsigned i = 0; settings && failed && i < processors.n; i++) {
        *pmc = processors.pmc[i];
        request_set_machine(request, pmc);
        error[0] = 0;
        failed = config_parse(config, pmc, settings, error, NULL);
    }
    if (settings && failed)
        message_print("%s", error);
    free(settings);
    return failed;
}

static char *request_add_setting(char *settings, const char *name, const char *value)
{
    if (!value)
        return settings;
    char *longer = allocate_text("%s%s%s=%s", settings, *settings ? " " : "", name, value);
    free(settings);
    return longer;
}

/* Returns -1 if the word is a setting that `run` sets itself, or contains more than one setting. */
static int request_check_word(const char *word)
{
    static const char *const own[] = {"report=", "exit=", "console="};
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strncmp(word, own[i], strlen(own[i])))
            continue;
        message_print("'%s': 'run' sets this itself%s", word,
                      i == 0 ? "; select the report with --report" : "");
        return -1;
    }
    if (!strchr(word, ' '))
        return 0;
    message_print("'%s': a setting must not contain a space", word);
    return -1;
}

/* Converts a value of --p4pe or --p4pmv, hexadecimal with optional 0x, to the kernel's setting.
 * NULL if it is not given, or after a message. */
static char *request_pebs_value(const char *option, const char *text, int *wrong)
{
    char *end;
    if (!text)
        return NULL;
    unsigned long long value = strtoull(text, &end, 16);
    if (*text && !*end && isxdigit((unsigned char)*text) && value <= UINT32_MAX)
        return allocate_text("0x%08llx", value);
    message_print("%s: '%s' is not a 32-bit hexadecimal number such as 0x01000001", option, text);
    *wrong = -1;
    return NULL;
}

/* Adds the settings for --p4pe and --p4pmv. Returns 0, or -1 after a message. */
static int request_add_pebs(const struct request *request, char **settings)
{
    int wrong = 0;
    char *enable = request_pebs_value("--p4pe", request->pebs_enable, &wrong);
    char *vertical = request_pebs_value("--p4pmv", request->pebs_matrix_vert, &wrong);
    *settings = request_add_setting(*settings, "pebs_enable", enable);
    *settings = request_add_setting(*settings, "pebs_matrix_vert", vertical);
    free(enable);
    free(vertical);
    return wrong;
}

/* Joins events by name, those of groups, and the time stamp if requested; NULL if no event is
 * named. The caller frees it. */
static char *request_join_events(const char *named, const char *group, bool with_time)
{
    const char *const parts[] = {named, group, with_time ? pmc_time_stamp.name : NULL};
    char *all = NULL;
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!parts[i])
            continue;
        char *longer = allocate_text("%s%s%s", all ? all : "", all ? "," : "", parts[i]);
        free(all);
        all = longer;
    }
    return all;
}

/* Replaces named events and watched names in a setting for this processor and image; NULL after a
 * message. */
static char *own_names(const char *text, const struct request *request)
{
    char *events = named_setting(text, request->cpu);
    char *setting = events ? watch_names_find(events, request->kernel) : NULL;
    free(events);
    return setting;
}

static bool request_is_source(const char *setting)
{
    return !strncmp(setting, SOURCE, strlen(SOURCE));
}

/* Checks a source with the experiment of the command line, as a single one is checked. Returns 0,
 * or -1 after a message. */
static int request_check_source(const struct request *request, const char *source)
{
    const char *experiment = NULL;
    for (int i = 0; i < request->n_settings; i++)
        if (!strncmp(request->settings[i], EXPERIMENT, strlen(EXPERIMENT)))
            experiment = request->settings[i] + strlen(EXPERIMENT);
    char *settings = request_add_setting(allocate_copy(source), "experiment", experiment);
    const int wrong = request_check(request, &(const struct wanted){.settings = settings});
    free(settings);
    return wrong;
}

/* If there are several sources of samples, makes them experiments. Returns 0, or -1 after a
 * message. */
static int request_split_sources(struct request *request)
{
    struct executables *executables = &request->executables;
    unsigned n = 0;
    for (int i = 0; i < request->n_settings; i++)
        n += request_is_source(request->settings[i]);
    if (!request->sessions || n < 2)
        return 0;
    if (request->parms[0]) {
        message_print(
            "several settings 'source' cannot be combined with --parms or --suite: each "
            "source is an experiment");
        return -1;
    }
    if (n > OPTION_MOST_REPEATS) {
        message_print("source: %u are given; at most %d are allowed", n, OPTION_MOST_REPEATS);
        return -1;
    }
    n = 0;
    for (int i = 0; i < request->n_settings; i++) {
        if (!request_is_source(request->settings[i]))
            continue;
        char *setting = own_names(request->settings[i], request);
        if (!setting)
            return -1;
        *(char **)allocate_element(&executables->parms, &executables->n_parms, sizeof(char *)) =
            setting;
        request->programs.sources[n++] = setting + strlen(SOURCE);
        if (request_check_source(request, setting))
            return -1;
    }
    return 0;
}

/* Prints the message for a word that is no setting. */
static void request_refuse_word(const char *word)
{
    if (access(word, X_OK) == 0 && strchr(word, '/'))
        message_print(
            "'%s': neither an option nor SETTING=VALUE; measure an executable with "
            "--program %s, and give its arguments with --args",
            word, word);
    else
        message_print(
            "'%s': neither an option nor SETTING=VALUE; select benchmarks with -b, an "
            "executable with --program",
            word);
}

/* Returns NULL after a message, like event_groups_expand(). */
static char *request_compose(const struct request *request)
{
    char *named_events =
        request->events ? named_events_expand(request->events, request->cpu) : NULL;
    if (request->events && !named_events)
        return NULL;
    char *group = request->group ? event_groups_expand(request->group, request->cpu) : NULL;
    if (request->group && !group) {
        free(named_events);
        return NULL;
    }
    char *events = request_join_events(named_events, group, request->with_time);
    const char *const named[][2] = {
        {"command", request->bench},           {"events", events},
        {"repetitions", request->repetitions}, {"state", request->state},
        {"ablate", request->ablate},
    };
    char *settings = allocate_copy("");
    int wrong = 0;
    for (unsigned i = 0; i < sizeof named / sizeof named[0]; i++) {
        wrong |= named[i][1] ? request_check_word(named[i][1]) : 0;
        settings = request_add_setting(settings, named[i][0], named[i][1]);
    }
    wrong |= request_add_pebs(request, &settings);
    for (int i = 0; i < request->n_settings; i++) {
        if (request->programs.sources[0] && request_is_source(request->settings[i]))
            continue; /* in the experiment files */
        wrong |= request_check_word(request->settings[i]);
        if (!strchr(request->settings[i], '=')) {
            request_refuse_word(request->settings[i]);
            wrong = -1;
        }
        char *setting = own_names(request->settings[i], request);
        char *longer =
            allocate_text("%s%s%s", settings, *settings ? " " : "", setting ? setting : "");
        wrong |= setting ? 0 : -1;
        free(setting);
        free(settings);
        settings = longer;
    }
    free(events);
    free(group);
    free(named_events);
    if (!wrong)
        return settings;
    free(settings);
    return NULL;
}

/* Reads a small file; NULL after a message. */
static char *request_read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "re");
    char *text = allocate_zeroed(MOST_PARMS_BYTES);
    *length = file ? fread(text, 1, MOST_PARMS_BYTES, file) : 0;
    bool failed = !file || ferror(file);
    if (failed)
        message_print("--parms: '%s' cannot be read: %s", path, strerror(errno));
    else if (*length == MOST_PARMS_BYTES)
        message_print("--parms: '%s' is too long; at most %u bytes are allowed", path,
                      MOST_PARMS_BYTES - 1);
    if (file)
        fclose(file);
    if (!failed && *length < MOST_PARMS_BYTES) {
        parms_decode_utf16(text, *length);
        return text;
    }
    free(text);
    return NULL;
}

static int request_check_parms(const struct request *request, const char *path,
                               const char *settings)
{
    size_t length;
    char *text = request_read_file(path, &length);
    if (!text)
        return -1;
    const struct wanted wanted = {settings, path, text, length, true};
    int wrong = request_check(request, &wanted);
    free(text);
    return wrong;
}

char *request_settings(const struct request *request)
{
    char *settings = request_compose(request);
    if (!settings)
        return NULL;
    /* the target sends records; the host prints them in this layout */
    const char *report = request->report;
    char *checked = request_add_setting(allocate_copy(settings), "report", report);
    bool runs = !request->parms[0] || strstr(settings, "command=");
    /* Those of a prompt may be for a later experiment, and a file may name another one. */
    const bool any_experiment = request->prompt || request->parms[0];
    char *alone =
        request_add_setting(allocate_copy(checked), "exit", any_experiment ? "monitor" : NULL);
    int wrong = request_check(request, &(const struct wanted){.settings = alone, .runs = runs});
    free(alone);
    for (unsigned i = 0; !wrong && request->parms[i]; i++)
        wrong = request_check_parms(request, request->parms[i], checked);
    free(checked);
    if (!wrong)
        return settings;
    free(settings);
    return NULL;
}

bool request_setting_is_used(const char *setting, const char *experiment)
{
    return unused_settings_used(experiment, (struct word){setting, strcspn(setting, "=")});
}

/* ---- files for the kernel ------------------------------------------------------------------- */

static int request_add_parms(struct request *request, const char *path,
                             struct provided_files provided)
{
    size_t length;
    char *text = request_read_file(path, &length);
    int failed =
        !text || executables_add_parms(&request->executables, path, text, length, provided);
    free(text);
    return failed ? -1 : 0;
}

/* Returns -1 after a message if benchmarks are requested together with programs of options, or if
 * an option for benchmarks names a program. */
static int request_check_programs(const struct request *request)
{
    const char *command = request->bench;
    for (int i = 0; i < request->n_settings && !command; i++)
        if (!strncmp(request->settings[i], "command=", 8))
            command = request->settings[i] + 8;
    if (command && command_words_name_program(command)) {
        message_print("'%s': select a program with --program, and give its arguments with --args",
                      command);
        return -1;
    }
    if (!command || !request->programs.programs[0])
        return 0;
    message_print(
        "--program cannot be combined with '%s', which selects benchmarks for all "
        "experiments: run them one after the other",
        command);
    return -1;
}

/* Adds the files of --file to the inputs. Without a name, a program opens a file by its path.
 * Returns 0, or -1 after a message. */
static int request_add_files(struct request *request, struct provided_files provided)
{
    struct executables *executables = &request->executables;
    for (unsigned i = 0; i < provided.n; i++) {
        const struct named_file *file = &provided.files[i];
        const char *name = file->name ? file->name : executables_without_dot(file->path);
        if (executables_add_input(executables, "--file", name, file->path))
            return -1;
    }
    if (!provided.n || executables->n)
        return 0;
    message_print("--file: no program reads '%s'; name one with --program", provided.files[0].path);
    return -1;
}

/* Replaces experiment files that are pipes by copies, since they are read several times. Returns 0,
 * or -1 after a message. */
static int request_copy_streams(struct request *request)
{
    struct executables *executables = &request->executables;
    for (unsigned i = 0; request->parms[i]; i++) {
        if (!input_file_is_stream(request->parms[i]))
            continue;
        char *copy = input_file_open("--parms", request->parms[i]);
        if (!copy)
            return -1;
        char **owned = allocate_element(&executables->parms, &executables->n_parms, sizeof *owned);
        request->parms[i] = *owned = copy;
    }
    return 0;
}

/* Adds the experiment files, the programs and their files. Returns 0, or -1 after a message. */
static int request_add_all(struct request *request, struct provided_files provided)
{
    if (request_copy_streams(request))
        return -1;
    for (unsigned i = 0; request->parms[i]; i++)
        if (request_add_parms(request, request->parms[i], provided))
            return -1;
    if (request_split_sources(request) ||
        program_parms_write(&request->programs, &request->executables, request->parms) ||
        request_add_files(request, provided))
        return -1;
    return program_check(&request->executables, request->cpu, !request->no_gate);
}

int request_prepare(struct request *request)
{
    struct named_file files[OPTION_MOST_REPEATS];
    unsigned n = 0;
    int failed = request_check_programs(request);
    while (!failed && request->files[n])
        if (!(failed = input_file_split(request->files[n], &files[n])))
            n++;
    failed = failed || request_add_all(request, (struct provided_files){files, n});
    while (n--) {
        free(files[n].name);
        free(files[n].path);
    }
    return failed ? -1 : 0;
}

void request_close(struct request *request)
{
    executables_free(&request->executables);
}

int request_modules(const struct request *request, char **list)
{
    const struct executables *executables = &request->executables;
    struct boot_modules modules = {0};
    int failed = 0;
    for (unsigned i = 0; request->parms[i] && !failed; i++)
        failed = boot_modules_add(&modules, request->parms[i], NULL, NULL);
    for (unsigned i = 0; i < executables->n && !failed; i++)
        failed = boot_modules_add(&modules, executables->programs[i].path, "program",
                                  executables->programs[i].name);
    for (unsigned i = 0; i < executables->n_inputs && !failed; i++)
        failed = boot_modules_add(&modules, executables->inputs[i].path, "file",
                                  executables->inputs[i].name);
    *list = modules.list;
    return failed;
}
