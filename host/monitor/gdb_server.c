/*
 * SPDX-License-Identifier: MIT
 * A gdb server with one thread, whose process begins and ends with a monitor command.
 */
#include "host/monitor/gdb_server.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"

enum exchanged gdb_ask(struct gdb *gdb, const char *line, char **text)
{
    enum exchanged done = exchange_ask_text(&gdb->session->exchange, line, text);
    gdb->lost |= done == EXCHANGE_LOST;
    return done;
}

void gdb_send_and_free(struct gdb *gdb, char *text)
{
    gdb_send(gdb->line, text);
    free(text);
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* The first word may be the name of a command; otherwise it is the name of a benchmark. */
static char *command_of(struct gdb *gdb, const char *words)
{
    char *names, *name = memory_print("\n%.*s\n", (int)strcspn(words, " "), words);
    gdb_ask(gdb, "names commands", &names);
    char *all = memory_print("\n%s", names);
    bool known = strstr(all, name) != NULL;
    char *line = memory_print("%s%s", known ? "" : "regions ", words);
    free(all);
    free(name);
    free(names);
    return line;
}

static bool is_plain(const char *words)
{
    for (const char *c = words; *c; c++)
        if (*c == '"' || !isprint((unsigned char)*c))
            return false;
    return strlen(words) < EXCHANGE_MOST_LINE - 20;
}

static void run(struct gdb *gdb, const char *words)
{
    if (*words && is_plain(words)) {
        free(gdb->run);
        gdb->run = command_of(gdb, words);
    }
    if (gdb->is_stopped)
        gdb_go_on(gdb, "kill");
    if (gdb_begin(gdb))
        say("run: name a benchmark, as in 'run thesis/hello' or 'run count data_read "
            "thesis/hello'");
    if (!gdb->is_stopped && gdb->printed) /* the reason: gdb learns only that the run failed */
        fputs(gdb->printed, stderr);
    gdb_send(gdb->line, gdb->is_stopped ? gdb->stopped : "E01");
}

/* Parses `vRun;FILE;WORD;WORD`, all in hexadecimal. FILE is always the image. */
static void take_run(struct gdb *gdb, const char *packet)
{
    char words[GDB_PACKET_BYTES] = "";
    size_t length = 0;
    const char *word = strchr(packet, ';');
    while (word && (word = strchr(word + 1, ';'))) {
        if (length)
            words[length++] = ' ';
        length += gdb_unhex(word + 1, (uint8_t *)words + length, sizeof words - length - 2);
        words[length] = 0;
    }
    run(gdb, words);
}

static void go_on(struct gdb *gdb, const char *how)
{
    if (gdb->is_stopped)
        gdb_go_on(gdb, how);
    gdb_send(gdb->line, gdb->stopped);
}

/* Parses `vCont;s:1;c`: the first action applies to the only thread. */
static void take_continue(struct gdb *gdb, const char *packet)
{
    char action = packet[0] == 'v' ? packet[6] : packet[0];
    const char *address = packet[0] == 'c' || packet[0] == 's' ? packet + 1 : "";
    if (*address) {
        char *line = memory_print("regs eip %s", address), *text;
        gdb_ask(gdb, line, &text);
        free(line);
        free(text);
    }
    go_on(gdb, action == 's' || action == 'S' ? "step" : "go");
}

static void end_run(struct gdb *gdb)
{
    char *text;
    if (gdb->is_stopped)
        gdb_go_on(gdb, "kill");
    if (!gdb->lost)
        gdb_ask(gdb, "clear all", &text), free(text);
}

/* Detaching lets the run continue to its end without a stop. */
static void detach(struct gdb *gdb)
{
    char *text;
    if (!gdb->lost)
        gdb_ask(gdb, "clear all", &text), free(text);
    while (gdb->is_stopped && !gdb->lost)
        gdb_go_on(gdb, "go");
    gdb_send(gdb->line, "OK");
}

static bool begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

/* ---- packets --------------------------------------------------------------------------------- */

static void access_memory(struct gdb *gdb, const char *packet, size_t size)
{
    unsigned address, length;
    uint8_t bytes[GDB_PACKET_BYTES];
    const char *data = strchr(packet, ':');
    if (sscanf(packet + 1, "%x,%x", &address, &length) != 2) {
        gdb_send(gdb->line, "E01");
        return;
    }
    if (packet[0] == 'm') {
        gdb_send_and_free(gdb, gdb_read_memory(gdb, address, length));
        return;
    }
    size_t there = data ? size - (size_t)(data + 1 - packet) : 0;
    if (packet[0] == 'M')
        there = data ? gdb_unhex(data + 1, bytes, sizeof bytes) : 0;
    else if (data)
        memcpy(bytes, data + 1, there);
    if (there < length)
        gdb_send(gdb->line, "E01");
    else
        gdb_send_and_free(gdb, gdb_write_memory(gdb, address, bytes, length));
}

static void access_register(struct gdb *gdb, const char *packet)
{
    unsigned number = (unsigned)strtoul(packet + 1, NULL, 16);
    const char *value = strchr(packet, '=');
    if (packet[0] == 'g')
        gdb_send_and_free(gdb, gdb_read_registers(gdb));
    else if (packet[0] == 'G')
        gdb_send_and_free(gdb, gdb_write_registers(gdb, packet + 1));
    else if (packet[0] == 'p')
        gdb_send_and_free(gdb, gdb_read_register(gdb, number));
    else
        gdb_send_and_free(gdb,
                          value ? gdb_write_register(gdb, number, value + 1) : memory_text("E01"));
}

static void set_breakpoint(struct gdb *gdb, const char *packet)
{
    unsigned address, bytes;
    char kind;
    if (sscanf(packet + 1, "%c,%x,%x", &kind, &address, &bytes) != 3)
        gdb_send(gdb->line, "E01");
    else
        gdb_send(gdb->line, gdb_breakpoint(gdb, packet[0] == 'Z', kind, address, bytes));
}

/* Packets with a name: QStartNoAckMode, vRun and others. */
static void take_named(struct gdb *gdb, const char *packet)
{
    if (!strcmp(packet, "QStartNoAckMode")) {
        gdb_send(gdb->line, "OK");
        gdb->line->no_acks = true;
    } else if (!strcmp(packet, "vCont?")) {
        gdb_send(gdb->line, "vCont;c;C;s;S");
    } else if (begins(packet, "vCont;")) {
        take_continue(gdb, packet);
    } else if (begins(packet, "vRun")) {
        take_run(gdb, packet);
    } else if (begins(packet, "vKill")) {
        end_run(gdb);
        gdb_send(gdb->line, "OK");
    } else {
        gdb_send(gdb->line, "");
    }
}

/* Handles one packet; returns whether gdb will send more. */
static bool take(struct gdb *gdb, const char *packet, size_t size)
{
    switch (packet[0]) {
    case '?':
        gdb_send(gdb->line, gdb->stopped);
        return true;
    case '!':
        gdb->extended = true;
        gdb_send(gdb->line, "OK");
        return true;
    case 'q':
        gdb_answer_question(gdb, packet);
        return true;
    case 'Q':
    case 'v':
        take_named(gdb, packet);
        return true;
    case 'g':
    case 'G':
    case 'p':
    case 'P':
        access_register(gdb, packet);
        return true;
    case 'm':
    case 'M':
    case 'X':
        access_memory(gdb, packet, size);
        return true;
    case 'Z':
    case 'z':
        set_breakpoint(gdb, packet);
        return true;
    case 'c':
    case 'C':
    case 's':
    case 'S':
        take_continue(gdb, packet);
        return true;
    case 'H':
    case 'T':
        gdb_send(gdb->line, "OK");
        return true;
    case 'R':
        run(gdb, "");
        return true;
    case 'k':
        end_run(gdb);
        return gdb->extended;
    case 'D':
        detach(gdb);
        return gdb->extended;
    default:
        gdb_send(gdb->line, "");
        return true;
    }
}

/* Executes all commands except the last, which becomes the run. */
static enum exchanged do_first(struct gdb *gdb, const char *commands)
{
    char *copy = memory_text(commands), *rest = copy, *line;
    enum exchanged done = EXCHANGE_OK;
    while (done == EXCHANGE_OK && (line = strsep(&rest, ";\n"))) {
        line += strspn(line, " \t");
        if (rest) {
            done = session_line(gdb->session, line);
        } else if (*line) {
            gdb->run = command_of(gdb, line);
            gdb_begin(gdb);
        }
    }
    free(copy);
    return done;
}

int gdb_serve(struct monitor_session *session, struct gdb_line *line, const char *commands)
{
    struct gdb gdb = {.session = session, .line = line, .stopped = "W00"};
    char packet[GDB_PACKET_BYTES + 1];
    enum exchanged done = commands ? do_first(&gdb, commands) : EXCHANGE_OK;
    int size;
    while (done == EXCHANGE_OK && !gdb.lost && (size = gdb_receive(line, packet)) >= 0)
        if (!take(&gdb, packet, (size_t)size))
            break;
    if (!gdb.lost)
        end_run(&gdb);
    free(gdb.run);
    free(gdb.printed);
    return gdb.lost || done == EXCHANGE_LOST ? EXIT_TARGET
           : done == EXCHANGE_REFUSED        ? EXIT_REGRESSION
                                             : EXIT_FINE;
}
