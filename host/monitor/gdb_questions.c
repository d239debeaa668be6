/*
 * SPDX-License-Identifier: MIT
 * Answers gdb's queries about the target: features, registers, threads; and passes `monitor` lines
 * on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/monitor/gdb_server.h"

#define FEATURES                                                                                   \
    "PacketSize=%x;QStartNoAckMode+;qXfer:features:read+;swbreak+;hwbreak+;vContSupported+"

static void describe(struct gdb *gdb, const char *packet)
{
    unsigned offset, length;
    if (sscanf(packet, "qXfer:features:read:target.xml:%x,%x", &offset, &length) != 2) {
        gdb_send(gdb->line, "E00");
        return;
    }
    char *text = gdb_description();
    size_t size = strlen(text), from = offset < size ? offset : size;
    size_t n = size - from < length ? size - from : length;
    if (n > GDB_PACKET_BYTES / 2)
        n = GDB_PACKET_BYTES / 2;
    gdb_send_and_free(gdb,
                      memory_print("%c%.*s", from + n < size ? 'm' : 'l', (int)n, text + from));
    free(text);
}

static bool begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

/* Commands that start or end a stop must be given as gdb's own commands. */
static const char *gdbs_word_for(const char *line)
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

/* `monitor LINE`: its output, including that of host commands, goes to gdb's console. */
static void command(struct gdb *gdb, const char *hex)
{
    char line[GDB_PACKET_BYTES] = "", *text = NULL, *packet;
    size_t size = 0;
    line[gdb_unhex(hex, (uint8_t *)line, sizeof line - 1)] = 0;
    FILE *kept = stdout;
    stdout = open_memstream(&text, &size);
    const char *instead = gdbs_word_for(line);
    if (instead)
        printf("%s: use gdb's command '%s'\n", line, instead);
    else if (session_line(gdb->session, line) == EXCHANGE_LOST)
        gdb->lost = true;
    fclose(stdout);
    stdout = kept;
    for (size_t at = 0, n; at < size; at += n) {
        char part[2 * 1000 + 1];
        n = size - at < 1000 ? size - at : 1000;
        gdb_hex(part, text + at, n);
        gdb_send(gdb->line, packet = memory_print("O%s", part));
        free(packet);
    }
    free(text);
    gdb_send(gdb->line, "OK");
}

void gdb_answer_question(struct gdb *gdb, const char *packet)
{
    if (begins(packet, "qSupported"))
        gdb_send_and_free(gdb, memory_print(FEATURES, GDB_PACKET_BYTES));
    else if (begins(packet, "qXfer:features:read:"))
        describe(gdb, packet);
    else if (begins(packet, "qRcmd,"))
        command(gdb, packet + strlen("qRcmd,"));
    else if (begins(packet, "qAttached"))
        gdb_send(gdb->line, "0"); /* so that quitting gdb ends the run */
    else if (begins(packet, "qfThreadInfo"))
        gdb_send(gdb->line, gdb->is_stopped ? "m1" : "l");
    else if (begins(packet, "qsThreadInfo"))
        gdb_send(gdb->line, "l");
    else if (!strcmp(packet, "qC"))
        gdb_send(gdb->line, gdb->is_stopped ? "QC1" : "");
    else if (begins(packet, "qSymbol"))
        gdb_send(gdb->line, "OK");
    else
        gdb_send(gdb->line, "");
}
