/*
 * SPDX-License-Identifier: MIT
 * Connects to gdb: through standard input and output if gdb starts us by `target remote |`, or
 * through a TCP port on this machine.
 */
#pragma once

#include "host/machines/gdb/gdb_line.h"

/*
 * Opens the connection. `where` is "-" for standard input and output, after which our own output
 * goes to stderr; or a TCP port; or NULL, which means "-" if standard input is not a terminal,
 * otherwise port 1234. The port is reported on stderr, and the call waits for a connection. Returns
 * 0, or -1 after a message.
 */
int gdb_connection_open(struct gdb_line *line, const char *where);
void gdb_connection_close(struct gdb_line *line);
