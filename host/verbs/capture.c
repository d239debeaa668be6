/*
 * SPDX-License-Identifier: MIT
 * bareprobe capture: listens at serial ports for machines that boot, and stores their records.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/clock.h"
#include "host/live/display.h"
#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/report/summary_table.h"
#include "host/store/store.h"
#include "host/target/save_run.h"
#include "host/target/listen.h"
#include "host/base/verb.h"

#define MOST_PORTS 32

struct wishes {
    const char *output, *logs, *runs, *silence;
    struct keeping keeping;
    bool forever, live;
    double n_runs, most_silence;
};

/* The state of all ports together. */
struct outcome {
    unsigned done, failed, incomplete, lossy;
};

static int check(struct wishes *wishes, int n_ports)
{
    if (n_ports == 0) {
        say("no port given, such as /dev/ttyUSB0");
        return verb_usage(&verb_capture);
    }
    if (n_ports > MOST_PORTS) {
        say("%d ports given; at most %d are allowed", n_ports, MOST_PORTS);
        return EXIT_USAGE;
    }
    if (wishes->output && n_ports > 1) {
        say("-o names one file for %d ports; use --logs DIR for one file per port", n_ports);
        return EXIT_USAGE;
    }
    if (wishes->forever && wishes->runs) {
        say("--forever and --runs cannot be combined");
        return EXIT_USAGE;
    }
    if (keeping_check(&wishes->keeping))
        return EXIT_USAGE;
    wishes->n_runs = 1;
    if ((wishes->runs && option_number("--runs", wishes->runs, 1, 1e9, &wishes->n_runs)) ||
        option_number("--timeout", wishes->silence, 0, 1e6, &wishes->most_silence))
        return EXIT_USAGE;
    return wishes->live && live_check() ? EXIT_USAGE : -1;
}

/* Returns whether a port has delivered the requested runs. */
static bool satisfied(const struct listener *listener, const struct wishes *wishes)
{
    return listener->ended || (!wishes->forever && listener_runs_done(listener) >= wishes->n_runs);
}

static bool too_silent(const struct listener *listener, const struct wishes *wishes)
{
    return wishes->most_silence > 0 && clock_seconds() - listener->heard > wishes->most_silence;
}

/* Listens until each port has delivered its runs or has been silent too long, or Ctrl-C. */
static void listen(struct listener *listeners, unsigned n, const struct wishes *wishes)
{
    for (unsigned busy = n; busy && !listen_interrupted();) {
        listeners_wait(listeners, n, 1);
        busy = 0;
        for (unsigned i = 0; i < n; i++) {
            bool silent = !satisfied(&listeners[i], wishes) && too_silent(&listeners[i], wishes);
            if (silent) {
                say("%sno data for %g s%s: giving up", listeners[i].name, wishes->most_silence,
                    listener_in_run(&listeners[i]) ? ", in the middle of a run" : "");
                listeners[i].ended = true;
            }
            busy += !satisfied(&listeners[i], wishes);
        }
    }
}

static void tell_run(const struct listener *listener, const struct run *run, unsigned number,
                     struct outcome *outcome)
{
    unsigned numbers = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        numbers += result_ok(&run->results[i]);
    const char *how = !run->done ? "incomplete" : run->ok ? "ok" : "failed";
    printf("%srun %u: %s, %u results, %s%s%s", listener->name, number, how, numbers,
           platform_sentence(run->platform), listener->log_name ? ", in " : "",
           listener->log_name ? listener->log_name : "");
    if (run->id)
        printf(", stored as run %lld of %s", (long long)run->id,
               store_path(listener->keeping.store));
    putchar('\n');
    outcome->done += run->done;
    outcome->failed += run->done && !run->ok;
    outcome->incomplete += !run->done;
    outcome->lossy += !run_complete(run);
}

static void tell_no_run(const struct listener *listener)
{
    if (listener->reader.noise)
        say("%sno run received; %llu bytes received are not records", listener->name,
            listener->reader.noise);
    else
        say("%sno data received: is the machine on, the cable a null-modem cable, and the port "
            "correct?",
            listener->name);
}

/* Prints the commands that show the last run, if it was stored. */
static void print_commands(const struct listener *listener)
{
    const struct collection *collection = &listener->collection;
    const struct run *last = collection->n_runs ? collection->runs[collection->n_runs - 1] : NULL;
    if (last && last->id)
        summary_table_commands("last", listener->keeping.store, stdout);
}

