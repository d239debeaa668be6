/*
 * SPDX-License-Identifier: MIT
 * Registers of a stopped benchmark, as names and values.
 */
#pragma once

#include "kernel/monitor/command.h"
#include "kernel/monitor/stop.h"

/* Print lines of `name=hexadecimal`. */
void stopped_registers_print(const struct stopped *stopped);
/* Prints "regs=" and the digits of all 32-bit registers, in the order of the former. */
void stopped_registers_print_line(const struct stopped *stopped);

void stopped_registers_print_x87(const struct stopped *stopped);

/*
 * Sets a register. Returns 0, or -1 after a message: segment registers and the flags that control
 * execution cannot be changed.
 */
int stopped_registers_set(struct stopped *stopped, struct word name, struct word value);
