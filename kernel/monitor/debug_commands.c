/*
 * SPDX-License-Identifier: MIT
 * Commands that stop a benchmark and examine it. The host implements gdb's protocol on top of them
 * (host/machines/gdb/gdb_server.h).
 */
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/monitor/breakpoints.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/stop.h"
#include "kernel/monitor/stopped_registers.h"

/*
 * `debug [regs] COMMAND`: copies its line, because other lines are read before the command ends.
 */
static int debug_command_debug(struct arguments *arguments)
{
    static char line[DIALOGUE_LINE_BYTES + 1];
    struct arguments ahead = *arguments;
    const bool with_registers = argument_is(argument_next(&ahead), "regs");
    if (with_registers)
        *arguments = ahead;
    ahead = *arguments;
    if (!arguments->rest.length)
        return dialogue_refuse(
            "debug: command missing, as in 'debug count data_read thesis/hello'");
    if (stop_is_armed())
        return dialogue_refuse(
            "debug: another 'debug' command is active; use 'go' or 'kill' first");
    format(line, sizeof line, "%.*s%s", (int)arguments->rest.length, arguments->rest.text,
           arguments->really ? " really" : "");
    stop_begin(with_registers);
    const bool counts = !argument_is(argument_next(&ahead), "program");
    int status = command_run(line);
    unsigned stops = stop_end();
    if (stops && !counts)
        return status;
    if (stops)
        dialogue_print("%u stop%s: the counts include more than the benchmark", stops,
                       stops == 1 ? "" : "s");
    else
        dialogue_print("the benchmark was not stopped");
    return status;
}

static int debug_command_list(void)
{
    const struct breakpoint *b;
    unsigned i = 0;
    for (; (b = breakpoint_number(i)); i++)
        if (b->kind == BREAK_SOFT || b->kind == BREAK_HARD)
            dialogue_print("%s %08x", breakpoint_names[b->kind], (unsigned)b->address);
        else
            dialogue_print("%s %08x %u", breakpoint_names[b->kind], (unsigned)b->address, b->bytes);
    if (!i)
        dialogue_print("no breakpoints");
    return 0;
}

/* Parses an optional kind and an address. Returns 0, or -1 after a message. */
static int debug_command_parse_place(struct arguments *arguments, enum breakpoint_kind *kind,
                                     uint64_t *address)
{
    struct arguments ahead = *arguments;
    struct word word = argument_next(&ahead);
    *kind = BREAK_SOFT;
    for (unsigned k = 0; k < BREAK_KINDS; k++)
        if (argument_is(word, breakpoint_names[k])) {
            *kind = (enum breakpoint_kind)k;
            *arguments = ahead;
        }
    return command_argument_number(arguments, "address", UINT32_MAX, address);
}

static int debug_command_break(struct arguments *arguments)
{
    enum breakpoint_kind kind;
    uint64_t address, bytes = 1;
    struct arguments ahead = *arguments;
    if (!argument_next(&ahead).length)
        return debug_command_list();
    if (debug_command_parse_place(arguments, &kind, &address))
        return -1;
    if (kind == BREAK_WRITE || kind == BREAK_ACCESS) {
        bytes = 4;
        ahead = *arguments;
        if (argument_next(&ahead).length && command_argument_number(arguments, "length", 4, &bytes))
            return -1;
    }
    if (arguments_end(arguments) || breakpoint_set(kind, (uint32_t)address, (unsigned)bytes))
        return -1;
    dialogue_print("%s %08x", breakpoint_names[kind], (unsigned)address);
    return 0;
}

static int debug_command_clear(struct arguments *arguments)
{
    enum breakpoint_kind kind;
    uint64_t address;
    struct arguments ahead = *arguments;
    if (argument_is(argument_next(&ahead), "all")) {
        if (arguments_end(&ahead))
            return -1;
        breakpoints_clear_all();
        return debug_command_list();
    }
    if (debug_command_parse_place(arguments, &kind, &address) || arguments_end(arguments))
        return -1;
    if (breakpoint_clear(kind, (uint32_t)address))
        return dialogue_refuse("clear: no breakpoint '%s %x'; 'break' lists them",
                               breakpoint_names[kind], (unsigned)address);
    return debug_command_list();
}

/* Returns 0, or -1 after a message if no benchmark is stopped. */
static int debug_command_needs_stop(const struct arguments *arguments)
{
    if (stop_now())
        return 0;
    return dialogue_refuse(
        "%s: no benchmark is stopped; 'debug count data_read thesis/hello' stops one",
        arguments->command);
}

static int debug_command_regs(struct arguments *arguments)
{
    if (debug_command_needs_stop(arguments))
        return -1;
    struct word name = argument_next(arguments);
    if (!name.length) {
        stopped_registers_print(stop_now());
        return 0;
    }
    if (argument_is(name, "x87")) {
        if (arguments_end(arguments))
            return -1;
        stopped_registers_print_x87(stop_now());
        return 0;
    }
    struct word value = argument_next(arguments);
    if (arguments_end(arguments))
        return -1;
    return stopped_registers_set(stop_now(), name, value);
}

static int debug_command_end_stop(struct arguments *arguments, enum stop_end how)
{
    if (debug_command_needs_stop(arguments) || arguments_end(arguments))
        return -1;
    stop_until(how);
    return 0;
}

static int debug_command_go(struct arguments *arguments)
{
    return debug_command_end_stop(arguments, STOP_GO_ON);
}

/* `step`, or `step START END` for the instructions of a source line. */
static int debug_command_step(struct arguments *arguments)
{
    struct arguments ahead = *arguments;
    uint64_t start, end;
    if (!argument_next(&ahead).length)
        return debug_command_end_stop(arguments, STOP_STEP);
    if (debug_command_needs_stop(arguments) ||
        command_argument_number(arguments, "start", UINT32_MAX, &start) ||
        command_argument_number(arguments, "end", UINT32_MAX, &end) || arguments_end(arguments))
        return -1;
    stop_step_range((uint32_t)start, (uint32_t)end);
    return 0;
}

static int debug_command_kill(struct arguments *arguments)
{
    return debug_command_end_stop(arguments, STOP_KILL);
}

#define KIND "[soft|hard|write|access] "

static const struct monitor_command commands[] = {
    {"debug", "[regs] COMMAND", "measure; stop at the start and at breakpoints",
     "debug count data_read thesis/hello", debug_command_debug},
    {"break", KIND "ADDRESS [LENGTH]", "set a breakpoint for 'debug', or list breakpoints",
     "break write 8000 4", debug_command_break},
    {"clear", KIND "ADDRESS | all", "remove a breakpoint, or all", "clear all",
     debug_command_clear},
    {"regs", "[x87 | NAME VALUE]", "print or set registers of the stopped benchmark", "regs eax 5",
     debug_command_regs},
    {"step", "[START END]", "execute one instruction, or all in a range of addresses", "step",
     debug_command_step},
    {"go", "", "continue the stopped benchmark", "go", debug_command_go},
    {"kill", "", "end the run of the stopped benchmark", "kill", debug_command_kill},
};

const struct command_group debug_commands = {
    "Stopping a benchmark", commands, sizeof commands / sizeof commands[0], .measures = false};
