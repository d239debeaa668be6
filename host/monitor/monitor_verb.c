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

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/verb.h"
#include "host/monitor/gdb_connect.h"
#include "host/monitor/gdb_server.h"
#include "host/monitor/monitor_session.h"
#include "host/target/listen.h"
#include "host/target/request.h"
#include "host/target/simulator_options.h"

#define BOOT_SECONDS 120 /* for a program to boot to its prompt */

struct monitor_wishes {
    struct target_machine machine;
    struct simulator_options simulator;
    struct request request;
    bool sim, qemu, records, stop, show, gdb;
    const char *sim_path, *qemu_path, *serial, *commands, *log;
    const char *gdb_where; /* NULL: the default of gdb_connect() */
    const char *file;      /* file of commands; NULL: stdin */
};

/* Starts the target with a monitor; NULL after a message. */
static struct target *start(struct monitor_wishes *wishes, const char *settings,
                            const char *words[SIMULATOR_WORDS])
{
    char *append = memory_print("%s%sexit=monitor", settings, *settings ? " " : "");
    struct target *target;
    simulator_options_words(&wishes->simulator, words);
    wishes->machine.append = append;
    wishes->machine.heard = true;
    wishes->machine.program = wishes->qemu ? wishes->qemu_path : wishes->sim_path;
    wishes->machine.words = words;
    if (wishes->serial)
        target = target_serial_both_ways(wishes->serial);
    else
        target = wishes->qemu ? target_qemu(&wishes->machine) : target_virtual(&wishes->machine);
    free(append);
    return target;
}

static struct gdb_line gdb_line;

static int run_session(struct monitor_session *session, const struct monitor_wishes *wishes)
{
    if (!wishes->records)
        exchange_ask(&session->exchange, "set report=text", NULL);
    if (wishes->gdb)
        return gdb_serve(session, &gdb_line, wishes->commands);
    if (wishes->commands)
        return session_commands_run(session, wishes->commands);
    if (wishes->file)
        return session_file_run(session, wishes->file);
    if (!isatty(STDIN_FILENO))
        return session_file_run(session, "-");
    return session_typed_run(session);
}

/* Runs the session. A real machine stays at its prompt; a simulator is sent `bye` at the end. */
static int converse(struct target *target, const struct monitor_wishes *wishes, FILE *log)
{
    struct monitor_session session = {.raw = wishes->records,
                                      .stop = wishes->stop,
                                      .show_lines = wishes->show,
                                      .kernel = wishes->machine.kernel};
    exchange_open(&session.exchange, target, log);
    if (!wishes->gdb) /* gdb sends Ctrl-C in its protocol, although a signal may come too */
        listen_for_signals();
    if (wishes->serial)
        say("waiting for a monitor on %s (start it with exit=monitor, or x in the boot menu); "
            "Ctrl-C cancels",
            target_name(target));
    if (exchange_meet(&session.exchange, wishes->serial ? 0 : BOOT_SECONDS)) {
        say("no monitor answers on %s", target_name(target));
        return EXIT_TARGET;
    }
    session.exchange.repeated = 0; /* repetitions before the monitor answered do not count */
    int status = run_session(&session, wishes);
    if (!wishes->serial && !session.said_bye && !session.exchange.ended)
        exchange_leave(&session.exchange, "bye", NULL);
    if (session.exchange.repeated)
        say("%u frames were retransmitted", session.exchange.repeated);
    return status;
}

static int perform(struct monitor_wishes *wishes)
{
    const char *words[SIMULATOR_WORDS];
    FILE *log = NULL;
    char *settings = request_settings(&wishes->request);
    if (!settings)
        return EXIT_USAGE;
    if (wishes->log && !(log = fopen(wishes->log, "we"))) {
        say("--output: '%s' cannot be written: %s", wishes->log, strerror(errno));
        free(settings);
        return EXIT_USAGE;
    }
    if (wishes->gdb && gdb_connect(&gdb_line, wishes->gdb_where)) {
        free(settings);
        return EXIT_USAGE;
    }
    struct target *target = start(wishes, settings, words);
    int status = target ? converse(target, wishes, log) : EXIT_TARGET;
    bool failed = target && status == EXIT_TARGET;
    target_stop(target, failed && !wishes->serial);
    if (wishes->gdb)
        gdb_disconnect(&gdb_line);
    if (log)
        fclose(log);
    free(settings);
    return status;
}

