/*
 * SPDX-License-Identifier: MIT
 * Runs under gdb: starts and continues them, and sets breakpoints.
 */
#pragma once

#include "host/machines/monitor/gdb_session.h"

/* Starts the run of gdb->run, up to the start of its benchmark. Returns -1 if no run is set. */
int gdb_run_begin(struct gdb *gdb);

/* Executes "go", "step" or "kill" until the next stop or the end of the run. */
void gdb_run_continue(struct gdb *gdb, const char *how);

/* Sets or clears a breakpoint or watchpoint of `bytes` bytes, of gdb's kind '0' to '4'. Returns the
 * reply to gdb. */
const char *gdb_run_breakpoint(struct gdb *gdb, bool set, char kind, uint32_t address,
                               uint32_t bytes);
