/*
 * SPDX-License-Identifier: MIT
 * Checks options for conflicts before anything is started; each conflict has one message.
 */
#include "host/commands/run_options.h"

#include <string.h>

#include "host/base/message.h"
#include "host/commands/processor_option.h"
#include "host/machines/live/live_view.h"
#include "host/machines/jobs_option.h"
#include "host/machines/programs/input_files.h"
#include "kernel/settings/suggestions.h"
#include "tools/processor_words.h"

#define USUAL_SILENCE "300"

static const char *run_options_form_name(enum form form)
{
    return form < FORM_RECORDS    ? report_layout_names[form]
           : form == FORM_RECORDS ? "records"
                                  : "none";
}

static int run_options_read_form(struct run_options *options)
{
    if (!options->form_name) {
        options->form = options->suite_name ? FORM_OF_SUITE : FORM_TABLE;
        return 0;
    }
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < FORMS; i++) {
        options->form = (enum form)i;
        suggestions_offer(&suggestion, options->form_name, strlen(options->form_name),
                          run_options_form_name(options->form));
        if (!strcmp(options->form_name, run_options_form_name(options->form)))
            return 0;
    }
    if (suggestion.best)
        message_print("--report: '%s' is not a form of report; did you mean %s?",
                      options->form_name, suggestion.best);
    else
        message_print("--report: '%s' is not a form of report; allowed: " REPORT_NAMES
                      ", records, none",
                      options->form_name);
    return -1;
}

/* Inserts the suite's files before those of --parms. Returns 0, or -1 after a message. */
static int run_options_add_suite(struct run_options *options)
{
    const char **parms = options->request.parms;
    unsigned n = 0, n_files = 0;
    if (!options->suite_name)
        return 0;
    if (suite_find(options->suite_name, &options->suite))
        return -1;
    while (parms[n])
        n++;
    while (options->suite.files[n_files])
        n_files++;
    if (n + n_files > OPTION_MOST_REPEATS) {
        message_print("--suite and --parms: more than %d experiment files", OPTION_MOST_REPEATS);
        return -1;
    }
    memmove(parms + n_files, parms, n * sizeof *parms);
    memcpy(parms, options->suite.files, n_files * sizeof *parms);
    return 0;
}

static bool run_options_ask_for_runs(const struct request *request)
{
    for (int i = 0; i < request->n_settings; i++)
        if (!strncmp(request->settings[i], "runs=", 5) && strcmp(request->settings[i], "runs=1"))
            return true;
    return false;
}

/* Returns 0, or -1 after a message. */
static int run_options_check_jobs(struct run_options *options)
{
    const char *alone =
        options->serial               ? "--serial: it measures on one machine"
        : options->qemu               ? "--qemu: its time depends on the load of this computer"
        : options->simulator.annotate ? "--annotate: its file describes one process"
        : options->simulator.account  ? "--account: its file describes one process"
        : options->simulator.silicon
            ? "--silicon: its random state carries over from one benchmark to the next"
        : options->simulator.snoop
            ? "--snoop: its accesses come at fixed clocks of one machine's run"
        : run_options_ask_for_runs(&options->request) ? "runs=: each run must be of one machine"
                                                      : NULL;
    if (jobs_option_read(options->jobs_text, &options->jobs))
        return -1;
    if (options->jobs == 1 || !alone || options->sweep[0])
        return 0;
    message_print("--jobs cannot be combined with %s", alone);
    return -1;
}

/* Each run of a sweep opens its files anew. Returns 0, or -1 after a message. */
static int run_options_check_streams(const struct run_options *options)
{
    const char *const *const lists[] = {options->request.programs.inputs, options->request.parms};
    for (unsigned i = 0; i < 2; i++)
        for (const char *const *file = lists[i]; *file; file++) {
            if (!input_file_is_stream(*file))
                continue;
            message_print(
                "--sweep cannot be combined with --%s '%s', which only one run could "
                "read; store it in a file",
                i ? "parms" : "stdin", *file);
            return -1;
        }
    return 0;
}

/* Returns 0, or -1 after a message. */
static int run_options_check_sweep(const struct run_options *options)
{
    const char *file = simulator_options_file(&options->simulator);
    const char *alone = options->serial      ? "--serial"
                        : options->live      ? "--live"
                        : file               ? file
                        : options->no_log    ? "--no-log"
                        : options->files_to  ? "--files-to"
                        : options->form_name ? "--report"
                                             : NULL;
    if (options->print && !options->sweep[0]) {
        message_print("--print requires --sweep");
        return -1;
    }
    if (!options->sweep[0])
        return 0;
    if (!alone)
        return run_options_check_streams(options);
    message_print(
        "--sweep cannot be combined with %s: a sweep consists of several runs, each with its own "
        "log",
        alone);
    return -1;
}

