/*
 * SPDX-License-Identifier: MIT
 * bareprobe run: starts a target, or waits for a machine to boot, and prints the report.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/fault/fault_places.h"
#include "host/base/host_clock.h"
#include "host/commands/all_verbs.h"
#include "host/machines/live/display.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/metrics/named_events.h"
#include "host/data/run/result_notes.h"
#include "host/output/report/report_layouts.h"
#include "host/output/report/summary_table.h"
#include "host/machines/listener.h"
#include "host/base/installed_files.h"
#include "host/base/temporary_folder.h"
#include "host/base/verb.h"
#include "host/output/show/show_views.h"
#include "host/analysis/expected_counts/work_check.h"
#include "host/machines/sweep/sweep.h"
#include "host/pentium4/perfex/perfex_check.h"
#include "host/commands/program_files.h"
#include "host/commands/program_results.h"
#include "host/commands/run_options.h"
#include "host/machines/check/skipped_benches.h"

/* Starts the target with the settings; NULL after a message. */
static struct target *run_verb_start_target(struct run_options *options, const char *settings)
{
    char *modules;
    if (request_modules(&options->request, &modules)) {
        free(modules);
        return NULL;
    }
    char *append = allocate_text("%s%sreport=records exit=qemu", settings, *settings ? " " : "");
    struct target *target;
    options->machine.append = append;
    options->machine.modules = modules;
    if (options->serial)
        target = target_serial(options->serial);
    else
        target = options->qemu       ? program_target_qemu(&options->machine)
                 : options->jobs > 1 ? shared_target_open(&options->machine, options->jobs)
                                     : program_target_virtual(&options->machine);
    free(append);
    free(modules);
    return target;
}

static void run_verb_copy_raw(const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, stdout);
    fflush(stdout);
}

/* Listens until the run's last record, or the end of a target that writes a file at its end; too
 * long a silence; or Ctrl-C. */
static void run_verb_listen(struct listener *listener, const struct run_options *options)
{
    double most = options->most_silence;
    while (!listener->ended && !listen_interrupted() &&
           (simulator_options_file(&options->simulator) || !listener_runs_done(listener))) {
        listeners_wait(listener, 1, 1);
        if (most > 0 && clock_seconds() - listener->last_byte > most) {
            message_print("no data for %g s: giving up (--timeout sets the limit)", most);
            break;
        }
    }
}

static bool run_verb_reports_as(const struct run_options *options, enum report_layout layout)
{
    return options->form == FORM_OF_SUITE ? options->suite.reports[layout]
                                          : (unsigned)options->form == layout;
}

/* Returns whether counts differ from the expected counts of benchmarks. These apply to the default
 * virtual Pentium, so real machines and models with other parameters are not checked. */
static bool run_verb_has_wrong_counts(const struct run *run, const struct run_options *options)
{
    return !options->serial && !options->qemu && !simulator_options_of_model(&options->simulator) &&
           work_check(run, options->machine.kernel) > 0;
}

/* Prints the requested named events below the counts that they are computed from. */
static void run_verb_print_named(struct run *run, const char *events)
{
    char *list = named_events_of(events);
    named_results_add(run, list);
    if (list)
        show_events(run, &(struct view){.selection = {.event = list}}, stdout);
    free(list);
}

static void run_verb_print_all_named(struct run *run, const struct request *request)
{
    run_verb_print_named(run, request->events);
    for (int i = 0; i < request->n_settings; i++)
        if (!strncmp(request->settings[i], "events=", 7))
            run_verb_print_named(run, request->settings[i] + 7);
}

/* Prints the commands that show more, below the table. */
static void run_verb_print_commands(const struct run *run, const struct listener *listener,
                                    const struct run_options *options)
{
    const char *only = options->form == FORM_OF_SUITE ? options->suite.text_of : NULL;
    bool stored = run->id != 0;
    if (run_verb_reports_as(options, LAYOUT_TABLE) && summary_table_suits(run, only))
        summary_table_commands(stored ? "last" : listener->log_name,
                               stored ? options->saving.store : NULL, stdout);
}

/* --report none: prints why the run failed. */
static void run_verb_print_reasons(const struct run *run)
{
    for (unsigned i = 0; i < run->n_faults; i++) {
        const struct fault_record *fault = &run->faults[i];
        const bool named = fault->bench && strcmp(fault->bench, "none") != 0 &&
                           strncmp(fault->what, fault->bench, strlen(fault->bench)) != 0;
        message_print("%s%s%s", named ? fault->bench : "", named ? ": " : "", fault->what);
    }
}

