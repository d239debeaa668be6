/*
 * SPDX-License-Identifier: MIT
 * Runs under gdb: starts and continues them.
 */
#pragma once

#include "host/machines/gdb/gdb_session.h"

/* Starts the run of gdb->run, up to the start of its benchmark. Returns -1 if no run is set. */
int gdb_run_begin(struct gdb *gdb);

/* Executes "go", "step", "step START END" or "kill" until the next stop or the end of the run. */
void gdb_run_continue(struct gdb *gdb, const char *how);

/* Lets the run continue to its end, without breakpoints; its output goes to standard error. */
void gdb_run_release(struct gdb *gdb);

/* Prints output that gdb could not receive on standard error, and forgets it. */
void gdb_run_print_rest(struct gdb *gdb);