static int conclude(const struct listener *listeners, unsigned n)
{
    struct outcome outcome = {0};
    for (unsigned i = 0; i < n; i++) {
        const struct collection *collection = &listeners[i].collection;
        if (collection->n_runs == 0)
            tell_no_run(&listeners[i]);
        outcome.incomplete += collection->n_runs == 0;
        for (unsigned r = 0; r < collection->n_runs; r++)
            tell_run(&listeners[i], collection->runs[r], r + 1, &outcome);
    }
    if (n == 1)
        print_commands(&listeners[0]);
    if (outcome.incomplete || outcome.lossy)
        return EXIT_TARGET;
    return outcome.failed ? EXIT_REGRESSION : EXIT_FINE;
}

/* A port's name and log. */
struct port {
    char *name, *log;
};

/* Opens one port and its log. Returns 0, or an exit status. */
static int open_port(struct listener *listener, struct port *names, const char *port, bool several,
                     const struct wishes *wishes, const struct watcher *watcher)
{
    struct target *target = target_serial(port);
    if (!target)
        return EXIT_TARGET;
    const char *device = target_name(target);
    names->log = wishes->output ? memory_text(wishes->output) : log_name_new(wishes->logs, device);
    names->name = several ? memory_print("%s: ", device) : memory_text("");
    if (!names->log) {
        target_stop(target, false);
        return EXIT_TARGET;
    }
    listener_open(listener, names->name, target, names->log, &wishes->keeping, watcher);
    say("%s: waiting for a machine to boot; the raw log is %s", device, names->log);
    return 0;
}

/* Opens the ports in order and stops at the first failure. Returns 0, or an exit status. */
static int open_ports(struct listener *listeners, struct port *names, char *const *ports,
                      unsigned n, unsigned *n_open, const struct wishes *wishes,
                      struct display *display)
{
    int status = 0;
    for (unsigned i = 0; i < n && !status; i++) {
        const struct watcher *watcher = display_watch(display, i, &listeners[i], ports[i]);
        status = open_port(&listeners[i], &names[i], ports[i], n > 1, wishes, watcher);
        *n_open += !status;
    }
    return status;
}

static int capture_from(char *const *ports, unsigned n, const struct wishes *wishes)
{
    struct listener *listeners = memory_get(n * sizeof *listeners);
    struct port *names = memory_get(n * sizeof *names);
    struct display display;
    unsigned n_open = 0;
    listen_for_signals();
    display_open(&display, wishes->live, n, ports[0], NULL);
    int status = open_ports(listeners, names, ports, n, &n_open, wishes, &display);
    if (!status)
        listen(listeners, n, wishes);
    display_close(&display);
    for (unsigned i = 0; i < n_open; i++)
        listener_stop(&listeners[i], false);
    if (!status)
        status = conclude(listeners, n);
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

static int capture(int argc, char **argv)
{
    struct wishes wishes = {.logs = "bareprobe-logs", .silence = "0"};
    const struct option_spec options[] = {
        {'o', "output", &wishes.output, NULL},
        {0, "logs", &wishes.logs, NULL},
        {0, "runs", &wishes.runs, NULL},
        {0, "forever", NULL, &wishes.forever},
        {0, "timeout", &wishes.silence, NULL},
        {0, "live", NULL, &wishes.live},
        {0, "db", &wishes.keeping.store, NULL},
        {0, "no-store", NULL, &wishes.keeping.no_store},
        {0, "label", &wishes.keeping.label, NULL},
        {0, "kernel", &wishes.keeping.kernel, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_ports;
    int status = options_read(&verb_capture, argc, argv, options, &n_ports);
    if (status < 0)
        status = check(&wishes, n_ports);
    return status < 0 ? capture_from(argv + 1, (unsigned)n_ports, &wishes) : status;
}

const struct verb verb_capture = {
    .name = "capture",
    .synopsis = "DEV[,BAUD]... [-o FILE | --logs DIR] [--runs N | --forever] [--live]",
    .summary = "receive the runs of machines that boot, at serial ports",
    .help =
        "  DEV[,BAUD]         serial port such as /dev/ttyUSB0, and its speed (default\n"
        "                     115200)\n"
        "  -o, --output FILE  raw log (default bareprobe-logs/DATE-TIME-DEV.log)\n"
        "      --logs DIR     directory of the raw logs (default bareprobe-logs)\n"
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
        "as results. A wrong speed and reports sent as text are also reported.\n"
        "\n"
        "Example: bareprobe capture /dev/ttyUSB0 /dev/ttyUSB1,57600 --runs 3\n",
    .run = capture,
};
