/*
 * SPDX-License-Identifier: MIT
 * Signals as gdb numbers them, which is not Linux's order (include/gdb/signals.def of gdb).
 */
#pragma once

#define GDB_SIGNAL_TRAP 5

/*
 * Returns gdb's number of the cause of a stop, as the monitor names it: a signal, an exception, or
 * the debugger. SIGSEGV for any other exception.
 */
int gdb_signal_of_stop(const char *why);

/* Returns gdb's number of a signal with that name at the start of the text; 0: unknown. */
int gdb_signal_named(const char *text);
