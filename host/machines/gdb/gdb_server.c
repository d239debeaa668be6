/*
 * SPDX-License-Identifier: MIT
 * A gdb server with one thread, whose process begins and ends with a monitor command.
 */
#include "host/machines/gdb/gdb_server.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/machines/gdb/gdb_breakpoints.h"
#include "host/machines/gdb/gdb_memory.h"
#include "host/machines/gdb/gdb_queries.h"
#include "host/machines/gdb/gdb_run.h"
#include "host/machines/gdb/gdb_state.h"
#include "host/machines/monitor/monitor_lines.h"

/* ---- runs ------------------------------------------------------------------------------------ */

/* The first word may be the name of a command; otherwise it is the name of a benchmark. Returns
 * NULL after a message if the words seem to be arguments of the program of --program. */
static char *gdb_server_command(struct gdb *gdb, const char *words)
{
    char *names, *name = allocate_text("\n%.*s\n", (int)strcspn(words, " "), words);
    gdb_session_ask(gdb, "names commands", &names);
    char *all = allocate_text("\n%s", names);
    bool known = strstr(all, name) != NULL;
    const bool names_bench = memchr(words, '/', strcspn(words, " "));
    char *line = known || names_bench || !gdb->program
                     ? allocate_text("%s%s", known ? "" : "regions ", words)
                     : NULL;
    if (!line)
        message_print(
            "run: the program has its arguments by --args; 'run' starts it, 'run count EVENTS "
            "program' counts too");
    free(all);
    free(name);
    free(names);
    return line;
}

static bool gdb_server_is_plain(const char *words)
{
    for (const char *c = words; *c; c++)
        if (*c == '"' || !isprint((unsigned char)*c))
            return false;
    return strlen(words) < EXCHANGE_MOST_LINE - 20;
}

static void gdb_server_run(struct gdb *gdb, const char *words)
{
    if (*words && gdb_server_is_plain(words)) {
        char *line = gdb_server_command(gdb, words);
        if (!line) {
            gdb_line_send(gdb->line, "E01");
            return;
        }
        free(gdb->run);
        gdb->run = line;
    }
    if (gdb->is_stopped)
        gdb_run_continue(gdb, "kill");
    if (gdb_run_begin(gdb))
        message_print(
            "run: name a benchmark, as in 'run thesis/hello' or 'run count data_read "
            "thesis/hello'");
    if (!gdb->is_stopped) /* the reason: gdb learns only that the run failed */
        gdb_run_print_rest(gdb);
    gdb_line_send(gdb->line, gdb->is_stopped ? gdb->stopped : "E01");
}

/* Parses `vRun;FILE;WORD;WORD`, all in hexadecimal. FILE is always the image. */
static void gdb_server_parse_run(struct gdb *gdb, const char *packet)
{
    char words[GDB_PACKET_BYTES] = "";
    size_t length = 0;
    const char *word = strchr(packet, ';');
    while (word && (word = strchr(word + 1, ';'))) {
        if (length)
            words[length++] = ' ';
        length += gdb_line_unhex(word + 1, (uint8_t *)words + length, sizeof words - length - 2);
        words[length] = 0;
    }
    gdb_server_run(gdb, words);
}

static void gdb_server_continue(struct gdb *gdb, const char *how)
{
    if (gdb->is_stopped)
        gdb_run_continue(gdb, how);
    gdb_line_send(gdb->line, gdb->stopped);
}

/*
 * Parses `vCont;s:1;c`: the first action applies to the only thread. `rSTART,END` steps while EIP
 * is in that range.
 */
