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
        say("waiting for a monitor on %s (exit=monitor, or x in the boot menu); Ctrl-C ends it",
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
        say("%u frames were sent again", session.exchange.repeated);
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
            say("'%s': one file of commands is enough, and '%s' is one", words[i], wishes->file);
            return -1;
        } else {
            wishes->file = words[i];
        }
    }
    if (wishes->commands && wishes->file) {
        say("-c and '%s': both have commands; leave one of the two out", wishes->file);
        return -1;
    }
    if (wishes->gdb && wishes->file) {
        say("--gdb and '%s': what is to run stands behind -c", wishes->file);
        return -1;
    }
    if (wishes->sim + wishes->qemu + (wishes->serial != NULL) > 1) {
        say("--sim, --qemu and --serial: one of them");
        return -1;
    }
    if ((wishes->qemu || wishes->serial) && simulator_options_given(&wishes->simulator)) {
        say("%s is the virtual Pentium's alone", simulator_options_given(&wishes->simulator));
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
    .summary = "a prompt on the machine: registers, memory, events by hand",
    .help =
        "      --sim[=PATH]       the virtual Pentium (this is usual)\n"
        "      --qemu[=PATH]      QEMU, where no event counts\n"
        "      --serial DEV[,BAUD]  the box at this port; 115200 baud. It is waited for, and\n"
        "                         stays at its prompt behind the end\n"
        "      --cpu MODEL        the virtual one: p54c (usual), p55c, ppro, p2, p3, k7,\n"
        "                         willamette, northwood, prescott\n" SIMULATOR_HELP
        "      --kernel FILE      this image, not the one that lies beside the program\n"
        "  FILE                   commands, a line each, # before remarks; - is standard input,\n"
        "                         which is read too where it is no terminal\n"
        "  SETTING=VALUE          settings of the kernel to begin with, such as repetitions=5\n"
        "  -c, --commands TEXT    these, with ; between them\n"
        "  -e, --stop             the first command that fails is the last\n"
        "  -x, --show             print each command too, behind the prompt\n"
        "      --records          answers as the records that came, reports too\n"
        "  -o, --output FILE      keep all that came, as it came\n"
        "      --gdb[=PORT or -]  serve gdb there: at a port of this machine (1234 where standard\n"
        "                         input is a terminal), or - as gdb's own pipe has it:\n"
        "                         target extended-remote | bareprobe monitor --gdb\n"
        "                         and then 'run thesis/hello' or 'run count data_read "
        "thesis/hello';\n"
        "                         with 'target remote' the last command of -c is what runs\n"
        "\n"
        "At a terminal lines are edited, Tab completes, and those of earlier sessions are in\n"
        "XDG_STATE_HOME, else ~/.local/state, bareprobe/monitor_history. 'help' lists commands;\n"
        "Events go by PCL's and PAPI's names, too: count pcl:PCL_IPC thesis/program1.\n"
        "Ctrl-C ends a run, a second one the wait for its end, Ctrl-D the session. Status 1: a\n"
        "command failed, 3: the machine is lost.\n"
        "\n"
        "Example: bareprobe monitor -c 'rdmsr 11; wrcr 4 set 3; count data_read thesis/hello'\n",
    .run = run,
};
