/*
 * SPDX-License-Identifier: MIT
 * Packets of gdb's remote serial protocol, over a pipe or a socket: their checks, acknowledgements,
 * and the byte by which Ctrl-C comes (Debugging with GDB, appendix E).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GDB_PACKET_BYTES 0x1000 /* longest, either way */

struct gdb_line {
    int in, out;
    uint8_t bytes[2 * GDB_PACKET_BYTES + 16]; /* that have come, and were not taken */
    size_t n;
    bool no_acks;     /* asked for by QStartNoAckMode */
    bool interrupted; /* Ctrl-C has come */
    bool closed;
};

/* The next packet's content and its length, a 0 behind it; waits for it. -1 where the line is
 * closed. Ctrl-C on the way is noted. */
int gdb_receive(struct gdb_line *line, char packet[GDB_PACKET_BYTES + 1]);

/* Text without what must be escaped ('#', '$', '}', '*'). */
void gdb_send(struct gdb_line *line, const char *text);

/* Whether Ctrl-C has come, or the line was closed, since; it is taken. Does not wait. */
bool gdb_interrupt_taken(struct gdb_line *line);

/* Two digits a byte. `hex` has 2 * n + 1 characters. */
void gdb_hex(char *hex, const void *bytes, size_t n);

/* The bytes that digits stand for, up to the first that is none; how many. */
size_t gdb_unhex(const char *hex, uint8_t *bytes, size_t most);