/* P6 and K7 document only switches for their caches. Returns 0, or -1 after a message. */
static int run_options_check_ablate(const struct run_options *options)
{
    const char *ablate = options->request.ablate;
    bool p5 = !strncmp(options->machine.cpu, "p5", 2);
    if (!ablate || p5)
        return 0;
    if (!strstr(ablate, "branch") && !strstr(ablate, "vpipe"))
        return 0;
    message_print(
        "--ablate: '%s': on this processor only l1 can be switched off (the caches, by CR0.CD)",
        ablate);
    return -1;
}

/* Returns whether a setting names a file that the kernel sends, or an experiment file may. */
static bool run_options_names_file(const struct request *request)
{
    static const char *const names[] = {
        "output_file=", "parm_dump_file_name=", "parm_warn_file_name="};
    for (int i = 0; i < request->n_settings; i++)
        for (unsigned n = 0; n < sizeof names / sizeof names[0]; n++)
            if (!strncmp(request->settings[i], names[n], strlen(names[n])))
                return true;
    return request->parms[0];
}

int run_options_check_programs(const struct run_options *options)
{
    const struct request *request = &options->request;
    if (request->executables.n)
        return 0;
    if (request->no_gate)
        message_print("--no-gate requires a program: name one with --program");
    else if (options->files_to && !run_options_names_file(request))
        message_print(
            "--files-to requires a program: name one with --program, or the results file with "
            "output_file=NAME");
    else
        return 0;
    return -1;
}

/* Converts the processor's name to the virtual machine's name. Returns 0, or -1 after a message. */
static int run_options_read_cpu(struct run_options *options)
{
    if (!options->machine.cpu)
        return 0;
    if (options->serial || options->qemu) {
        message_print("--cpu applies to the virtual Pentium only");
        return -1;
    }
    return processor_option_read(&options->machine.cpu) ? -1 : run_options_check_ablate(options);
}

void run_options_wire_pin(struct run_options *options)
{
    const char *cpu = options->machine.cpu;
    const bool p5 = !cpu || (virtual_processor(cpu) && !strncmp(virtual_processor(cpu), "p5", 2));
    if (!p5 || options->serial || options->qemu || options->simulator.machine ||
        options->simulator.pm0_nmi)
        return;
    bool multiplexed = false, by_event = false;
    for (int i = 0; i < options->request.n_settings; i++) {
        multiplexed |= !strcmp(options->request.settings[i], "experiment=multiplex");
        by_event |= !strncmp(options->request.settings[i], "source=event", strlen("source=event"));
    }
    options->simulator.pm0_nmi = multiplexed && by_event;
    if (options->simulator.pm0_nmi && !options->sweep[0])
        message_print(
            "source=event: pin PM0 of the virtual Pentium is wired to NMI, as with --pm0-nmi");
}

int run_options_check(struct run_options *options)
{
    if (options->sim + options->qemu + (options->serial != NULL) > 1) {
        message_print("--sim, --qemu and --serial: select only one target");
        return -1;
    }
    if (run_options_read_form(options))
        return -1;
    if (options->live && options->form == FORM_RECORDS) {
        message_print("--live and --report records cannot be combined: both use standard output");
        return -1;
    }
    if ((options->output != NULL) + options->no_log + (options->logs != NULL) > 1) {
        message_print("-o, --logs and --no-log: select only one");
        return -1;
    }
    if (!options->logs)
        options->logs = SAVED_RUN_LOGS;
    if (options->saving.label && options->saving.no_store && options->no_log) {
        message_print("--label has no effect with --no-store and --no-log together");
        return -1;
    }
    if (run_options_read_cpu(options))
        return -1;
    const char *simulated = options->qemu ? simulator_options_of_model(&options->simulator)
                                          : simulator_options_given(&options->simulator);
    if (simulator_options_check(&options->simulator))
        return -1;
    options->machine.memory = options->simulator.memory;
    if (simulated && (options->serial || options->qemu)) {
        message_print("%s applies to the virtual Pentium only", simulated);
        return -1;
    }
    if (saved_run_check_options(&options->saving) || run_options_check_jobs(options) ||
        run_options_check_sweep(options))
        return -1;
    /* The processor of a machine profile is known only to vpentium; a P55C has all events of a
     * P54C. */
    if (!options->serial)
        options->request.cpu = options->machine.cpu         ? options->machine.cpu
                               : options->simulator.machine ? "p55c"
                                                            : "p54c";
    const char *program = options->request.programs.programs[0];
    if (options->serial && (options->request.parms[0] || options->request.files[0] || program ||
                            options->machine.kernel || options->suite_name)) {
        message_print(
            "%s cannot be combined with --serial: the machine loads the files on its disk",
            options->machine.kernel     ? "--kernel"
            : options->suite_name       ? "--suite"
            : program                   ? "--program"
            : options->request.files[0] ? "--file"
                                        : "--parms");
        return -1;
    }
    const char *usual = options->serial ? "0" : USUAL_SILENCE;
    if (verb_option_number("--timeout", options->silence ? options->silence : usual, 0, 1e6,
                           &options->most_silence))
        return -1;
    if (!options->sweep[0] &&
        run_options_add_suite(options)) /* each point of a sweep processes it itself */
        return -1;
    return options->live ? live_view_check() : 0;
}
