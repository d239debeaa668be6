/*
 * SPDX-License-Identifier: MIT
 * bareprobe monitor: a command prompt on a real machine, in the virtual Pentium or in QEMU.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/commands/processor_option.h"
#include "host/base/verb.h"
#include "host/commands/all_verbs.h"
#include "host/machines/monitor/file_upload.h"
#include "host/machines/gdb/gdb_connection.h"
#include "host/machines/gdb/gdb_server.h"
#include "host/machines/monitor/monitor_lines.h"
#include "host/machines/monitor/monitor_session.h"
#include "host/machines/listener.h"
#include "host/machines/request.h"
#include "host/machines/simulator_options.h"

#define BOOT_SECONDS 120  /* for a program to boot to its prompt */
#define PORT_SECONDS 600  /* for a machine to boot to its prompt, or a port to return */
#define MOST_SILENCE 7200 /* in a command: a benchmark may run long before its first result */
#define END_SECONDS  60   /* for a simulator to write its files after 'bye' */

struct monitor_options {
    struct target_machine machine;
    struct simulator_options simulator;
    struct request request;
    char *modules; /* files for the boot loader; NULL: none */
    bool sim, qemu, records, stop, show, gdb;
    const char *sim_path, *qemu_path, *serial, *commands, *log, *silence;
    const char *gdb_where; /* NULL: the default of gdb_connection_open() */
    const char *file;      /* file of commands; NULL: stdin */
    double most_wait;      /* seconds until the machine answers; 0: no limit */
    double most_silence;   /* seconds without data in an answer; 0: no limit */
};

/* Starts the target with a monitor; NULL after a message. */
static struct target *monitor_verb_start_target(struct monitor_options *options,
                                                const char *settings,
                                                const char *words[SIMULATOR_WORDS])
{
    char *append = allocate_text("%s%sexit=monitor", settings, *settings ? " " : "");
    struct target *target;
    simulator_options_words(&options->simulator, words);
    options->machine.append = append;
    options->machine.has_input = true;
    options->machine.program = options->qemu ? options->qemu_path : options->sim_path;
    options->machine.words = words;
    options->machine.modules = options->modules;
    if (options->serial)
        target = target_serial_both_ways(options->serial);
    else
        target = options->qemu ? program_target_qemu(&options->machine)
                               : program_target_virtual(&options->machine);
    free(append);
    return target;
}

static struct gdb_line gdb_line;

/* Sends the settings of --program to the machine. Prints its answer only if it refuses them. */
static int monitor_verb_select_program(struct monitor_session *session,
                                       const struct monitor_options *options)
{
    char *text;
    size_t length;
    FILE *saved = stdout;
    stdout = open_memstream(&text, &length);
    const bool failed = upload_settings(session, options->request.parms[0]) != EXCHANGE_OK;
    fclose(stdout);
    stdout = saved;
    if (failed)
        message_print("--program: %s", text);
    free(text);
    return failed ? -1 : 0;
}

/* A simulator gets the initial settings on its command line. */
static int monitor_verb_run_lines(struct monitor_session *session,
                                  const struct monitor_options *options, const char *settings)
{
    char *line = allocate_text("set %s", settings);
    const bool refused =
        options->serial && *settings && monitor_line_run(session, line) != EXCHANGE_OK;
    free(line);
    if (refused)
        return EXIT_TARGET;
    if (options->request.parms[0] && monitor_verb_select_program(session, options))
        return EXIT_TARGET;
    if (!options->records)
        exchange_ask(&session->exchange, "set report=text", NULL);
    if (options->gdb)
        return gdb_server_serve(session, &gdb_line, options->commands,
                                options->request.programs.programs[0]);
    if (options->commands)
        return monitor_lines_run_commands(session, options->commands);
    if (options->file)
        return monitor_lines_run_file(session, options->file);
    if (!isatty(STDIN_FILENO))
        return monitor_lines_run_file(session, "-");
    return typed_session_run(session);
}

/* Reads --timeout; without it the limits of waiting depend on the target. Returns 0, or -1 after a
 * message. */
static int monitor_verb_read_limits(struct monitor_options *options)
{
    options->most_wait = options->serial ? PORT_SECONDS : BOOT_SECONDS;
    options->most_silence = MOST_SILENCE;
    if (!options->silence)
        return 0;
    int wrong = verb_option_number("--timeout", options->silence, 0, 1e6, &options->most_wait);
    options->most_silence = options->most_wait;
    return wrong;
}

/* Reports that no monitor has answered, and the remedy. */
static void monitor_verb_report_missing(const struct monitor_exchange *exchange,
                                        const struct monitor_options *options)
{
    const char *name = target_name(exchange->target);
    if (!options->serial || exchange->interrupted || exchange->ended)
        message_print("no monitor answers on %s", name);
    else
        message_print(
            "no monitor answers on %s within %g s (--timeout sets the limit): is the machine at "
            "its prompt (exit=monitor, or x in the boot menu), the cable a null-modem cable, and "
            "the speed that of the machine?",
            name, options->most_wait);
}

