/*
 * SPDX-License-Identifier: MIT
 * Commands about the session: help, manual changes, names, leaving.
 */
#include "bench/bench.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/session.h"
#include "kernel/monitor/touched.h"

static void help_line(const struct command *command)
{
    char head[80];
    format(head, sizeof head, "%s %s", command->name, command->arguments);
    if (strlen(head) <= 26)
        say("  %-26s %s", head, command->help);
    else {
        say("  %s", head);
        say("  %-26s %s", "", command->help);
    }
}

static void help_all(void)
{
    for (const struct command_group *const *g = command_groups; *g; g++) {
        say("%s", (*g)->title);
        for (unsigned i = 0; i < (*g)->n; i++)
            help_line(&(*g)->commands[i]);
    }
    say("Numbers are hexadecimal; bits, times and settings decimal. 'help COMMAND' shows an "
        "example.");
}

static int help(struct arguments *arguments)
{
    struct word name = argument_next(arguments);
    if (!name.length) {
        help_all();
        return 0;
    }
    for (const struct command_group *const *g = command_groups; *g; g++)
        for (unsigned i = 0; i < (*g)->n; i++) {
            const struct command *command = &(*g)->commands[i];
            if (!argument_is(name, command->name))
                continue;
            say("%s %s: %s", command->name, command->arguments, command->help);
            say("Example: %s", command->example);
            return 0;
        }
    return refuse("help: '%.*s' is not a command; 'help' lists them", shown(name), name.text);
}

static int touched(struct arguments *arguments)
{
    if (arguments_end(arguments))
        return -1;
    touched_list();
    return 0;
}

static int restore(struct arguments *arguments)
{
    if (arguments_end(arguments))
        return -1;
    touched_restore();
    return 0;
}

/* Lists names, one per line, for completion at the other end of the line. */
static int names(struct arguments *arguments)
{
    struct word what = argument_next(arguments);
    const struct pmc *pmc = session.machine->run->pmc;
    if (argument_is(what, "commands")) {
        for (const struct command_group *const *g = command_groups; *g; g++)
            for (unsigned i = 0; i < (*g)->n; i++)
                say("%s", (*g)->commands[i].name);
        return 0;
    }
    if (argument_is(what, "events")) {
        for (unsigned i = 0; i < pmc->n_events; i++)
            if (pmc_has(pmc, &pmc->events[i]))
                say("%s", pmc->events[i].name);
        return 0;
    }
    if (argument_is(what, "benches")) {
        for (const struct benchmark *b = benchmarks_start; b < benchmarks_end; b++)
            say("%s", b->name);
        return 0;
    }
    return refuse("names: '%.*s' is not allowed; allowed: commands, events, benches", shown(what),
                  what.text);
}

static int leave(struct arguments *arguments, enum exit_way way)
{
    if (arguments_end(arguments))
        return -1;
    dialogue_answered(0, "");
    session.machine->leave(way);
}

static int reboot(struct arguments *arguments)
{
    return leave(arguments, EXIT_REBOOT);
}

static int power_off(struct arguments *arguments)
{
    return leave(arguments, EXIT_POWEROFF);
}

/*
 * Leaves the monitor. A virtual machine exits; a real machine enters a state that only its power
 * switch ends.
 */
static int bye(struct arguments *arguments)
{
    bool silicon = !strcmp(session.machine->cpu->platform, "silicon");
    return leave(arguments, silicon ? EXIT_HALT : EXIT_QEMU);
}

static const struct command commands[] = {
    {"help", "[COMMAND]", "list commands, or explain one", "help wrmsr", help},
    {"touched", "", "list what was changed by hand", "touched", touched},
    {"restore", "", "restore what was changed by hand", "restore", restore},
    {"names", "commands|events|benches", "list names only, for programs", "names events", names},
    {"reboot", "", "reset the machine", "reboot", reboot},
    {"poweroff", "", "switch the machine off, if the BIOS has APM", "poweroff", power_off},
    {"bye", "", "end the monitor: halt, or end a virtual machine", "bye", bye},
};

const struct command_group session_commands = {
    "Session", commands, sizeof commands / sizeof commands[0], .measures = false};
