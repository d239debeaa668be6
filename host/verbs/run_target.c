/*
 * SPDX-License-Identifier: MIT
 * bareprobe run: starts a target, or waits for a box to boot, and prints the report.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/clock.h"
#include "host/live/display.h"
#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/report/report_forms.h"
#include "host/target/jobs.h"
#include "host/target/suite.h"
#include "host/target/request.h"
#include "host/target/simulator_options.h"
#include "host/target/save_run.h"
#include "host/target/listen.h"
#include "host/base/installed_files.h"
#include "host/base/verb.h"
#include "host/stated/work_check.h"
#include "kernel/settings/suggest.h"

#define USUAL_SILENCE "300"

/* The report's layouts, and two more. */
enum form {
    FORM_TEXT = LAYOUT_TEXT,
    FORM_RECORDS = REPORT_LAYOUTS,
    FORM_NONE,
    FORMS,
    FORM_OF_SUITE = FORMS,
};

static const char *form_name(enum form form)
{
    return form < FORM_RECORDS    ? report_layout_names[form]
           : form == FORM_RECORDS ? "records"
                                  : "none";
}

struct wishes {
    struct request request;
    struct target_machine machine;
    struct simulator_options simulator;
    struct keeping keeping;
    bool sim, qemu, no_log, live;
    const char *sim_path, *qemu_path, *serial, *output, *logs, *silence;
    const char *suite_name, *form_name; /* NULL: none, the usual one */
    enum form form;                     /* FORM_OF_SUITE: those of the suite */
    struct suite suite;
    double most_silence; /* seconds; 0: no bound */
    const char *jobs_text;
    unsigned jobs; /* processes that share the benchmarks */
};

static int read_form(struct wishes *wishes)
{
    if (!wishes->form_name) {
        wishes->form = wishes->suite_name ? FORM_OF_SUITE : FORM_TEXT;
        return 0;
    }
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < FORMS; i++) {
        wishes->form = (enum form)i;
        suggest_offer(&suggestion, wishes->form_name, strlen(wishes->form_name),
                      form_name(wishes->form));
        if (!strcmp(wishes->form_name, form_name(wishes->form)))
            return 0;
    }
    if (suggestion.best)
        say("--report: '%s' is not a form of report; did you mean %s?", wishes->form_name,
            suggestion.best);
    else
        say("--report: '%s' is not a form of report; allowed: " REPORT_NAMES ", records, none",
            wishes->form_name);
    return -1;
}

/* The suite's files stand before those of --parms. 0, or -1 after a message. */
static int take_suite(struct wishes *wishes)
{
    const char **parms = wishes->request.parms;
    unsigned n = 0, n_files = 0;
    if (!wishes->suite_name)
        return 0;
    if (suite_find(wishes->suite_name, &wishes->suite))
        return -1;
    while (parms[n])
        n++;
    while (wishes->suite.files[n_files])
        n_files++;
    if (n + n_files > OPTION_MOST_REPEATS) {
        say("--suite and --parms: more than %d experiment files", OPTION_MOST_REPEATS);
        return -1;
    }
    memmove(parms + n_files, parms, n * sizeof *parms);
    memcpy(parms, wishes->suite.files, n_files * sizeof *parms);
    return 0;
}

static bool asks_for_runs(const struct request *request)
{
    for (int i = 0; i < request->n_settings; i++)
        if (!strncmp(request->settings[i], "runs=", 5) && strcmp(request->settings[i], "runs=1"))
            return true;
    return false;
}

/* 0, or -1 after a message. */
static int jobs_check(struct wishes *wishes)
{
    const char *alone = wishes->serial               ? "--serial: a box is one machine"
                        : wishes->qemu               ? "--qemu: its time is this machine's"
                        : wishes->simulator.annotate ? "--annotate: it is of one process"
                        : wishes->simulator.silicon
                            ? "--silicon: what is at random goes from one benchmark to the next"
                        : asks_for_runs(&wishes->request) ? "runs=: each run is one machine's"
                                                          : NULL;
    if (jobs_read(wishes->jobs_text, &wishes->jobs))
        return -1;
    if (wishes->jobs == 1 || !alone)
        return 0;
    say("--jobs and %s", alone);
    return -1;
}