static void gdb_server_parse_continue(struct gdb *gdb, const char *packet)
{
    char action = packet[0] == 'v' ? packet[6] : packet[0], how[40] = "go";
    unsigned start, end;
    const char *address = packet[0] == 'c' || packet[0] == 's' ? packet + 1 : "";
    if (*address) {
        char *line = allocate_text("regs eip %s", address), *text;
        gdb_session_forget(gdb);
        gdb_session_ask(gdb, line, &text);
        free(line);
        free(text);
    }
    if (action == 's' || action == 'S')
        snprintf(how, sizeof how, "step");
    else if (action == 'r' && sscanf(packet + 7, "%x,%x", &start, &end) == 2)
        snprintf(how, sizeof how, "step %x %x", start, end);
    gdb_server_continue(gdb, how);
}

static void gdb_server_end_run(struct gdb *gdb)
{
    if (gdb->is_stopped)
        gdb_run_continue(gdb, "kill");
    gdb_breakpoints_clear(gdb);
}

/* Detaching lets the run continue to its end without a stop. gdb accepts no output meanwhile. */
static void gdb_server_detach(struct gdb *gdb)
{
    gdb_run_release(gdb);
    gdb_line_send(gdb->line, gdb->lost ? "E01" : "OK");
}

static bool gdb_server_begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

/* ---- packets --------------------------------------------------------------------------------- */

static void gdb_server_access_memory(struct gdb *gdb, const char *packet, size_t size)
{
    unsigned address, length;
    uint8_t bytes[GDB_PACKET_BYTES];
    const char *data = strchr(packet, ':');
    if (sscanf(packet + 1, "%x,%x", &address, &length) != 2) {
        gdb_line_send(gdb->line, "E01");
        return;
    }
    if (packet[0] == 'm') {
        gdb_session_send_and_free(gdb, gdb_memory_read(gdb, address, length));
        return;
    }
    size_t there = data ? size - (size_t)(data + 1 - packet) : 0;
    if (packet[0] == 'M')
        there = data ? gdb_line_unhex(data + 1, bytes, sizeof bytes) : 0;
    else if (data)
        memcpy(bytes, data + 1, there);
    if (there < length)
        gdb_line_send(gdb->line, "E01");
    else
        gdb_session_send_and_free(gdb, gdb_memory_write(gdb, address, bytes, length));
}

static void gdb_server_access_register(struct gdb *gdb, const char *packet)
{
    unsigned number = (unsigned)strtoul(packet + 1, NULL, 16);
    const char *value = strchr(packet, '=');
    if (packet[0] == 'g')
        gdb_session_send_and_free(gdb, gdb_state_read_registers(gdb));
    else if (packet[0] == 'G')
        gdb_session_send_and_free(gdb, gdb_state_write_registers(gdb, packet + 1));
    else if (packet[0] == 'p')
        gdb_session_send_and_free(gdb, gdb_state_read_register(gdb, number));
    else
        gdb_session_send_and_free(gdb, value ? gdb_state_write_register(gdb, number, value + 1)
                                             : allocate_copy("E01"));
}

static void gdb_server_set_breakpoint(struct gdb *gdb, const char *packet)
{
    unsigned address, bytes;
    char kind;
    if (sscanf(packet + 1, "%c,%x,%x", &kind, &address, &bytes) != 3)
        gdb_line_send(gdb->line, "E01");
    else
        gdb_line_send(gdb->line,
                      gdb_breakpoint_change(gdb, packet[0] == 'Z', kind, address, bytes));
}

/* Packets with a name: QStartNoAckMode, vRun and others. */
static void gdb_server_handle_named(struct gdb *gdb, const char *packet)
{
    if (!strcmp(packet, "QStartNoAckMode")) {
        gdb_line_send(gdb->line, "OK");
        gdb->line->no_acks = true;
    } else if (!strcmp(packet, "vCont?")) {
        gdb_line_send(gdb->line, "vCont;c;C;s;S;r");
    } else if (gdb_server_begins(packet, "vCont;")) {
        gdb_server_parse_continue(gdb, packet);
    } else if (gdb_server_begins(packet, "vRun")) {
        gdb_server_parse_run(gdb, packet);
    } else if (gdb_server_begins(packet, "vKill")) {
        gdb_server_end_run(gdb);
        gdb_line_send(gdb->line, "OK");
    } else {
        gdb_line_send(gdb->line, "");
    }
}