static int run_verb_report(const struct listener *listener, const struct run_options *options)
{
    struct run *run = collection_run(&listener->collection);
    const char *only = options->form == FORM_OF_SUITE ? options->suite.text_of : NULL;
    int files = run && options->files_to ? program_files_write(run, options->files_to) : 0;
    for (unsigned layout = 0; run && layout < REPORT_LAYOUTS; layout++)
        if (run_verb_reports_as(options, (enum report_layout)layout))
            report_layout_print(run, (enum report_layout)layout, only, stdout);
    bool suspect = run && result_notes_report_run_suspects(run, "") > 0;
    if (run && !options->files_to && !run_verb_reports_as(options, LAYOUT_TEXT) &&
        options->form != FORM_RECORDS && options->form != FORM_NONE)
        program_results_print(run);
    unsigned failed = run ? program_results_check(run) : 0;
    if (run && skipped_benches_report(run) && !run->n_results)
        failed++;
    if (run && options->form != FORM_RECORDS && options->form != FORM_NONE)
        run_verb_print_all_named(run, &options->request);
    if (run)
        run_verb_print_commands(run, listener, options);
    if (run && options->form == FORM_NONE)
        run_verb_print_reasons(run);
    if (!run)
        message_print("no records received");
    if (run && !run->done)
        message_print("the received data is kept%s%s, marked as incomplete",
                      listener->log_name ? " in " : "",
                      listener->log_name ? listener->log_name : "");
    if (!run || !run->done || listener_lost_results(listener))
        return EXIT_TARGET;
    if (files > 0)
        message_print("%s: %d file%s written", options->files_to, files, files == 1 ? "" : "s");
    const bool unsure = options->request.executables.n && !run_complete(run);
    const bool incomplete = options->request.left_out && options->request.left_out->count;
    bool wrong =
        run_verb_has_wrong_counts(run, options) || files < 0 || failed || unsure || incomplete;
    return run->ok && !wrong && !suspect ? EXIT_FINE : EXIT_REGRESSION;
}

static int run_verb_perform(struct target *target, struct run_options *options,
                            const char *log_name, const char *settings)
{
    struct listener listener;
    struct display display;
    const struct executables *executables = &options->request.executables;
    for (unsigned i = 0; i < executables->n; i++)
        fault_places_add_program(executables->programs[i].name, executables->programs[i].path);
    listen_for_signals();
    display_open(&display, options->live, 1, target_name(target), options->suite_name);
    listener_open(&listener, "", target, log_name, &options->saving,
                  display_watch(&display, 0, &listener, target_name(target)));
    if (options->serial)
        message_print("waiting for %s to boot%s%s; Ctrl-C cancels", target_name(target),
                      *settings ? "; set in its boot menu: " : "", settings);
    if (options->form == FORM_RECORDS)
        listener.raw = run_verb_copy_raw;
    run_verb_listen(&listener, options);
    listener.log_failed |= options->log_missing;
    bool by_itself = listener.ended;
    display_close(&display);
    listener_stop(&listener, by_itself && !listener_runs_done(&listener));
    temporary_folders_remove();
    int status = run_verb_report(&listener, options);
    listener_close(&listener);
    return status;
}

/* Lets the simulator check its own options; returns false if the program must exit with *status. */
static bool run_verb_check_simulator(struct run_options *options,
                                     const char *words[SIMULATOR_WORDS], int *status)
{
    options->machine.program = options->qemu ? options->qemu_path : options->sim_path;
    options->machine.words = words;
    simulator_options_words(&options->simulator, words);
    if (options->qemu || !simulator_options_given(&options->simulator))
        return true;
    char *modules;
    bool failed = request_modules(&options->request, &modules) != 0;
    options->machine.modules = modules;
    bool accepted = !failed && program_target_check_words(&options->machine, status);
    free(modules);
    return accepted;
}