/* Runs the session. A real machine stays at its prompt; a simulator is sent `bye` at the end. */
static int monitor_verb_run_session(struct target *target, const struct monitor_options *options,
                                    const char *settings, FILE *log)
{
    struct monitor_session session = {.raw = options->records,
                                      .stop = options->stop,
                                      .show_lines = options->show,
                                      .kernel = options->machine.kernel};
    exchange_open(&session.exchange, target, log);
    session.exchange.most_wait = options->most_wait;
    session.exchange.most_silence = options->most_silence;
    if (!options->gdb) /* gdb sends Ctrl-C in its protocol, although a signal may come too */
        listen_for_signals();
    if (options->serial)
        message_print(
            "waiting for a monitor on %s (start it with exit=monitor, or x in the boot menu); "
            "Ctrl-C cancels",
            target_name(target));
    if (exchange_find_monitor(&session.exchange)) {
        monitor_verb_report_missing(&session.exchange, options);
        return EXIT_TARGET;
    }
    session.exchange.repeated = 0; /* repetitions before the monitor answered do not count */
    int status = monitor_verb_run_lines(&session, options, settings);
    if (!options->serial && !session.sent_bye && !session.exchange.ended && !listen_terminated())
        exchange_leave(&session.exchange, "bye", NULL);
    if (!options->serial)
        exchange_wait_end(&session.exchange, END_SECONDS);
    if (session.exchange.repeated)
        message_print("%u frames were retransmitted", session.exchange.repeated);
    return status;
}

static int monitor_verb_perform(struct monitor_options *options)
{
    const char *words[SIMULATOR_WORDS];
    FILE *log = NULL;
    options->request.kernel = options->machine.kernel;
    if (request_prepare(&options->request))
        return EXIT_USAGE;
    char *settings = request_settings(&options->request);
    if (!settings)
        return EXIT_USAGE;
    if (options->log && !(log = fopen(options->log, "we")))
        message_print("--output: '%s' cannot be written: %s; the session continues without a log",
                      options->log, strerror(errno));
    if (options->gdb && gdb_connection_open(&gdb_line, options->gdb_where)) {
        free(settings);
        return EXIT_USAGE;
    }
    /* The program's settings are sent at the prompt: a module with them would be measured first. */
    struct request modules = options->request;
    modules.parms[0] = NULL;
    struct target *target = request_modules(&modules, &options->modules)
                                ? NULL
                                : monitor_verb_start_target(options, settings, words);
    int status = target ? monitor_verb_run_session(target, options, settings, log) : EXIT_TARGET;
    bool failed = target && status == EXIT_TARGET;
    target_stop(target, failed && !options->serial);
    if (options->gdb)
        gdb_connection_close(&gdb_line);
    if (log)
        fclose(log);
    free(settings);
    return status;
}

/* SETTING=VALUE words are kernel settings; another word is a file of commands. */
static int monitor_verb_sort_words(struct monitor_options *options, char **words, int n)
{
    options->request.settings = words;
    for (int i = 0; i < n; i++) {
        if (verb_word_is_setting(words[i])) {
            words[options->request.n_settings++] = words[i];
        } else if (options->file) {
            message_print("'%s': only one file of commands is allowed; '%s' was given before",
                          words[i], options->file);
            return -1;
        } else {
            options->file = words[i];
        }
    }
    if (options->commands && options->file) {
        message_print("-c and '%s' cannot be combined: both contain commands", options->file);
        return -1;
    }
    if (options->gdb && options->file) {
        message_print("--gdb and '%s' cannot be combined; give the command to debug with -c",
                      options->file);
        return -1;
    }
    if (options->sim + options->qemu + (options->serial != NULL) > 1) {
        message_print("--sim, --qemu and --serial: select only one target");
        return -1;
    }
    if (options->serial && options->request.programs.programs[0]) {
        message_print(
            "--program cannot be combined with --serial: a machine gets its programs from "
            "its boot loader; 'set command=./NAME' selects one of them");
        return -1;
    }
    if (options->request.no_gate && !options->request.programs.programs[0]) {
        message_print("--no-gate requires --program");
        return -1;
    }
    if (options->request.programs.programs[0] && options->request.programs.programs[1]) {
        message_print("--program: one program at a time");
        return -1;
    }
    const char *simulated = options->serial ? simulator_options_given(&options->simulator)
                            : options->qemu ? simulator_options_of_model(&options->simulator)
                                            : NULL;
    if (simulated) {
        message_print("%s applies to the virtual Pentium only", simulated);
        return -1;
    }
    options->machine.memory = options->simulator.memory;
    return simulator_options_check(&options->simulator);
}