/* 0, or -1 after a message. */
static int check(struct wishes *wishes)
{
    if (wishes->sim + wishes->qemu + (wishes->serial != NULL) > 1) {
        say("--sim, --qemu and --serial: one target is enough");
        return -1;
    }
    if (read_form(wishes))
        return -1;
    if (wishes->live && wishes->form == FORM_RECORDS) {
        say("--live and --report records: standard output is either a screen or records");
        return -1;
    }
    if (wishes->output && wishes->no_log) {
        say("-o keeps the raw log and --no-log keeps none: one of them is meant");
        return -1;
    }
    if (wishes->machine.cpu && (wishes->serial || wishes->qemu)) {
        say("--cpu: only the virtual Pentium can be one or the other");
        return -1;
    }
    if (wishes->machine.cpu && strcmp(wishes->machine.cpu, "p54c") &&
        strcmp(wishes->machine.cpu, "p55c")) {
        say("--cpu: '%s' is not a processor; allowed: p54c, p55c", wishes->machine.cpu);
        return -1;
    }
    const char *simulated = simulator_options_given(&wishes->simulator);
    if (simulated && (wishes->serial || wishes->qemu)) {
        say("%s: only the virtual Pentium takes it", simulated);
        return -1;
    }
    if (keeping_check(&wishes->keeping) || jobs_check(wishes))
        return -1;
    wishes->request.any_p5 = /* what a box has for a processor, vpentium knows */
        wishes->serial || (wishes->machine.cpu ? !strcmp(wishes->machine.cpu, "p55c")
                                               : wishes->simulator.box != NULL);
    if (wishes->serial &&
        (wishes->request.parms[0] || wishes->machine.kernel || wishes->suite_name)) {
        say("%s: the box loads what lies on its own disk; --serial has no use for it",
            wishes->machine.kernel ? "--kernel"
            : wishes->suite_name   ? "--suite"
                                   : "--parms");
        return -1;
    }
    if (!wishes->silence)
        wishes->silence = wishes->serial ? "0" : USUAL_SILENCE;
    if (option_number("--timeout", wishes->silence, 0, 1e6, &wishes->most_silence))
        return -1;
    if (take_suite(wishes))
        return -1;
    return wishes->live ? live_check() : 0;
}

/* The target started with the settings; NULL after a message. */
static struct target *start(struct wishes *wishes, const char *settings)
{
    char *append = memory_print("%s%sreport=records exit=qemu", settings, *settings ? " " : "");
    char *modules = request_modules(&wishes->request);
    struct target *target;
    wishes->machine.append = append;
    wishes->machine.modules = modules;
    if (wishes->serial)
        target = target_serial(wishes->serial);
    else
        target = wishes->qemu       ? target_qemu(&wishes->machine)
                 : wishes->jobs > 1 ? target_shared(&wishes->machine, wishes->jobs)
                                    : target_virtual(&wishes->machine);
    free(append);
    free(modules);
    return target;
}

static void copy_out(const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, stdout);
    fflush(stdout);
}

/* Until the run's last record, or the end of a target that writes a file then; too long a silence;
 * or Ctrl-C. */
static void listen(struct listener *listener, const struct wishes *wishes)
{
    double most = wishes->most_silence;
    while (!listener->ended && !listen_interrupted() &&
           (wishes->simulator.annotate || !listener_runs_done(listener))) {
        listeners_wait(listener, 1, 1);
        if (most > 0 && clock_seconds() - listener->heard > most) {
            say("nothing has come for %g s: given up (--timeout sets the bound)", most);
            break;
        }
    }
}

static bool told_as(const struct wishes *wishes, enum report_layout layout)
{
    return wishes->form == FORM_OF_SUITE ? wishes->suite.reports[layout]
                                         : (unsigned)wishes->form == layout;
}

/* Whether counts that benchmarks state are others. They state them of the usual virtual Pentium, so
 * a box or a model with other parameters is not held to them. */
static bool is_wrong(const struct run *run, const struct wishes *wishes)
{
    return !wishes->serial && !wishes->qemu && !simulator_options_given(&wishes->simulator) &&
           work_check(run, wishes->machine.kernel) > 0;
}

