/*
 * SPDX-License-Identifier: MIT
 * Runs under gdb. A process, for gdb, is one measuring command (`debug` in the monitor); it exits
 * when the prompt returns.
 */
#include "host/machines/monitor/gdb_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define KERNELS_OWN    "the kernel's code"  /* kernel/monitor/breakpoints.c */
#define STOPPED_PROMPT "bareprobe [stopped" /* kernel/monitor/README.md */

/* Signals as gdb numbers them (include/gdb/signals.def). */
enum { GDB_INT = 2, GDB_ILL = 4, GDB_TRAP = 5, GDB_FPE = 8, GDB_SEGV = 11, GDB_ALRM = 14 };

static const struct {
    const char *words;
    int signal;
} reasons[] = {
    {"a breakpoint", GDB_TRAP},  {"a step", GDB_TRAP},      {"write", GDB_TRAP},
    {"access", GDB_TRAP},        {"Ctrl-C", GDB_INT},       {"the watchdog", GDB_ALRM},
    {"invalid opcode", GDB_ILL}, {"divide error", GDB_FPE}, {"floating-point error", GDB_FPE},
    {"debug", GDB_TRAP},         {"breakpoint", GDB_TRAP},
};

static void gdb_run_send_output(struct gdb *gdb, const char *text)
{
    char hex[2 * 1000 + 1], *packet;
    for (size_t left = strlen(text), n; left; left -= n, text += n) {
        n = left < 1000 ? left : 1000;
        gdb_line_hex(hex, text, n);
        packet = allocate_text("O%s", hex);
        gdb_line_send(gdb->line, packet);
        free(packet);
    }
}

/* Sends a line to gdb's console, or stores it until gdb accepts output. */
static void gdb_run_print(struct gdb *gdb, const char *line)
{
    char *longer = allocate_text("%s%s\n", gdb->printed ? gdb->printed : "", line);
    free(gdb->printed);
    gdb->printed = longer;
    if (!gdb->accepts_output)
        return;
    gdb_run_send_output(gdb, gdb->printed);
    free(gdb->printed);
    gdb->printed = NULL;
}

/* Prints each line except the last, which may be the reason of the stop. */
static void gdb_run_on_text(void *context, const struct wire_record *record)
{
    struct gdb *gdb = context;
    struct text text = wire_line_text(record, "text");
    if (!text_is(record->kind, "text"))
        return;
    if (gdb->last)
        gdb_run_print(gdb, gdb->last);
    free(gdb->last);
    gdb->last = allocate_text("%.*s", (int)text.length, text.start ? text.start : "");
}

static int gdb_run_signal(const char *why)
{
    for (unsigned i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (!strncmp(why, reasons[i].words, strlen(reasons[i].words)))
            return reasons[i].signal;
    return GDB_SEGV;
}

/* gdb needs the kind of the breakpoint to recognize the stop as its own. */
static const char *gdb_run_breakpoint_kind(struct gdb *gdb, unsigned address)
{
    char soft[24], hard[24], *text;
    const char *kind = "";
    snprintf(soft, sizeof soft, "soft %08x\n", address);
    snprintf(hard, sizeof hard, "hard %08x\n", address);
    if (gdb_session_ask(gdb, "break", &text) == EXCHANGE_OK)
        kind = strstr(text, soft) ? "swbreak:;" : strstr(text, hard) ? "hwbreak:;" : "";
    free(text);
    return kind;
}

/* Parses "stopped by WHY at ADDRESS", or "stopped by write of ADDRESS at ADDRESS". */
static void gdb_run_parse_stop(struct gdb *gdb)
{
    static const char mark[] = "stopped by ";
    const char *why =
        gdb->last && !strncmp(gdb->last, mark, sizeof mark - 1) ? gdb->last + sizeof mark - 1 : "";
    int signal = gdb_run_signal(why);
    unsigned address = 0;
    char detail[40] = "";
    if (sscanf(why, "a breakpoint at %x", &address) == 1)
        snprintf(detail, sizeof detail, "%s", gdb_run_breakpoint_kind(gdb, address));
    else if (sscanf(why, "write of %x", &address) == 1)
        snprintf(detail, sizeof detail, "watch:%x;", address);
    else if (sscanf(why, "access of %x", &address) == 1)
        snprintf(detail, sizeof detail, "awatch:%x;", address);
    else if (signal != GDB_TRAP)
        gdb_run_print(gdb, gdb->last ? gdb->last : "stopped");
    snprintf(gdb->stopped, sizeof gdb->stopped, "T%02x%sthread:1;", signal, detail);
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
    if (!gdb->is_stopped)
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
    char *line = allocate_text("debug %s", gdb->run);
    gdb->accepts_output = false; /* gdb accepts only a stop reply to this packet */
    gdb_run_execute(gdb, line);
    free(line);
    return 0;
}

void gdb_run_continue(struct gdb *gdb, const char *how)
{
    gdb->accepts_output = strcmp(how, "kill") != 0;
    if (gdb->accepts_output && gdb->printed) {
        gdb_run_send_output(gdb, gdb->printed);
        free(gdb->printed);
        gdb->printed = NULL;
    }
    gdb_run_execute(gdb, how);
    gdb->accepts_output = false;
}

/* Sets or clears one breakpoint of up to 4 bytes. */
static enum exchange_status gdb_run_change_breakpoint(struct gdb *gdb, bool set, const char *kind,
                                                      uint32_t address, unsigned bytes)
{
    char line[64], *text;
    if (set && bytes)
        snprintf(line, sizeof line, "break %s %x %u", kind, (unsigned)address, bytes);
    else
        snprintf(line, sizeof line, "%s %s %x", set ? "break" : "clear", kind, (unsigned)address);
    enum exchange_status done = gdb_session_ask(gdb, line, &text);
    if (set && done == EXCHANGE_REFUSED && strstr(text, KERNELS_OWN)) {
        if (!gdb->kernel_code_reported)
            message_print("%.*s; the breakpoint is never reached", (int)strcspn(text, "\n"), text);
        gdb->kernel_code_reported = true;
        done = EXCHANGE_OK;
    } else if (set && done == EXCHANGE_REFUSED) {
        message_print("%.*s", (int)strcspn(text, "\n"), text);
    }
    free(text);
    return set || done == EXCHANGE_LOST ? done : EXCHANGE_OK;
}

const char *gdb_run_breakpoint(struct gdb *gdb, bool set, char kind, uint32_t address,
                               uint32_t bytes)
{
    static const char *const kinds[] = {"soft", "hard", "write", NULL, "access"};
    const char *word = kind >= '0' && kind <= '4' ? kinds[kind - '0'] : NULL;
    enum exchange_status done = EXCHANGE_OK;
    if (!word)
        return ""; /* gdb then uses an access watchpoint instead of a read one */
    if (kind < '2')
        return gdb_run_change_breakpoint(gdb, set, word, address, 0) == EXCHANGE_OK ? "OK" : "E01";
    while (bytes && done == EXCHANGE_OK) { /* one debug register per aligned part */
        unsigned most = address % 4 == 0 ? 4 : address % 2 == 0 ? 2 : 1;
        unsigned n = bytes >= most ? most : bytes >= 2 ? 2 : 1;
        done = gdb_run_change_breakpoint(gdb, set, word, address, n);
        address += n;
        bytes -= n;
    }
    return done == EXCHANGE_OK ? "OK" : "E01";
}