static int monitor_verb_run(int argc, char **argv)
{
    struct monitor_options options = {0};
    const struct option_spec option_table[] = {
        {0, "sim", &options.sim_path, &options.sim},
        {0, "qemu", &options.qemu_path, &options.qemu},
        {0, "serial", &options.serial, NULL},
        {0, "cpu", &options.machine.cpu, NULL},
        SIMULATOR_OPTIONS(&options.simulator),
        {0, "kernel", &options.machine.kernel, NULL},
        PROGRAM_OPTIONS(options.request.programs),
        {0, "file...", options.request.files, NULL},
        {0, "no-gate", NULL, &options.request.no_gate},
        {'c', "commands", &options.commands, NULL},
        {'e', "stop", NULL, &options.stop},
        {'x', "show", NULL, &options.show},
        {0, "records", NULL, &options.records},
        {'o', "output", &options.log, NULL},
        {0, "timeout", &options.silence, NULL},
        {0, "gdb", &options.gdb_where, &options.gdb},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = verb_options_read(&verb_monitor, argc, argv, option_table, &n_arguments);
    if (status >= 0)
        return status;
    if (monitor_verb_sort_words(&options, argv + 1, n_arguments))
        return verb_usage(&verb_monitor);
    if (monitor_verb_read_limits(&options) || processor_option_read(&options.machine.cpu))
        return EXIT_USAGE;
    options.request.cpu = options.machine.cpu;
    options.request.prompt = true;
    return monitor_verb_perform(&options);
}

const struct verb verb_monitor = {
    .name = "monitor",
    .synopsis = "[--sim | --qemu | --serial DEV[,BAUD]] [OPTION]... [FILE] [SETTING=VALUE]",
    .summary = "command prompt on the machine: registers, memory, event counts",
    .help =
        "      --sim[=PATH]       run in vpentium, the virtual Pentium (default)\n"
        "      --qemu[=PATH]      run in QEMU, which counts no events\n"
        "      --serial DEV[,BAUD]  wait for the machine at this serial port (default\n"
        "                         115200 baud); it stays at its prompt after the session\n"
        "      --cpu MODEL        simulated processor: p54c (default), p55c, ppro, p2,\n"
        "                         p3, k7, willamette, northwood, prescott\n" SIMULATOR_HELP
        "      --kernel FILE      kernel image (default the installed bareprobe.elf)\n"
        "      --program FILE     an executable, which 'run', 'regions program' and\n"
        "                         'count EVENTS program' measure and 'program' runs\n"
        "      --args TEXT, --stdin FILE, --env NAME=VALUE, --file [NAME=]PATH, --no-gate\n"
        "                         with --program: as in 'bareprobe run'\n"
        "  FILE                   read commands from FILE, one per line; # begins a\n"
        "                         comment, - is standard input, which is the default\n"
        "                         unless it is a terminal\n"
        "  SETTING=VALUE          initial setting of the kernel, such as repetitions=5;\n"
        "                         with --serial it is sent by 'set'\n"
        "  -c, --commands TEXT    run these commands, separated by ;\n"
        "  -e, --stop             stop after the first command that fails\n"
        "  -x, --show             print the prompt and each command\n"
        "      --records          print answers and reports as records\n"
        "  -o, --output FILE      write all received data unchanged to FILE\n"
        "      --timeout S        give up after S seconds without an answer, or without\n"
        "                         data in one; 0 disables the limit (default 600 with\n"
        "                         --serial and 120 otherwise, 7200 in an answer)\n"
        "      --gdb[=PORT or -]  serve gdb on this TCP port, or with - on standard input\n"
        "                         and output. The default is 1234 if standard input is a\n"
        "                         terminal, otherwise -. In gdb:\n"
        "                         target extended-remote | bareprobe monitor --gdb\n"
        "                         and then 'run thesis/hello' or\n"
        "                         'run count data_read thesis/hello'; with --program\n"
        "                         'run' starts the program. With 'target remote' the\n"
        "                         last command of -c runs, or the program\n"
        "\n"
        "At a terminal, lines can be edited, and Tab completes names. The history of\n"
        "commands is stored in bareprobe/monitor_history in XDG_STATE_HOME (default\n"
        "~/.local/state). 'help' lists commands. Events are also accepted by the names of\n"
        "PCL and PAPI: count pcl:PCL_IPC thesis/program1.\n"
        "Ctrl-C stops a run; a second Ctrl-C stops waiting for the end of the run; Ctrl-D\n"
        "ends the session. SIGTERM and SIGHUP end it at once, with its simulator. Exit\n"
        "status 1: a command failed; 3: the machine no longer answers, or a signal.\n"
        "\n"
        "Example: bareprobe monitor -c 'rdmsr 11; count data_read thesis/hello'\n",
    .run = monitor_verb_run,
};
