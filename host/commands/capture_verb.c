/*
 * SPDX-License-Identifier: MIT
 * bareprobe capture: listens at serial ports for machines that boot, and stores their records.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/host_clock.h"
#include "host/commands/all_verbs.h"
#include "host/machines/live/display.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/output/report/summary_table.h"
#include "host/data/run/result_notes.h"
#include "host/data/store/store.h"
#include "host/machines/saved_run.h"
#include "host/machines/listener.h"
#include "host/base/verb.h"

#define MOST_PORTS 32

struct capture_options {
    const char *output, *logs, *runs, *silence;
    struct saved_run_options saving;
    bool forever, live;
    double n_runs, most_silence;
};

/* The state of all ports together. */
struct capture_outcome {
    unsigned done, failed, incomplete, lossy, suspects;
};

static int capture_verb_check_options(struct capture_options *options, int n_ports)
{
    if (n_ports == 0) {
        message_print("no port given, such as /dev/ttyUSB0");
        return verb_usage(&verb_capture);
    }
    if (n_ports > MOST_PORTS) {
        message_print("%d ports given; at most %d are allowed", n_ports, MOST_PORTS);
        return EXIT_USAGE;
    }
    if (options->output && n_ports > 1) {
        message_print("-o names one file for %d ports; use --logs DIR for one file per port",
                      n_ports);
        return EXIT_USAGE;
    }
    if (options->forever && options->runs) {
        message_print("--forever and --runs cannot be combined");
        return EXIT_USAGE;
    }
    if (options->output && options->logs) {
        message_print("-o and --logs cannot be combined");
        return EXIT_USAGE;
    }
    if (!options->logs)
        options->logs = SAVED_RUN_LOGS;
    if (saved_run_check_options(&options->saving))
        return EXIT_USAGE;
    options->n_runs = 1;
    if ((options->runs && verb_option_number("--runs", options->runs, 1, 1e9, &options->n_runs)) ||
        verb_option_number("--timeout", options->silence, 0, 1e6, &options->most_silence))
        return EXIT_USAGE;
    return options->live && live_view_check() ? EXIT_USAGE : -1;
}

/* Returns whether a port has delivered the requested runs. */
static bool capture_verb_satisfied(const struct listener *listener,
                                   const struct capture_options *options)
{
    return listener->ended ||
           (!options->forever && listener_runs_done(listener) >= options->n_runs);
}

static bool capture_verb_too_silent(const struct listener *listener,
                                    const struct capture_options *options)
{
    return options->most_silence > 0 &&
           clock_seconds() - listener->last_byte > options->most_silence;
}

/* Listens until each port has delivered its runs or has been silent too long, or Ctrl-C. */
static void capture_verb_listen(struct listener *listeners, unsigned n,
                                const struct capture_options *options)
{
    for (unsigned busy = n; busy && !listen_interrupted();) {
        listeners_wait(listeners, n, 1);
        busy = 0;
        for (unsigned i = 0; i < n; i++) {
            bool silent = !capture_verb_satisfied(&listeners[i], options) &&
                          capture_verb_too_silent(&listeners[i], options);
            if (silent) {
                message_print("%sno data for %g s%s: giving up", listeners[i].name,
                              options->most_silence,
                              listener_in_run(&listeners[i]) ? ", in the middle of a run" : "");
                listeners[i].ended = true;
            }
            busy += !capture_verb_satisfied(&listeners[i], options);
        }
    }
}

