/*
 * SPDX-License-Identifier: MIT
 * A gdb server for a machine: translates gdb's packets into lines of the monitor. The lines travel
 * in frames, so damaged ones are requested again, and the kernel needs no gdb protocol.
 */
#pragma once

#include "host/machines/gdb/gdb_line.h"
#include "host/machines/monitor/monitor_session.h"

/* Serves gdb until it disconnects. The last of `commands`, which may be NULL, is the first run.
 * Returns the program's exit status. */
int gdb_server_serve(struct monitor_session *session, struct gdb_line *line, const char *commands);