/* Runs with the given options; if `begin` is false, only up to the start of a target. */
static int run_verb_with_options(struct run_options *options, bool begin)
{
    const char *words[SIMULATOR_WORDS];
    int status = EXIT_TARGET;
    char *usual =
        options->serial || options->machine.kernel ? NULL : installed_file_find("bareprobe.elf");
    options->request.kernel = usual ? usual : options->machine.kernel;
    options->request.sessions = !options->serial;
    const int failed = request_prepare(&options->request);
    options->request.kernel = NULL;
    free(usual);
    if (failed)
        return EXIT_USAGE;
    if (run_options_check_programs(options))
        return EXIT_USAGE;
    if (!run_verb_check_simulator(options, words, &status))
        return status;
    options->request.with_time = options->form == (enum form)LAYOUT_PERFEX;
    for (unsigned layout = 0; layout <= LAYOUT_TABLE; layout++)
        if (run_verb_reports_as(options, (enum report_layout)layout))
            options->request.report =
                report_layout_names[layout == LAYOUT_TABLE ? LAYOUT_TEXT : layout];
    usual =
        options->serial || options->machine.kernel ? NULL : installed_file_find("bareprobe.elf");
    options->request.kernel = usual ? usual : options->machine.kernel;
    char *settings = request_settings(&options->request);
    free(usual);
    if (!settings)
        return EXIT_USAGE;
    perfex_check(options->request.events);
    if (!begin) {
        free(settings);
        return EXIT_FINE;
    }
    if (options->files_to && program_files_make(options->files_to)) {
        free(settings);
        return EXIT_USAGE;
    }
    char *log_name = NULL;
    if (options->output)
        log_name = allocate_copy(options->output);
    else if (!options->no_log)
        log_name = saved_run_log_name(options->logs, NULL);
    options->log_missing = !log_name && !options->no_log;
    struct target *target = run_verb_start_target(options, settings);
    if (target)
        status = run_verb_perform(target, options, log_name, settings);
    free(log_name);
    free(settings);
    return status;
}

static int run_verb_check_words(int argc, char **argv);

static int run_verb_sweep(const struct run_options *options, const struct option_spec *option_table)
{
    const struct sweep_request request = {
        .texts = options->sweep,
        .options = option_table,
        .settings = options->request.settings,
        .n_settings = options->request.n_settings,
        .jobs = options->jobs,
        .events = options->request.events,
        .print = options->print,
        .output = options->output,
        .logs = options->logs,
        .store = options->saving.store,
        .label = options->saving.label,
        .no_store = options->saving.no_store,
        .check = run_verb_check_words,
    };
    return sweep_perform(&request);
}

/*
 * Removes run_p5mon's -F before settings: -Fcommand=hello, and a separate -F. Values of options are
 * not changed, such as those of --args.
 */
static int run_verb_drop_switches(int argc, char **argv, const struct option_spec *options)
{
    int n = 1, i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        bool precedes = !strncmp(argv[i], "-F", 2);
        if (precedes && !argv[i][2] && i + 1 < argc && strchr(argv[i + 1], '='))
            continue;
        argv[n++] = precedes && strchr(argv[i], '=') ? argv[i] + 2 : argv[i];
        if (i + 1 < argc && verb_option_takes_next(options, argv[i]))
            argv[n++] = argv[++i];
    }
    while (i < argc)
        argv[n++] = argv[i++];
    argv[n] = NULL;
    return n;
}