static int conclude(const struct listener *listener, const struct wishes *wishes)
{
    struct run *run = collection_run(&listener->collection);
    const char *only = wishes->form == FORM_OF_SUITE ? wishes->suite.text_of : NULL;
    for (unsigned layout = 0; run && layout < REPORT_LAYOUTS; layout++)
        if (told_as(wishes, (enum report_layout)layout))
            report_print(run, (enum report_layout)layout, only, stdout);
    if (!run)
        say("no record came");
    if (run && !run->done)
        say("what came is kept%s%s, marked incomplete", listener->log_name ? " in " : "",
            listener->log_name ? listener->log_name : "");
    if (!run || !run->done)
        return EXIT_TARGET;
    bool wrong = is_wrong(run, wishes);
    return run->ok && !wrong ? EXIT_FINE : EXIT_REGRESSION;
}

static int perform(struct target *target, struct wishes *wishes, const char *log_name,
                   const char *settings)
{
    struct listener listener;
    struct display display;
    listen_for_signals();
    display_open(&display, wishes->live, 1, target_name(target), wishes->suite_name);
    listener_open(&listener, "", target, log_name, &wishes->keeping,
                  display_watch(&display, 0, &listener, target_name(target)));
    if (wishes->serial)
        say("waiting for the box on %s to boot%s%s; Ctrl-C ends it", target_name(target),
            *settings ? "; give its boot menu these settings: " : "", settings);
    if (wishes->form == FORM_RECORDS)
        listener.raw = copy_out;
    listen(&listener, wishes);
    bool by_itself = listener.ended;
    display_close(&display);
    listener_stop(&listener, by_itself && !listener_runs_done(&listener));
    int status = conclude(&listener, wishes);
    listener_close(&listener);
    return status;
}

/* Its own options are checked by the simulator; false: this is the end, with *status. */
static bool simulator_takes(struct wishes *wishes, const char *words[SIMULATOR_WORDS], int *status)
{
    wishes->machine.program = wishes->qemu ? wishes->qemu_path : wishes->sim_path;
    wishes->machine.words = words;
    simulator_options_words(&wishes->simulator, words);
    if (!simulator_options_given(&wishes->simulator))
        return true;
    char *modules = request_modules(&wishes->request);
    wishes->machine.modules = modules;
    bool takes = target_check_words(&wishes->machine, status);
    free(modules);
    return takes;
}

static int run_with(struct wishes *wishes)
{
    const char *words[SIMULATOR_WORDS];
    int status = EXIT_TARGET;
    if (!simulator_takes(wishes, words, &status))
        return status;
    for (unsigned layout = 0; layout < KERNEL_LAYOUTS; layout++)
        if (told_as(wishes, (enum report_layout)layout))
            wishes->request.report = report_layout_names[layout];
    char *usual = wishes->serial || wishes->machine.kernel ? NULL : files_find("bareprobe.elf");
    wishes->request.kernel = usual ? usual : wishes->machine.kernel;
    char *settings = request_settings(&wishes->request);
    free(usual);
    if (!settings)
        return EXIT_USAGE;
    char *log_name = NULL;
    if (wishes->output)
        log_name = memory_text(wishes->output);
    else if (!wishes->no_log && !(log_name = log_name_new(wishes->logs, NULL)))
        return EXIT_TARGET;
    struct target *target = start(wishes, settings);
    if (target)
        status = perform(target, wishes, log_name, settings);
    free(log_name);
    free(settings);
    return status;
}

