/*
 * SPDX-License-Identifier: MIT
 * gdb's breakpoints. gdb removes them at each stop and sets them again before it continues; only
 * those that have changed are sent to the machine.
 */
#pragma once

#include "host/machines/gdb/gdb_session.h"

/* Sets or clears a breakpoint or watchpoint of `bytes` bytes, of gdb's kind '0' to '4'. Returns the
 * reply to gdb. */
const char *gdb_breakpoint_change(struct gdb *gdb, bool set, char kind, uint32_t address,
                                  uint32_t bytes);

/* Clears those on the machine that gdb has removed. */
void gdb_breakpoints_flush(struct gdb *gdb);

/* Clears all, also those of `monitor break`. */
void gdb_breakpoints_clear(struct gdb *gdb);

/* Returns "swbreak:;" or "hwbreak:;" if gdb has set that breakpoint of code, else "": gdb needs the
 * kind to recognize the stop as its own. */
const char *gdb_breakpoint_kind(const struct gdb *gdb, uint32_t address);