/* Parses the words and runs; if `begin` is false, only checks them. */
static int run_verb_parse_words(int argc, char **argv, bool begin)
{
    struct run_options options = {0};
    struct request *request = &options.request;
    struct string_set left_out = {0};
    const struct option_spec option_table[] = {
        {0, "sim", &options.sim_path, &options.sim},
        {0, "qemu", &options.qemu_path, &options.qemu},
        {0, "serial", &options.serial, NULL},
        {0, "cpu", &options.machine.cpu, NULL},
        SIMULATOR_OPTIONS(&options.simulator),
        {0, "kernel", &options.machine.kernel, NULL},
        {'b', "bench,", &request->bench, NULL},
        {'e', "events,", &request->events, NULL},
        {'g', "group,", &request->group, NULL},
        {'r', "repetitions", &request->repetitions, NULL},
        {0, "state", &request->state, NULL},
        {0, "ablate", &request->ablate, NULL},
        {0, "suite", &options.suite_name, NULL},
        {'P', "parms...", request->parms, NULL},
        {0, "p4pe", &request->pebs_enable, NULL},
        {0, "p4_pebs_enable", &request->pebs_enable, NULL},
        {0, "p4pmv", &request->pebs_matrix_vert, NULL},
        {0, "p4_pebs_matrix_vert", &request->pebs_matrix_vert, NULL},
        PROGRAM_OPTIONS(request->programs),
        {0, "no-gate", NULL, &request->no_gate},
        {0, "file...", request->files, NULL},
        {0, "files-to", &options.files_to, NULL},
        {0, "report", &options.form_name, NULL},
        {'o', "output", &options.output, NULL},
        {0, "logs", &options.logs, NULL},
        {0, "no-log", NULL, &options.no_log},
        {0, "db", &options.saving.store, NULL},
        {0, "no-store", NULL, &options.saving.no_store},
        {0, "label", &options.saving.label, NULL},
        {0, "timeout", &options.silence, NULL},
        {'j', "jobs", &options.jobs_text, NULL},
        {0, "sweep...", options.sweep, NULL},
        {0, "print", NULL, &options.print},
        {0, "live", NULL, &options.live},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    argc = run_verb_drop_switches(argc, argv, option_table);
    int status = verb_options_read(&verb_run, argc, argv, option_table, &n_arguments);
    if (status >= 0)
        return status;
    request->settings = argv + 1;
    request->n_settings = n_arguments;
    request->left_out = &left_out;
    options.saving.suite = options.suite_name;
    options.saving.kernel = options.machine.kernel;
    run_options_wire_pin(&options);
    char *simulator = simulator_options_text(&options.simulator);
    options.saving.simulator = simulator;
    if (run_options_check(&options))
        status = EXIT_USAGE;
    else
        status = options.sweep[0] ? run_verb_sweep(&options, option_table)
                                  : run_verb_with_options(&options, begin);
    request_close(request);
    string_set_free(&left_out);
    suite_free(&options.suite);
    free(simulator);
    return status;
}

static int run_verb_check_words(int argc, char **argv)
{
    return run_verb_parse_words(argc, argv, false);
}

static int run_verb_run(int argc, char **argv)
{
    return run_verb_parse_words(argc, argv, true);
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
        "                         (Pentium 4); or an alias such as pentium-mmx, "
        "i686\n" SIMULATOR_HELP
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
        "                         source=event,pcl:PCL_JUMP. a+b/c+d counts a and b\n"
        "                         together, then c and d\n"
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
        "                         quick, first, score, thesis, machine, apps, chain,\n"
        "                         fit, fit_user, all ('bareprobe list suites'). Other\n"
        "                         options and settings override those of the suite;\n"
        "                         those that its experiment does not use are refused\n"
        "  -P, --parms FILE       read settings from an experiment file; may be repeated\n"
        "      --program FILE     measure this executable: a static program for\n"
        "                         Linux/i386, unmodified, as programs/NAME; may be\n"
        "                         repeated. Experiment files name it by a command that\n"
        "                         begins with ./ or /\n"
        "      --args TEXT        arguments, in a shell's quotes: '-l \"my book\"'. With\n"
        "                         several programs one for all, or one for each\n"
        "      --stdin FILE       its standard input, a file or a pipe such as /dev/stdin\n"
        "                         (default: empty). Several programs share one, or each\n"
        "                         has its own\n"
        "      --env NAME=VALUE   a variable of its environment; may be repeated\n"
        "      --no-gate          run it despite instructions that the processor lacks\n"
        "      --file NAME=PATH   provide the file PATH to the programs as NAME; may be\n"
        "                         repeated (default for NAME: PATH). A file that no\n"
        "                         program opens is an error\n"
        "      --files-to DIR     write standard output, standard error and files of\n"
        "                         programs, and the file of output_file=NAME, to DIR\n"
        "                         instead of printing them\n"
        "  SETTING=VALUE          any other setting of the kernel, such as ci_target=1%;\n"
        "                         -F may precede it, as for run_p5mon: -Frepetitions=5\n"
        "      --report FORM      form of report: table (one line per region; default),\n"
        "                         text (the thesis's report), p5mon_file, machine (a\n"
        "                         page), machine_all, variants, instr_table,\n"
        "                         perfex (Pentium 4, with the time stamp),\n"
        "                         records (as received), none\n"
        "  -o, --output FILE      raw log (default bareprobe-logs/DATE-TIME.log)\n"
        "      --logs DIR         directory of raw logs (default bareprobe-logs); if it\n"
        "                         cannot be written, a new one in $TMPDIR or /tmp\n"
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
        "the exit status is 3. It is 1 if the run failed, if a program ended with another\n"
        "status than 0, if a result is suspect: a count that cannot be right, or if the\n"
        "build left out a selected benchmark because of a fault in it.\n"
        "\n"
        "Example: bareprobe run -b 'thesis/*' -g cpi -r 5 && bareprobe show -m cpi last\n"
        "         bareprobe run --suite machine --jobs auto\n"
        "         bareprobe run -b thesis/program2 -e clocks --sweep --mhz=60..200*1.5\n"
        "         bareprobe run --program ./wc --args '-l book.txt' --file book.txt\n",
    .run = run_verb_run,
};
