/*
 * SPDX-License-Identifier: MIT
 * Packets of gdb's remote serial protocol over a pipe or a socket: checksums, acknowledgements, and
 * the byte for Ctrl-C (Debugging with GDB, appendix E).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GDB_PACKET_BYTES 0x1000 /* maximum in each direction */

struct gdb_line {
    int in, out;
    uint8_t bytes[2 * GDB_PACKET_BYTES + 16]; /* received, not yet consumed */
    size_t n;
    bool no_acks;     /* set by QStartNoAckMode */
    bool interrupted; /* Ctrl-C was received */
    bool closed;
};

/* Waits for the next packet, stores its content with a terminating 0 and returns its length.
 * Returns -1 if the line is closed. A Ctrl-C before the packet sets `interrupted`. */
int gdb_line_receive(struct gdb_line *line, char packet[GDB_PACKET_BYTES + 1]);

/* Sends a packet. The text must not contain characters that need escaping ('#', '$', '}', '*'). */
void gdb_line_send(struct gdb_line *line, const char *text);

/* Returns whether Ctrl-C came or the line was closed since the last call, and clears the flag. Does
 * not wait. */
bool gdb_line_interrupted(struct gdb_line *line);

/* Returns whether a packet, or its beginning, has been received. */
bool gdb_line_pending(const struct gdb_line *line);

/* Writes two hexadecimal digits per byte. `hex` has 2 * n + 1 characters. */
void gdb_line_hex(char *hex, const void *bytes, size_t n);

/* Decodes hexadecimal digits up to the first other character; returns the number of bytes. */
size_t gdb_line_unhex(const char *hex, uint8_t *bytes, size_t most);
