/*
 * SPDX-License-Identifier: MIT
 * How gdb comes to us: it starts us behind `target remote |`, or over a port of this machine.
 */
#pragma once

#include "host/monitor/gdb_line.h"

/*
 * Opens it. `where`: "-" for our standard input and output, after which what we print ourselves
 * goes to stderr; a TCP port; NULL for the first where standard input is no terminal, else port
 * 1234. A port is told on stderr, and waited at until somebody comes. 0, or -1 after a message.
 */
int gdb_connect(struct gdb_line *line, const char *where);
void gdb_disconnect(struct gdb_line *line);