static void capture_verb_report_run(const struct listener *listener, const struct run *run,
                                    unsigned number, struct capture_outcome *outcome)
{
    unsigned numbers = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        numbers += result_ok(&run->results[i]);
    const char *how = !run->done ? "incomplete" : run->ok ? "ok" : "failed";
    const unsigned suspects = result_notes_count_suspects(run);
    char *suspect = suspects ? allocate_text(", %u suspect", suspects) : allocate_copy("");
    printf("%srun %u: %s, %u results%s, %s%s%s", listener->name, number, how, numbers, suspect,
           run_platform_sentence(run->platform), listener->log_name ? ", in " : "",
           listener->log_name ? listener->log_name : "");
    if (run->id)
        printf(", stored as run %lld of %s", (long long)run->id,
               store_path(listener->saving.store));
    putchar('\n');
    char *prefix = allocate_text("%srun %u: ", listener->name, number);
    outcome->suspects += result_notes_report_run_suspects(run, prefix);
    free(prefix);
    free(suspect);
    outcome->done += run->done;
    outcome->failed += run->done && !run->ok;
    outcome->incomplete += !run->done;
    outcome->lossy += !run_complete(run);
}

static void capture_verb_report_no_run(const struct listener *listener)
{
    if (listener->reader.noise)
        message_print("%sno run received; %llu bytes received are not records", listener->name,
                      listener->reader.noise);
    else
        message_print(
            "%sno data received: is the machine on, the cable a null-modem cable, and the port "
            "correct?",
            listener->name);
}

/* Prints the commands that show the last run, if it was stored. */
static void capture_verb_print_commands(const struct listener *listener)
{
    const struct collection *collection = &listener->collection;
    const struct run *last = collection->n_runs ? collection->runs[collection->n_runs - 1] : NULL;
    if (last && last->id)
        summary_table_commands("last", listener->saving.store, stdout);
}

static int capture_verb_report(const struct listener *listeners, unsigned n)
{
    struct capture_outcome outcome = {0};
    for (unsigned i = 0; i < n; i++) {
        const struct collection *collection = &listeners[i].collection;
        if (collection->n_runs == 0)
            capture_verb_report_no_run(&listeners[i]);
        outcome.incomplete += collection->n_runs == 0 || listener_lost_results(&listeners[i]);
        for (unsigned r = 0; r < collection->n_runs; r++)
            capture_verb_report_run(&listeners[i], collection->runs[r], r + 1, &outcome);
    }
    if (n == 1)
        capture_verb_print_commands(&listeners[0]);
    if (outcome.incomplete || outcome.lossy)
        return EXIT_TARGET;
    return outcome.failed || outcome.suspects ? EXIT_REGRESSION : EXIT_FINE;
}

/* A port's name and log. */
struct capture_port {
    char *name, *log;
};

/* Opens one port and its log. Returns 0, or an exit status. */
static int capture_verb_open_port(struct listener *listener, struct capture_port *names,
                                  const char *port, bool several,
                                  const struct capture_options *options,
                                  const struct watcher *watcher)
{
    struct target *target = target_serial(port);
    if (!target)
        return EXIT_TARGET;
    const char *device = target_name(target);
    names->log = options->output ? allocate_copy(options->output)
                                 : saved_run_log_name(options->logs, device);
    names->name = several ? allocate_text("%s: ", device) : allocate_copy("");
    listener_open(listener, names->name, target, names->log, &options->saving, watcher);
    listener->log_failed = !names->log;
    message_print("%s: waiting for a machine to boot; the raw log is %s", device,
                  names->log ? names->log : "missing");
    return 0;
}

/* Opens the ports in order and stops at the first failure. Returns 0, or an exit status. */
static int capture_verb_open_ports(struct listener *listeners, struct capture_port *names,
                                   char *const *ports, unsigned n, unsigned *n_open,
                                   const struct capture_options *options, struct display *display)
{
    int status = 0;
    for (unsigned i = 0; i < n && !status; i++) {
        const struct watcher *watcher = display_watch(display, i, &listeners[i], ports[i]);
        status =
            capture_verb_open_port(&listeners[i], &names[i], ports[i], n > 1, options, watcher);
        *n_open += !status;
    }
    return status;
}

