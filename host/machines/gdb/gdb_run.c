/*
 * SPDX-License-Identifier: MIT
 * Runs under gdb. A process, for gdb, is one measuring command (`debug` in the monitor); it exits
 * when the prompt returns.
 */
#include "host/machines/gdb/gdb_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/machines/gdb/gdb_breakpoints.h"
#include "host/machines/gdb/gdb_signals.h"
#include "host/machines/gdb/gdb_state.h"

#define STOPPED_PROMPT "bareprobe [stopped" /* kernel/monitor/README.md */
#define REGISTERS      "regs="              /* kernel/monitor/stopped_registers.h */

/* Sends a line to gdb's console, or stores it until gdb accepts output. */
static void gdb_run_print(struct gdb *gdb, const char *line)
{
    char *longer = allocate_text("%s%s\n", gdb->printed ? gdb->printed : "", line);
    free(gdb->printed);
    gdb->printed = longer;
    if (!gdb->accepts_output)
        return;
    gdb_session_print(gdb, gdb->printed, strlen(gdb->printed));
    free(gdb->printed);
    gdb->printed = NULL;
}

/* Notes how a program ended, as kernel/monitor/program_command.c prints it after its output. */
static void gdb_run_note_end(struct gdb *gdb, const char *line)
{
    unsigned number;
    char name[20];
    if (sscanf(line, "the program ended with exit status %u", &number) == 1)
        snprintf(gdb->ended, sizeof gdb->ended, "W%02x", number & 0xFF);
    else if (sscanf(line, "the program ended by signal %u (%19[A-Z0-9])", &number, name) == 2)
        snprintf(gdb->ended, sizeof gdb->ended, "X%02x", (unsigned)gdb_signal_named(name));
}

/* Prints each line except the last, which may be the reason of the stop. */
static void gdb_run_on_text(void *context, const struct wire_record *record)
{
    struct gdb *gdb = context;
    struct text text = wire_line_text(record, "text");
    if (!text_is(record->kind, "text"))
        return;
    if (text.length == sizeof REGISTERS - 1 + GDB_CORE_DIGITS &&
        !strncmp(text.start, REGISTERS, sizeof REGISTERS - 1)) {
        memcpy(gdb->registers, text.start + sizeof REGISTERS - 1, GDB_CORE_DIGITS);
        return;
    }
    if (gdb->last)
        gdb_run_print(gdb, gdb->last);
    free(gdb->last);
    gdb->last = allocate_text("%.*s", (int)text.length, text.start ? text.start : "");
    gdb_run_note_end(gdb, gdb->last);
}

/* Parses "stopped by WHY at ADDRESS", or "stopped by write of ADDRESS at ADDRESS". */
static void gdb_run_parse_stop(struct gdb *gdb)
{
    static const char mark[] = "stopped by ";
    const char *why =
        gdb->last && !strncmp(gdb->last, mark, sizeof mark - 1) ? gdb->last + sizeof mark - 1 : "";
    int signal = gdb_signal_of_stop(why);
    unsigned address = 0;
    char detail[40] = "";
    if (sscanf(why, "a breakpoint at %x", &address) == 1)
        snprintf(detail, sizeof detail, "%s", gdb_breakpoint_kind(gdb, address));
    else if (sscanf(why, "write of %x", &address) == 1)
        snprintf(detail, sizeof detail, "watch:%x;", address);
    else if (sscanf(why, "access of %x", &address) == 1)
        snprintf(detail, sizeof detail, "awatch:%x;", address);
    else if (signal != GDB_SIGNAL_TRAP)
        gdb_run_print(gdb, gdb->last ? gdb->last : "stopped");
    char *registers = gdb_state_stop_registers(gdb);
    snprintf(gdb->stopped, sizeof gdb->stopped, "T%02x%s%sthread:1;", signal, registers, detail);
    free(registers);
}

static void gdb_run_finish(struct gdb *gdb, enum exchange_status done)
{
    struct monitor_exchange *exchange = &gdb->session->exchange;
    gdb->is_stopped =
        done != EXCHANGE_LOST && !strncmp(exchange->prompt, STOPPED_PROMPT, strlen(STOPPED_PROMPT));
    if (gdb->is_stopped)
        gdb_run_parse_stop(gdb);
    else if (gdb->last)
        gdb_run_print(gdb, gdb->last);
    free(gdb->last);
    gdb->last = NULL;
    if (done == EXCHANGE_LOST) {
        message_print("%s no longer answers", target_name(exchange->target));
        gdb->lost = true;
    }
    if (gdb->is_stopped)
        return;
    if (gdb->ended[0] && !gdb->lost)
        snprintf(gdb->stopped, sizeof gdb->stopped, "%s", gdb->ended);
    else
        snprintf(gdb->stopped, sizeof gdb->stopped, gdb->lost ? "X06" : "W%02x",
                 done == EXCHANGE_OK ? 0 : 1);
}

static bool gdb_run_wants_stop(void *context)
{
    return gdb_line_interrupted(context);
}

/* Executes a line; Ctrl-C from gdb is passed on in the meantime. */
static void gdb_run_execute(struct gdb *gdb, const char *line)
{
    struct monitor_exchange *exchange = &gdb->session->exchange;
    gdb_session_forget(gdb);
    exchange->wants_stop = gdb_run_wants_stop;
    exchange->wants_stop_of = gdb->line;
    gdb_run_finish(gdb,
                   exchange_ask(exchange, line, &(struct exchange_answer){gdb_run_on_text, gdb}));
    exchange->wants_stop = NULL;
}

int gdb_run_begin(struct gdb *gdb)
{
    if (!gdb->run)
        return -1;
    gdb_breakpoints_flush(gdb);
    gdb->ended[0] = 0;
    char *line = allocate_text("debug regs %s", gdb->run);
    gdb->accepts_output = false; /* gdb accepts only a stop reply to this packet */
    gdb_run_execute(gdb, line);
    free(line);
    return 0;
}

void gdb_run_continue(struct gdb *gdb, const char *how)
{
    gdb_breakpoints_flush(gdb);
    gdb->accepts_output = strcmp(how, "kill") != 0;
    if (gdb->accepts_output && gdb->printed) {
        gdb_session_print(gdb, gdb->printed, strlen(gdb->printed));
        free(gdb->printed);
        gdb->printed = NULL;
    }
    gdb_run_execute(gdb, how);
    gdb->accepts_output = false;
}

void gdb_run_print_rest(struct gdb *gdb)
{
    if (gdb->printed)
        fputs(gdb->printed, stderr);
    free(gdb->printed);
    gdb->printed = NULL;
}

void gdb_run_release(struct gdb *gdb)
{
    gdb_breakpoints_clear(gdb);
    while (gdb->is_stopped && !gdb->lost)
        gdb_run_execute(gdb, "go");
    gdb_run_print_rest(gdb);
}
