/*
 * SPDX-License-Identifier: MIT
 * Commands about the session: help, manual changes, names, leaving.
 */
#include "bench/bench.h"
#include "kernel/console/tester_86box.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/session.h"
#include "kernel/monitor/manual_changes.h"

static void session_command_help_line(const struct monitor_command *command)
{
    char head[80];
    format(head, sizeof head, "%s %s", command->name, command->arguments);
    if (strlen(head) <= 26)
        dialogue_print("  %-26s %s", head, command->help);
    else {
        dialogue_print("  %s", head);
        dialogue_print("  %-26s %s", "", command->help);
    }
}

static void session_command_help_all(void)
{
    for (const struct command_group *const *g = command_groups; *g; g++) {
        dialogue_print("%s", (*g)->title);
        for (unsigned i = 0; i < (*g)->n; i++)
            session_command_help_line(&(*g)->commands[i]);
    }
    dialogue_print(
        "Numbers are hexadecimal; bits, times and settings decimal. 'help COMMAND' shows an "
        "example.");
}

static int session_command_help(struct arguments *arguments)
{
    struct word name = argument_next(arguments);
    if (!name.length) {
        session_command_help_all();
        return 0;
    }
    for (const struct command_group *const *g = command_groups; *g; g++)
        for (unsigned i = 0; i < (*g)->n; i++) {
            const struct monitor_command *command = &(*g)->commands[i];
            if (!argument_is(name, command->name))
                continue;
            dialogue_print("%s %s: %s", command->name, command->arguments, command->help);
            dialogue_print("Example: %s", command->example);
            return 0;
        }
    return dialogue_refuse("help: '%.*s' is not a command; 'help' lists them", shown(name),
                           name.text);
}

static int session_command_touched(struct arguments *arguments)
{
    if (arguments_end(arguments))
        return -1;
    manual_changes_list();
    return 0;
}

static int session_command_restore(struct arguments *arguments)
{
    if (arguments_end(arguments))
        return -1;
    manual_changes_restore();
    return 0;
}

/* Lists names, one per line, for completion at the other end of the line. */
static int session_command_names(struct arguments *arguments)
{
    struct word what = argument_next(arguments);
    const struct pmc *pmc = session.machine->run->pmc;
    if (argument_is(what, "commands")) {
        for (const struct command_group *const *g = command_groups; *g; g++)
            for (unsigned i = 0; i < (*g)->n; i++)
                dialogue_print("%s", (*g)->commands[i].name);
        return 0;
    }
    if (argument_is(what, "events")) {
        for (unsigned i = 0; i < pmc->n_events; i++)
            if (pmc_has(pmc, &pmc->events[i]))
                dialogue_print("%s", pmc->events[i].name);
        return 0;
    }
    if (argument_is(what, "benches")) {
        for (const struct benchmark *b = benchmarks_start; b < benchmarks_end; b++)
            dialogue_print("%s", b->name);
        return 0;
    }
    return dialogue_refuse("names: '%.*s' is not allowed; allowed: commands, events, benches",
                           shown(what), what.text);
}

static int session_command_leave(struct arguments *arguments, enum exit_way way)
{
    if (arguments_end(arguments))
        return -1;
    dialogue_end_answer(0, "");
    session.machine->leave(way);
}

static int session_command_reboot(struct arguments *arguments)
{
    return session_command_leave(arguments, EXIT_REBOOT);
}

static int session_command_power_off(struct arguments *arguments)
{
    return session_command_leave(arguments, EXIT_POWEROFF);
}

/*
 * Leaves the monitor. A virtual machine or 86Box ends; a real machine enters a state that only its
 * power switch ends.
 */
static int session_command_bye(struct arguments *arguments)
{
    const char *platform = session.machine->found.platform;
    bool imitated = !strcmp(platform, "virtual") || !strcmp(platform, "emulator");
    enum exit_way way = !imitated ? EXIT_HALT : tester_86box_is_there() ? EXIT_86BOX : EXIT_QEMU;
    return session_command_leave(arguments, way);
}

static const struct monitor_command commands[] = {
    {"help", "[COMMAND]", "list commands, or explain one", "help wrmsr", session_command_help},
    {"touched", "", "list what was changed by hand", "touched", session_command_touched},
    {"restore", "", "restore what was changed by hand", "restore", session_command_restore},
    {"names", "commands|events|benches", "list names only, for programs", "names events",
     session_command_names},
    {"reboot", "", "reset the machine", "reboot", session_command_reboot},
    {"poweroff", "", "switch the machine off, if the BIOS has APM", "poweroff",
     session_command_power_off},
    {"bye", "", "end the monitor: halt, or end a virtual machine", "bye", session_command_bye},
};

const struct command_group session_commands = {
    "Session", commands, sizeof commands / sizeof commands[0], .measures = false};
