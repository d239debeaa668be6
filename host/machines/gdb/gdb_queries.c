/*
 * SPDX-License-Identifier: MIT
 * Answers gdb's queries about the target: features, registers, threads; and passes `monitor` lines
 * on.
 */
#include "host/machines/gdb/gdb_queries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/machines/gdb/gdb_breakpoints.h"
#include "host/machines/gdb/gdb_state.h"
#include "host/machines/monitor/monitor_lines.h"
#include "tools/elf32_base.h"

#define FEATURES                                                                                   \
    "PacketSize=%x;QStartNoAckMode+;qXfer:features:read+;swbreak+;hwbreak+;vContSupported+"

static void gdb_query_description(struct gdb *gdb, const char *packet)
{
    unsigned offset, length;
    if (sscanf(packet, "qXfer:features:read:target.xml:%x,%x", &offset, &length) != 2) {
        gdb_line_send(gdb->line, "E00");
        return;
    }
    char *text = gdb_state_description();
    size_t size = strlen(text), from = offset < size ? offset : size;
    size_t n = size - from < length ? size - from : length;
    if (n > GDB_PACKET_BYTES / 2)
        n = GDB_PACKET_BYTES / 2;
    gdb_session_send_and_free(
        gdb, allocate_text("%c%.*s", from + n < size ? 'm' : 'l', (int)n, text + from));
    free(text);
}

static bool gdb_query_begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

/* Commands that start or end a stop must be given as gdb's own commands. */
static const char *gdb_query_own_command(const char *line)
{
    static const char *const words[][2] = {
        {"go", "continue"}, {"step", "stepi"},  {"kill", "kill"},     {"debug", "run"},
        {"bye", "quit"},    {"reboot", "quit"}, {"poweroff", "quit"},
    };
    size_t length = strcspn(line, " ");
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (length == strlen(words[i][0]) && !strncasecmp(line, words[i][0], length))
            return words[i][1];
    return NULL;
}

/* A command that ends only by a key: gdb sends no Ctrl-C during `monitor`. */
static bool gdb_query_is_endless(const char *line)
{
    return (gdb_query_begins(line, "watch ") || gdb_query_begins(line, "log ")) &&
           !strstr(line, " for ");
}

/* Receives what a command prints: sends it to gdb at once. */
static ssize_t gdb_query_write(void *gdb, const char *text, size_t length)
{
    gdb_session_print(gdb, text, length);
    return (ssize_t)length;
}

/* Ctrl-C, another packet, or the end of the connection ends the command. */
static bool gdb_query_wants_stop(void *context)
{
    struct gdb *gdb = context;
    const bool stops =
        gdb_line_interrupted(gdb->line) || (gdb_line_pending(gdb->line) && !gdb->asked_to_stop);
    gdb->asked_to_stop |= stops;
    return stops;
}

/* Executes a line of `monitor`; its output, including that of host commands, goes to stdout. */
static void gdb_query_run_line(struct gdb *gdb, const char *line)
{
    struct monitor_exchange *exchange = &gdb->session->exchange;
    const char *instead = gdb_query_own_command(line);
    if (instead) {
        printf("%s: use gdb's command '%s'\n", line, instead);
        return;
    }
    if (gdb_query_is_endless(line)) {
        printf("%s: gdb passes no Ctrl-C on during 'monitor': add an end, as in 'for 5s'\n", line);
        return;
    }
    gdb_breakpoints_flush(gdb);
    gdb_session_forget(gdb);
    exchange->wants_stop = gdb_query_wants_stop;
    exchange->wants_stop_of = gdb;
    gdb->asked_to_stop = false;
    if (monitor_line_run(gdb->session, line) == EXCHANGE_LOST)
        gdb->lost = true;
    exchange->wants_stop = NULL;
}

static void gdb_query_monitor_line(struct gdb *gdb, const char *hex)
{
    char line[GDB_PACKET_BYTES] = "";
    line[gdb_line_unhex(hex, (uint8_t *)line, sizeof line - 1)] = 0;
    FILE *saved = stdout;
    stdout = fopencookie(gdb, "w", (cookie_io_functions_t){.write = gdb_query_write});
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    gdb_query_run_line(gdb, line);
    fclose(stdout);
    stdout = saved;
    gdb_line_send(gdb->line, gdb->lost ? "E01" : "OK");
}

/* A position-independent program is not at the addresses of its file. */
static void gdb_query_offsets(struct gdb *gdb)
{
    struct elf32 elf;
    char error[200];
    if (elf32_load(&elf, gdb->program, error, sizeof error)) {
        gdb_line_send(gdb->line, ""); /* a file without symbols has no use for an offset */
        return;
    }
    const unsigned base = elf32_base(&elf);
    gdb_session_send_and_free(gdb, allocate_text("Text=%x;Data=%x;Bss=%x", base, base, base));
    elf32_free(&elf);
}

void gdb_query_answer(struct gdb *gdb, const char *packet)
{
    if (gdb_query_begins(packet, "qSupported"))
        gdb_session_send_and_free(gdb, allocate_text(FEATURES, gdb_session_packet_bytes(gdb)));
    else if (gdb_query_begins(packet, "qXfer:features:read:"))
        gdb_query_description(gdb, packet);
    else if (gdb_query_begins(packet, "qRcmd,"))
        gdb_query_monitor_line(gdb, packet + strlen("qRcmd,"));
    else if (gdb_query_begins(packet, "qAttached"))
        gdb_line_send(gdb->line, "0"); /* so that quitting gdb ends the run */
    else if (gdb_query_begins(packet, "qfThreadInfo"))
        gdb_line_send(gdb->line, gdb->is_stopped ? "m1" : "l");
    else if (gdb_query_begins(packet, "qsThreadInfo"))
        gdb_line_send(gdb->line, "l");
    else if (!strcmp(packet, "qC"))
        gdb_line_send(gdb->line, gdb->is_stopped ? "QC1" : "");
    else if (!strcmp(packet, "qOffsets") && gdb->program)
        gdb_query_offsets(gdb);
    else if (gdb_query_begins(packet, "qSymbol"))
        gdb_line_send(gdb->line, "OK");
    else
        gdb_line_send(gdb->line, "");
}