/* SETTING=VALUE words are kernel settings; another word is a file of commands. */
static int sort_words(struct monitor_wishes *wishes, char **words, int n)
{
    wishes->request.settings = words;
    for (int i = 0; i < n; i++) {
        if (strchr(words[i], '=')) {
            words[wishes->request.n_settings++] = words[i];
        } else if (wishes->file) {
            say("'%s': only one file of commands is allowed; '%s' was given before", words[i],
                wishes->file);
            return -1;
        } else {
            wishes->file = words[i];
        }
    }
    if (wishes->commands && wishes->file) {
        say("-c and '%s' cannot be combined: both contain commands", wishes->file);
        return -1;
    }
    if (wishes->gdb && wishes->file) {
        say("--gdb and '%s' cannot be combined; give the command to debug with -c", wishes->file);
        return -1;
    }
    if (wishes->sim + wishes->qemu + (wishes->serial != NULL) > 1) {
        say("--sim, --qemu and --serial: select only one target");
        return -1;
    }
    if ((wishes->qemu || wishes->serial) && simulator_options_given(&wishes->simulator)) {
        say("%s applies to the virtual Pentium only", simulator_options_given(&wishes->simulator));
        return -1;
    }
    return 0;
}

static int run(int argc, char **argv)
{
    struct monitor_wishes wishes = {0};
    const struct option_spec options[] = {
        {0, "sim", &wishes.sim_path, &wishes.sim},
        {0, "qemu", &wishes.qemu_path, &wishes.qemu},
        {0, "serial", &wishes.serial, NULL},
        {0, "cpu", &wishes.machine.cpu, NULL},
        SIMULATOR_OPTIONS(&wishes.simulator),
        {0, "kernel", &wishes.machine.kernel, NULL},
        {'c', "commands", &wishes.commands, NULL},
        {'e', "stop", NULL, &wishes.stop},
        {'x', "show", NULL, &wishes.show},
        {0, "records", NULL, &wishes.records},
        {'o', "output", &wishes.log, NULL},
        {0, "gdb", &wishes.gdb_where, &wishes.gdb},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = options_read(&verb_monitor, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (sort_words(&wishes, argv + 1, n_arguments))
        return verb_usage(&verb_monitor);
    wishes.request.cpu = wishes.machine.cpu;
    return perform(&wishes);
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
        "  FILE                   read commands from FILE, one per line; # begins a\n"
        "                         comment, - is standard input, which is the default\n"
        "                         unless it is a terminal\n"
        "  SETTING=VALUE          initial setting of the kernel, such as repetitions=5\n"
        "  -c, --commands TEXT    run these commands, separated by ;\n"
        "  -e, --stop             stop after the first command that fails\n"
        "  -x, --show             print the prompt and each command\n"
        "      --records          print answers and reports as records\n"
        "  -o, --output FILE      write all received data unchanged to FILE\n"
        "      --gdb[=PORT or -]  serve gdb on this TCP port, or with - on standard input\n"
        "                         and output. The default is 1234 if standard input is a\n"
        "                         terminal, otherwise -. In gdb:\n"
        "                         target extended-remote | bareprobe monitor --gdb\n"
        "                         and then 'run thesis/hello' or\n"
        "                         'run count data_read thesis/hello'. With\n"
        "                         'target remote' the last command of -c runs\n"
        "\n"
        "At a terminal, lines can be edited, and Tab completes names. The history of\n"
        "commands is stored in bareprobe/monitor_history in XDG_STATE_HOME (default\n"
        "~/.local/state). 'help' lists commands. Events are also accepted by the names of\n"
        "PCL and PAPI: count pcl:PCL_IPC thesis/program1.\n"
        "Ctrl-C stops a run; a second Ctrl-C stops waiting for the end of the run; Ctrl-D\n"
        "ends the session. Exit status 1: a command failed; 3: the machine no longer\n"
        "answers.\n"
        "\n"
        "Example: bareprobe monitor -c 'rdmsr 11; count data_read thesis/hello'\n",
    .run = run,
};
