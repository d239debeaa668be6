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
    if (!run)
        say("no record came");
    if (run && !run->done)
        say("what came is kept%s%s, marked incomplete", listener->log_name ? " in " : "",
            listener->log_name ? listener->log_name : "");
    if (!run || !run->done)
        return EXIT_TARGET;
    if (files > 0)
        say("%d files of programs are in %s", files, wishes->files_to);
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
    for (unsigned layout = 0; layout < KERNEL_LAYOUTS; layout++)
        if (told_as(wishes, (enum report_layout)layout))
            wishes->request.report = report_layout_names[layout];
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
    .summary = "measure benchmarks in a target and print the report",
    .help =
        "      --sim[=PATH]       in the virtual Pentium (this is usual)\n"
        "      --qemu[=PATH]      in QEMU, where no event counts and only time is measured\n"
        "      --serial DEV[,BAUD]  on the box at this port, once it boots; 115200 baud\n"
        "      --cpu MODEL        the virtual one: p54c (usual), p55c (Pentium MMX), ppro "
        "(Pentium\n"
        "                         Pro), p2, p3 (Pentium II, III), k7 (Athlon), "
        "willamette,\n"
        "                         northwood, prescott (Pentium 4)\n" SIMULATOR_HELP
        "      --kernel FILE      this image, not the one that lies beside the program\n"
        "  -b, --bench GLOB,GLOB  benchmarks whose name matches; -b, -e and -g add up\n"
        "  -e, --events EV,EV     events by name or code; 'all' is usual. On P6 and K7 with "
        "parts,\n"
        "                         threshold, edge: l2_ld:mes, resource_stalls:c=1:e; r<hex>. On a\n"
        "                         Pentium 4 also CCCR/ESCR@COUNTER, as perfex: "
        "0x39000/0x4000204@12.\n"
        "                         PCL's and PAPI's by formula: pcl:PCL_IPC, 'papi:PAPI_L1_*'; one\n"
        "                         that is a single event samples, too: source=event,pcl:PCL_JUMP\n"
        "  -g, --group G,G        events of a group: cache, branch, pipe, stall, bus, mmx; or "
        "those\n"
        "                         that a group of metrics needs, such as cpi ('list metrics')\n"
        "      --p4pe HEX         PEBS_ENABLE of a Pentium 4, as perfex has it; also\n"
        "                         --p4_pebs_enable\n"
        "      --p4pmv HEX        PEBS_MATRIX_VERT; also --p4_pebs_matrix_vert\n"
        "  -r, --repetitions N    20 is usual\n"
        "      --state STATE      warm, cold, both\n"
        "      --ablate F,F       again with these off: branch, vpipe, l1\n"
        "      --suite NAME       a suite of experiments, with the report that suits it: quick,\n"
        "                         thesis, machine, apps, all ('list suites'); what else is given\n"
        "                         here wins over its settings\n"
        "      --parms FILE       an experiment file; may be given more than once\n"
        "      --file NAME=PATH   a file that programs find by that name, in place of the "
        "image's;\n"
        "                         NAME is usually that of PATH without folders; again for more\n"
        "      --files-to DIR     what programs write to be sent goes there, not into the report\n"
        "  SETTING=VALUE          any other setting of the kernel, such as ci_target=1%\n"
        "      --report FORM      text, p5mon_file, machine (a page), machine_all, variants,\n"
        "                         instr_table, perfex (of a Pentium 4, with the time stamp),\n"
        "                         records (as they come), none\n"
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
        "      --sweep NAME=VALUES  a run for each of the values, and for each combination where "
        "it\n"
        "                         is given again: repetitions=1..5, --mhz=60..200*1.5,\n"
        "                         --set=cache.misaligned=1,4..8+2; --jobs of them at a time\n"
        "      --print            ... print the commands instead, one a line; 'import' takes "
        "their\n"
        "                         logs\n"
        "      --live             a screen to watch it: last results, a chart of an event; q\n"
        "                         ends as Ctrl-C does, e chooses the event, p pauses the display\n"
        "\n"
        "Ctrl-C ends the target, keeps what came, marked incomplete, and gives status 3.\n"
        "\n"
        "Example: bareprobe run -b 'thesis/*' -g cpi -r 5 && bareprobe show -m cpi last\n"
        "         bareprobe run --suite machine --jobs auto\n"
        "         bareprobe run -b thesis/program2 -e clocks --sweep --mhz=60..200*1.5\n",
    .run = run,
};
