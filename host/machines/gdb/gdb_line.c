/*
 * SPDX-License-Identifier: MIT
 * gdb packets: `$content#checksum`. '}' escapes a byte, and Ctrl-C comes only between packets.
 */
#include "host/machines/gdb/gdb_line.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"

#define CTRL_C 0x03
#define ESCAPE '}'

/* Reads available input; waits for it up to `milliseconds`, or without limit for -1. */
static void gdb_line_read(struct gdb_line *line, int milliseconds)
{
    struct pollfd state = {.fd = line->in, .events = POLLIN};
    if (line->closed || line->n == sizeof line->bytes || poll(&state, 1, milliseconds) <= 0)
        return;
    ssize_t got = read(line->in, line->bytes + line->n, sizeof line->bytes - line->n);
    if (got > 0)
        line->n += (size_t)got;
    else if (got == 0 || errno != EINTR)
        line->closed = true;
}

static void gdb_line_drop(struct gdb_line *line, size_t count)
{
    line->n -= count;
    memmove(line->bytes, line->bytes + count, line->n);
}

/* Drops acknowledgements, Ctrl-C and noise before the next packet. */
static void gdb_line_skip_to_packet(struct gdb_line *line)
{
    size_t i = 0;
    while (i < line->n && line->bytes[i] != '$')
        line->interrupted |= line->bytes[i++] == CTRL_C;
    gdb_line_drop(line, i);
}

static void gdb_line_acknowledge(struct gdb_line *line, char sign)
{
    if (!line->no_acks && write(line->out, &sign, 1) != 1)
        line->closed = true;
}

/* Removes the first packet, whose '#' is at `length`; returns -1 if its checksum is wrong. */
static int gdb_line_parse_packet(struct gdb_line *line, size_t length, char *packet)
{
    unsigned sum = 0;
    size_t n = 0;
    char digits[3] = {(char)line->bytes[length + 1], (char)line->bytes[length + 2]};
    for (size_t i = 1; i < length; i++)
        sum += line->bytes[i];
    bool good = (sum & 0xFF) == strtoul(digits, NULL, 16);
    for (size_t i = 1; i < length && n < GDB_PACKET_BYTES; i++) {
        bool escaped = line->bytes[i] == ESCAPE && i + 1 < length;
        packet[n++] = (char)(escaped ? line->bytes[++i] ^ 0x20 : line->bytes[i]);
    }
    packet[n] = 0;
    gdb_line_drop(line, length + 3);
    gdb_line_acknowledge(line, good ? '+' : '-');
    return good ? (int)n : -1;
}

/*
 * gdb sends a packet again if it is not acknowledged in time, as while the machine boots, and would
 * take the answer to a copy for the answer to its next packet. Until the acknowledgement it sends
 * nothing else.
 */
static void gdb_line_drop_copies(struct gdb_line *line, size_t bytes)
{
    gdb_line_read(line, 0);
    while (!line->no_acks && line->n >= 2 * bytes &&
           !memcmp(line->bytes, line->bytes + bytes, bytes))
        gdb_line_drop(line, bytes);
}

int gdb_line_receive(struct gdb_line *line, char packet[GDB_PACKET_BYTES + 1])
{
    for (;;) {
        gdb_line_skip_to_packet(line);
        uint8_t *end = memchr(line->bytes, '#', line->n);
        size_t length = end ? (size_t)(end - line->bytes) : 0;
        if (end && line->n >= length + 3) {
            gdb_line_drop_copies(line, length + 3);
            int n = gdb_line_parse_packet(line, length, packet);
            if (n >= 0)
                return n;
            continue;
        }
        if (line->closed)
            return -1;
        if (line->n == sizeof line->bytes) /* too long for a packet */
            line->n = 0;
        gdb_line_read(line, -1);
    }
}

bool gdb_line_interrupted(struct gdb_line *line)
{
    bool was_closed = line->closed;
    gdb_line_read(line, 0);
    if (line->n && line->bytes[0] != '$')
        gdb_line_skip_to_packet(line);
    bool interrupted = line->interrupted || (line->closed && !was_closed);
    line->interrupted = false;
    return interrupted;
}

bool gdb_line_pending(const struct gdb_line *line)
{
    return line->n && line->bytes[0] == '$';
}

void gdb_line_send(struct gdb_line *line, const char *text)
{
    unsigned sum = 0;
    for (const char *c = text; *c; c++)
        sum += (unsigned char)*c;
    char *packet = allocate_text("$%s#%02x", text, sum & 0xFF);
    size_t length = strlen(packet);
    for (size_t sent = 0; sent < length && !line->closed;) {
        ssize_t more = write(line->out, packet + sent, length - sent);
        if (more > 0)
            sent += (size_t)more;
        else if (errno != EINTR)
            line->closed = true;
    }
    free(packet);
}

void gdb_line_hex(char *hex, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sprintf(hex + 2 * i, "%02x", ((const uint8_t *)bytes)[i]);
    hex[2 * n] = 0;
}

size_t gdb_line_unhex(const char *hex, uint8_t *bytes, size_t most)
{
    size_t n = 0;
    unsigned byte;
    while (n < most && sscanf(hex + 2 * n, "%2x", &byte) == 1 && hex[2 * n + 1])
        bytes[n++] = (uint8_t)byte;
    return n;
}
