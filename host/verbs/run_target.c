/*
 * SPDX-License-Identifier: MIT
 * bareprobe run: starts a target, or waits for a machine to boot, and prints the report.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/clock.h"
#include "host/live/display.h"
#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/metrics/named_events.h"
#include "host/report/report_forms.h"
#include "host/report/summary_table.h"
#include "host/target/listen.h"
#include "host/base/installed_files.h"
#include "host/base/verb.h"
#include "host/show/show.h"
#include "host/stated/work_check.h"
#include "host/sweep/sweep.h"
#include "host/verbs/perfex_check.h"
#include "host/verbs/program_files.h"
#include "host/verbs/run_wishes.h"

/* Starts the target with the settings; NULL after a message. */
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

/* Listens until the run's last record, or the end of a target that writes a file at its end; too
 * long a silence; or Ctrl-C. */
static void listen(struct listener *listener, const struct wishes *wishes)
{
    double most = wishes->most_silence;
    while (!listener->ended && !listen_interrupted() &&
           (simulator_options_file(&wishes->simulator) || !listener_runs_done(listener))) {
        listeners_wait(listener, 1, 1);
        if (most > 0 && clock_seconds() - listener->heard > most) {
            say("no data for %g s: giving up (--timeout sets the limit)", most);
            break;
        }
    }
}

static bool told_as(const struct wishes *wishes, enum report_layout layout)
{
    return wishes->form == FORM_OF_SUITE ? wishes->suite.reports[layout]
                                         : (unsigned)wishes->form == layout;
}

/* Returns whether counts differ from the expected counts of benchmarks. These apply to the default
 * virtual Pentium, so real machines and models with other parameters are not checked. */
static bool is_wrong(const struct run *run, const struct wishes *wishes)
{
    return !wishes->serial && !wishes->qemu && !simulator_options_given(&wishes->simulator) &&
           work_check(run, wishes->machine.kernel) > 0;
}

/* Prints the requested named events below the counts that they are computed from. */
static void print_named(struct run *run, const char *events)
{
    char *list = named_events_of(events);
    named_events_add(run, list);
    if (list)
        show_events(run, &(struct view){.selection = {.event = list}}, stdout);
    free(list);
}

static void print_all_named(struct run *run, const struct request *request)
{
    print_named(run, request->events);
    for (int i = 0; i < request->n_settings; i++)
        if (!strncmp(request->settings[i], "events=", 7))
            print_named(run, request->settings[i] + 7);
}

/* Prints the commands that show more, below the table. */
static void print_commands(const struct run *run, const struct listener *listener,
                           const struct wishes *wishes)
{
    const char *only = wishes->form == FORM_OF_SUITE ? wishes->suite.text_of : NULL;
    bool stored = run->id != 0;
    if (told_as(wishes, LAYOUT_TABLE) && summary_table_suits(run, only))
        summary_table_commands(stored ? "last" : listener->log_name,
                               stored ? wishes->keeping.store : NULL, stdout);
}