/* Handles one packet; returns whether gdb will send more. */
static bool gdb_server_handle_packet(struct gdb *gdb, const char *packet, size_t size)
{
    switch (packet[0]) {
    case '?':
        if (gdb->awaits_mode && !gdb->extended) /* `target remote` needs a process */
            gdb_run_begin(gdb);
        gdb->awaits_mode = false;
        gdb_line_send(gdb->line, gdb->stopped);
        return true;
    case '!':
        gdb->extended = true;
        gdb_line_send(gdb->line, "OK");
        return true;
    case 'q':
        gdb_query_answer(gdb, packet);
        return true;
    case 'Q':
    case 'v':
        gdb_server_handle_named(gdb, packet);
        return true;
    case 'g':
    case 'G':
    case 'p':
    case 'P':
        gdb_server_access_register(gdb, packet);
        return true;
    case 'm':
    case 'M':
    case 'X':
        gdb_server_access_memory(gdb, packet, size);
        return true;
    case 'Z':
    case 'z':
        gdb_server_set_breakpoint(gdb, packet);
        return true;
    case 'c':
    case 'C':
    case 's':
    case 'S':
        gdb_server_parse_continue(gdb, packet);
        return true;
    case 'H':
    case 'T':
        gdb_line_send(gdb->line, "OK");
        return true;
    case 'R':
        gdb_server_run(gdb, "");
        return true;
    case 'k':
        gdb_server_end_run(gdb);
        return gdb->extended;
    case 'D':
        gdb_server_detach(gdb);
        return gdb->extended;
    default:
        gdb_line_send(gdb->line, "");
        return true;
    }
}

/* Executes all commands except the last, which becomes the run. */
static enum exchange_status gdb_server_first_commands(struct gdb *gdb, const char *commands)
{
    char *copy = allocate_copy(commands), *rest = copy, *line;
    enum exchange_status done = EXCHANGE_OK;
    while (done == EXCHANGE_OK && (line = strsep(&rest, ";\n"))) {
        line += strspn(line, " \t");
        if (rest) {
            done = monitor_line_run(gdb->session, line);
        } else if (*line) {
            gdb->run = gdb_server_command(gdb, line);
            if (!gdb->run)
                done = EXCHANGE_REFUSED;
            else
                gdb_run_begin(gdb);
        }
    }
    free(copy);
    return done;
}

/* Executes -c. Without it, the program of --program is the first run, which has not begun. */
static enum exchange_status gdb_server_begin(struct gdb *gdb, const char *commands)
{
    if (commands)
        return gdb_server_first_commands(gdb, commands);
    if (gdb->program)
        gdb->run = allocate_copy("program");
    gdb->awaits_mode = gdb->program != NULL;
    return EXCHANGE_OK;
}

int gdb_server_serve(struct monitor_session *session, struct gdb_line *line, const char *commands,
                     const char *program)
{
    struct gdb gdb = {.session = session, .line = line, .stopped = "W00", .program = program};
    char packet[GDB_PACKET_BYTES + 1];
    enum exchange_status done = gdb_server_begin(&gdb, commands);
    int size;
    while (done == EXCHANGE_OK && !gdb.lost && (size = gdb_line_receive(line, packet)) >= 0)
        if (!gdb_server_handle_packet(&gdb, packet, (size_t)size))
            break;
    if (!gdb.lost)
        gdb_server_end_run(&gdb);
    if (line->closed && !gdb.lost)
        message_print(
            "gdb has disconnected: this session ends; for another one, start 'bareprobe "
            "monitor --gdb' again");
    gdb_run_print_rest(&gdb);
    free(gdb.run);
    free(gdb.breakpoints);
    free(gdb.memory);
    return gdb.lost || done == EXCHANGE_LOST ? EXIT_TARGET
           : done == EXCHANGE_REFUSED        ? EXIT_REGRESSION
                                             : EXIT_FINE;
}