static int capture_verb_from_ports(char *const *ports, unsigned n,
                                   const struct capture_options *options)
{
    struct listener *listeners = allocate_zeroed(n * sizeof *listeners);
    struct capture_port *names = allocate_zeroed(n * sizeof *names);
    struct display display;
    unsigned n_open = 0;
    listen_for_signals();
    display_open(&display, options->live, n, ports[0], NULL);
    int status = capture_verb_open_ports(listeners, names, ports, n, &n_open, options, &display);
    if (!status)
        capture_verb_listen(listeners, n, options);
    display_close(&display);
    for (unsigned i = 0; i < n_open; i++)
        listener_stop(&listeners[i], false);
    if (!status)
        status = capture_verb_report(listeners, n);
    for (unsigned i = 0; i < n_open; i++)
        listener_close(&listeners[i]);
    for (unsigned i = 0; i < n; i++) {
        free(names[i].log);
        free(names[i].name);
    }
    free(names);
    free(listeners);
    return status;
}

static int capture_verb_run(int argc, char **argv)
{
    struct capture_options options = {.silence = "0"};
    const struct option_spec option_table[] = {
        {'o', "output", &options.output, NULL},
        {0, "logs", &options.logs, NULL},
        {0, "runs", &options.runs, NULL},
        {0, "forever", NULL, &options.forever},
        {0, "timeout", &options.silence, NULL},
        {0, "live", NULL, &options.live},
        {0, "db", &options.saving.store, NULL},
        {0, "no-store", NULL, &options.saving.no_store},
        {0, "label", &options.saving.label, NULL},
        {0, "kernel", &options.saving.kernel, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_ports;
    int status = verb_options_read(&verb_capture, argc, argv, option_table, &n_ports);
    if (status < 0)
        status = capture_verb_check_options(&options, n_ports);
    return status < 0 ? capture_verb_from_ports(argv + 1, (unsigned)n_ports, &options) : status;
}

const struct verb verb_capture = {
    .name = "capture",
    .synopsis = "DEV[,BAUD]... [-o FILE | --logs DIR] [--runs N | --forever] [--live]",
    .summary = "receive the runs of machines that boot, at serial ports",
    .help =
        "  DEV[,BAUD]         serial port such as /dev/ttyUSB0, and its speed (default\n"
        "                     115200)\n"
        "  -o, --output FILE  raw log (default bareprobe-logs/DATE-TIME-DEV.log)\n"
        "      --logs DIR     directory of the raw logs (default bareprobe-logs); if it\n"
        "                     cannot be written, a new one in $TMPDIR or /tmp\n"
        "      --db FILE      store of the runs (default $BAREPROBE_DB, or bareprobe.db\n"
        "                     in the current directory)\n"
        "      --no-store     do not store the runs\n"
        "      --label TEXT   label of the runs in 'bareprobe list runs'\n"
        "      --kernel FILE  image (.elf) that the machines boot, used to find source\n"
        "                     lines of faults; must be the same build (default the\n"
        "                     installed image)\n"
        "      --runs N       end after N complete runs from each port (default 1)\n"
        "      --forever      receive runs until Ctrl-C\n"
        "      --timeout S    give up a port after S seconds without data; 0 disables the\n"
        "                     limit (default 0)\n"
        "      --live         show a live screen: last results and a chart of an event.\n"
        "                     Keys: q ends like Ctrl-C, e selects the event, p pauses the\n"
        "                     display, Tab shows the next port\n"
        "\n"
        "Adapters may be unplugged and machines may reboot: the received data is stored,\n"
        "marked as incomplete. Damaged lines are reported by their number and never used\n"
        "as results. A wrong speed and reports sent as text are also reported. The exit\n"
        "status is 1 if a run failed or has a suspect result, a count that cannot be\n"
        "right; 3 if a run is incomplete.\n"
        "\n"
        "Example: bareprobe capture /dev/ttyUSB0 /dev/ttyUSB1,57600 --runs 3\n",
    .run = capture_verb_run,
};
