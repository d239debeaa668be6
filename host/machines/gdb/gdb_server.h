/*
 * SPDX-License-Identifier: MIT
 * A gdb server for a machine: translates gdb's packets into lines of the monitor. The lines travel
 * in frames, so damaged ones are requested again, and the kernel needs no gdb protocol.
 */
#pragma once

#include "host/machines/gdb/gdb_session.h"

/*
 * Serves gdb until it disconnects. The last of `commands` is the first run; if they are NULL, it is
 * the executable `program`, which may be NULL too. Returns this command's exit status.
 */
int gdb_server_serve(struct monitor_session *session, struct gdb_line *line, const char *commands,
                     const char *program);