static int run(int argc, char **argv)
{
    struct wishes wishes = {.logs = "bareprobe-logs"};
    struct request *request = &wishes.request;
    const struct option_spec options[] = {
        {0, "sim", &wishes.sim_path, &wishes.sim},
        {0, "qemu", &wishes.qemu_path, &wishes.qemu},
        {0, "serial", &wishes.serial, NULL},
        {0, "cpu", &wishes.machine.cpu, NULL},
        SIMULATOR_OPTIONS(&wishes.simulator),
        {0, "kernel", &wishes.machine.kernel, NULL},
        {'b', "bench,", &request->bench, NULL},
        {'e', "events,", &request->events, NULL},
        {'g', "group,", &request->group, NULL},
        {'r', "repetitions", &request->repetitions, NULL},
        {0, "state", &request->state, NULL},
        {0, "ablate", &request->ablate, NULL},
        {0, "suite", &wishes.suite_name, NULL},
        {0, "parms...", request->parms, NULL},
        {0, "report", &wishes.form_name, NULL},
        {'o', "output", &wishes.output, NULL},
        {0, "logs", &wishes.logs, NULL},
        {0, "no-log", NULL, &wishes.no_log},
        {0, "db", &wishes.keeping.store, NULL},
        {0, "no-store", NULL, &wishes.keeping.no_store},
        {0, "label", &wishes.keeping.label, NULL},
        {0, "timeout", &wishes.silence, NULL},
        {'j', "jobs", &wishes.jobs_text, NULL},
        {0, "live", NULL, &wishes.live},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = options_read(&verb_run, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    request->settings = argv + 1;
    request->n_settings = n_arguments;
    wishes.keeping.suite = wishes.suite_name;
    wishes.keeping.kernel = wishes.machine.kernel;
    char *simulator = simulator_options_text(&wishes.simulator);
    wishes.keeping.simulator = simulator;
    status = check(&wishes) ? EXIT_USAGE : run_with(&wishes);
    suite_free(&wishes.suite);
    free(simulator);
    return status;
}

const struct verb verb_run = {
    .name = "run",
    .synopsis = "[--sim | --qemu | --serial DEV[,BAUD]] [OPTION]... [SETTING=VALUE]...",
    .summary = "measure benchmarks in a target and print the report",
    .help =
        "      --sim[=PATH]       in the virtual Pentium (this is usual)\n"
        "      --qemu[=PATH]      in QEMU, where no event counts and only time is measured\n"
        "      --serial DEV[,BAUD]  on the box at this port, once it boots; 115200 baud\n"
        "      --cpu MODEL        the virtual one is a p54c (usual) or a p55c, the Pentium "
        "MMX\n" SIMULATOR_HELP
        "      --kernel FILE      this image, not the one that lies beside the program\n"
        "  -b, --bench GLOB,GLOB  benchmarks whose name matches; -b, -e and -g add up\n"
        "  -e, --events EV,EV     events by name or code; 'all' is usual\n"
        "  -g, --group G,G        events of a group: cache, branch, pipe, stall, bus, mmx; or "
        "those\n"
        "                         that a group of metrics needs, such as cpi ('list metrics')\n"
        "  -r, --repetitions N    20 is usual\n"
        "      --state STATE      warm, cold, both\n"
        "      --ablate F,F       again with these off: branch, vpipe, l1\n"
        "      --suite NAME       a suite of experiments, with the report that suits it: quick,\n"
        "                         thesis, machine, apps, all ('list suites'); what else is given\n"
        "                         here wins over its settings\n"
        "      --parms FILE       an experiment file; may be given more than once\n"
        "  SETTING=VALUE          any other setting of the kernel, such as ci_target=1%\n"
        "      --report FORM      text, p5mon_file, machine (a page), machine_all, variants,\n"
        "                         instr_table, records (as they come), none\n"
        "  -o, --output FILE      the raw log; else bareprobe-logs/DATE-TIME.log\n"
        "      --logs DIR         another folder for it\n"
        "      --no-log           keep none\n"
        "      --db FILE          the store that the run goes to; else $BAREPROBE_DB, else\n"
        "                         bareprobe.db here\n"
        "      --no-store         it goes to none\n"
        "      --label TEXT       what 'list runs' calls it\n"
        "      --timeout S        give up after S seconds of silence; 0: never; 300 is usual,\n"
        "                         and 0 with --serial\n"
        "  -j, --jobs N           share the benchmarks among N virtual Pentiums; 0 or auto: one "
        "for\n"
        "                         each processor here. Records and report are those of one\n"
        "      --live             a screen to watch it: last results, a chart of an event; q\n"
        "                         ends as Ctrl-C does, e chooses the event, p pauses the display\n"
        "\n"
        "Ctrl-C ends the target, keeps what came, marked incomplete, and gives status 3.\n"
        "\n"
        "Example: bareprobe run -b 'thesis/*' -g cpi -r 5 && bareprobe show -m cpi last\n"
        "         bareprobe run --suite machine\n",
    .run = run,
};