static int conclude(const struct listener *listener, const struct wishes *wishes)
{
    struct run *run = collection_run(&listener->collection);
    const char *only = wishes->form == FORM_OF_SUITE ? wishes->suite.text_of : NULL;
    int files = run && wishes->files_to ? program_files_write(run, wishes->files_to) : 0;
    for (unsigned layout = 0; run && layout < REPORT_LAYOUTS; layout++)
        if (told_as(wishes, (enum report_layout)layout))
            report_print(run, (enum report_layout)layout, only, stdout);
    if (run && wishes->form != FORM_RECORDS && wishes->form != FORM_NONE)
        print_all_named(run, &wishes->request);
    if (run)
        print_commands(run, listener, wishes);
    if (!run)
        say("no records received");
    if (run && !run->done)
        say("the received data is kept%s%s, marked as incomplete", listener->log_name ? " in " : "",
            listener->log_name ? listener->log_name : "");
    if (!run || !run->done)
        return EXIT_TARGET;
    if (files > 0)
        say("%d files written by programs are in %s", files, wishes->files_to);
    bool wrong = is_wrong(run, wishes) || files < 0;
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
        say("waiting for %s to boot%s%s; Ctrl-C cancels", target_name(target),
            *settings ? "; set in its boot menu: " : "", settings);
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

/* Lets the simulator check its own options; returns false if the program must exit with *status. */
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

/* Runs with the given options; if `begin` is false, only up to the start of a target. */
static int run_with(struct wishes *wishes, bool begin)
{
    const char *words[SIMULATOR_WORDS];
    int status = EXIT_TARGET;
    if (!simulator_takes(wishes, words, &status))
        return status;
    wishes->request.with_time = wishes->form == (enum form)LAYOUT_PERFEX;
    for (unsigned layout = 0; layout <= LAYOUT_TABLE; layout++)
        if (told_as(wishes, (enum report_layout)layout))
            wishes->request.report =
                report_layout_names[layout == LAYOUT_TABLE ? LAYOUT_TEXT : layout];
    char *usual = wishes->serial || wishes->machine.kernel ? NULL : files_find("bareprobe.elf");
    wishes->request.kernel = usual ? usual : wishes->machine.kernel;
    char *settings = request_settings(&wishes->request);
    free(usual);
    if (!settings)
        return EXIT_USAGE;
    perfex_check(wishes->request.events);
    if (!begin) {
        free(settings);
        return EXIT_FINE;
    }
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

static int check_words(int argc, char **argv);

static int sweep(const struct wishes *wishes, const struct option_spec *options)
{
    const struct sweep order = {
        .texts = wishes->sweep,
        .options = options,
        .settings = wishes->request.settings,
        .n_settings = wishes->request.n_settings,
        .jobs = wishes->jobs,
        .events = wishes->request.events,
        .print = wishes->print,
        .output = wishes->output,
        .logs = wishes->logs,
        .store = wishes->keeping.store,
        .label = wishes->keeping.label,
        .no_store = wishes->keeping.no_store,
        .check = check_words,
    };
    return sweep_perform(&order);
}

/* Parses the words and runs; if `begin` is false, only checks them. */
static int run_words(int argc, char **argv, bool begin)
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
        {0, "p4pe", &request->pebs_enable, NULL},
        {0, "p4_pebs_enable", &request->pebs_enable, NULL},
        {0, "p4pmv", &request->pebs_matrix_vert, NULL},
        {0, "p4_pebs_matrix_vert", &request->pebs_matrix_vert, NULL},
        {0, "file...", request->files, NULL},
        {0, "files-to", &wishes.files_to, NULL},
        {0, "report", &wishes.form_name, NULL},
        {'o', "output", &wishes.output, NULL},
        {0, "logs", &wishes.logs, NULL},
        {0, "no-log", NULL, &wishes.no_log},
        {0, "db", &wishes.keeping.store, NULL},
        {0, "no-store", NULL, &wishes.keeping.no_store},
        {0, "label", &wishes.keeping.label, NULL},
        {0, "timeout", &wishes.silence, NULL},
        {'j', "jobs", &wishes.jobs_text, NULL},
        {0, "sweep...", wishes.sweep, NULL},
        {0, "print", NULL, &wishes.print},
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
    if (wishes_check(&wishes))
        status = EXIT_USAGE;
    else
        status = wishes.sweep[0] ? sweep(&wishes, options) : run_with(&wishes, begin);
    suite_free(&wishes.suite);
    free(simulator);
    return status;
}

static int check_words(int argc, char **argv)
{
    return run_words(argc, argv, false);
}

static int run(int argc, char **argv)
{
    return run_words(argc, argv, true);
}

const struct verb verb_run = {
    .name = "run",
    .synopsis = "[--sim | --qemu | --serial DEV[,BAUD]] [OPTION]... [SETTING=VALUE]...",
    .summary = "measure benchmarks on a target and print the report",
    .help =
        "      --sim[=PATH]       run in vpentium, the virtual Pentium (default)\n"
        "      --qemu[=PATH]      run in QEMU, which measures time but counts no events\n"
        "      --serial DEV[,BAUD]  wait for the machine at this serial port to boot\n"
        "                         (default 115200 baud)\n"
        "      --cpu MODEL        simulated processor: p54c (default), p55c (with MMX),\n"
        "                         ppro (Pentium Pro), p2, p3 (Pentium II, III),\n"
        "                         k7 (Athlon), willamette, northwood, prescott\n"
        "                         (Pentium 4)\n" SIMULATOR_HELP
        "      --kernel FILE      kernel image (default the installed bareprobe.elf)\n"
        "  -b, --bench GLOB,GLOB  benchmarks to run, by name or pattern (default all);\n"
        "                         repeated options -b, -e and -g add to each other\n"
        "  -e, --events EV,EV     events to count, by name or code (default all). P6 and\n"
        "                         K7 events accept unit masks, threshold and edge:\n"
        "                         l2_ld:mes, resource_stalls:c=1:e, or r<hex>. Pentium 4\n"
        "                         events can also be written CCCR/ESCR@COUNTER as for\n"
        "                         perfex: 0x39000/0x4000204@12. Events of PCL and PAPI\n"
        "                         are computed by formula: pcl:PCL_IPC, 'papi:PAPI_L1_*';\n"
        "                         those that are a single event can also trigger samples:\n"
        "                         source=event,pcl:PCL_JUMP\n"
        "  -g, --group G,G        events of a group: cache, branch, pipe, stall, bus,\n"
        "                         mmx; or the events of a metric group such as cpi\n"
        "                         ('bareprobe list metrics')\n"
        "      --p4pe HEX         PEBS_ENABLE of a Pentium 4, as for perfex; the option\n"
        "                         is also called --p4_pebs_enable\n"
        "      --p4pmv HEX        PEBS_MATRIX_VERT of a Pentium 4, as for perfex; the\n"
        "                         option is also called --p4_pebs_matrix_vert\n"
        "  -r, --repetitions N    repetitions per pass (default 20)\n"
        "      --state STATE      state of the machine before a repetition: warm\n"
        "                         (default), cold, both\n"
        "      --ablate F,F       measure again with these parts of the processor\n"
        "                         switched off: branch, vpipe, l1\n"
        "      --suite NAME       run a suite of experiments and print its reports:\n"
        "                         quick, first, thesis, machine, apps, chain, fit,\n"
        "                         fit_user, all ('bareprobe list suites'). Other options\n"
        "                         and settings override those of the suite\n"
        "      --parms FILE       read settings from an experiment file; may be repeated\n"
        "      --file NAME=PATH   provide the file PATH to programs as NAME, in place of\n"
        "                         a file of the image; may be repeated (default for\n"
        "                         NAME: PATH without directories)\n"
        "      --files-to DIR     write files that programs send to DIR instead of\n"
        "                         printing them in the report\n"
        "  SETTING=VALUE          any other setting of the kernel, such as ci_target=1%\n"
        "      --report FORM      form of the report: table (one line per region; default),\n"
        "                         text (the thesis's report), p5mon_file, machine (a\n"
        "                         page), machine_all, variants, instr_table,\n"
        "                         perfex (Pentium 4, with the time stamp),\n"
        "                         records (as received), none\n"
        "  -o, --output FILE      raw log (default bareprobe-logs/DATE-TIME.log)\n"
        "      --logs DIR         directory of the raw log (default bareprobe-logs)\n"
        "      --no-log           do not write a raw log\n"
        "      --db FILE          store of the run (default $BAREPROBE_DB, or\n"
        "                         bareprobe.db in the current directory)\n"
        "      --no-store         do not store the run\n"
        "      --label TEXT       label of the run in 'bareprobe list runs'\n"
        "      --timeout S        give up after S seconds without data; 0 disables the\n"
        "                         limit (default 300, or 0 with --serial)\n"
        "  -j, --jobs N           share the benchmarks among N virtual Pentiums (0 or\n"
        "                         auto: one per processor of this computer); records and\n"
        "                         report are the same as those of a single one\n"
        "      --sweep NAME=VALUES  run once for each value, and for each combination if\n"
        "                         the option is repeated; --jobs sets the number of runs\n"
        "                         in parallel. Examples: repetitions=1..5; for options\n"
        "                         '--mhz=60..200*1.5', '--set=cache.misaligned=1,4..8+2'\n"
        "      --print            print the commands of --sweep, one per line, instead of\n"
        "                         running them; 'bareprobe import' reads their logs\n"
        "      --live             show a live screen: last results and a chart of an\n"
        "                         event. Keys: q ends like Ctrl-C, e selects the event, p\n"
        "                         pauses the display\n"
        "\n"
        "Ctrl-C stops the target. The received data is kept, marked as incomplete, and\n"
        "the exit status is 3.\n"
        "\n"
        "Example: bareprobe run -b 'thesis/*' -g cpi -r 5 && bareprobe show -m cpi last\n"
        "         bareprobe run --suite machine --jobs auto\n"
        "         bareprobe run -b thesis/program2 -e clocks --sweep --mhz=60..200*1.5\n",
    .run = run,
};
