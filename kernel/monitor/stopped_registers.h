/*
 * SPDX-License-Identifier: MIT
 * Registers of a benchmark that is stopped, as names and values.
 */
#pragma once

#include "kernel/monitor/command.h"
#include "kernel/monitor/stop.h"

/* Lines of `name=hexadecimal`. */
void stopped_registers_say(const struct stopped *stopped);
void stopped_x87_say(const struct stopped *stopped);

/* 0, or -1 after a message: segment registers stay as they are, and so do flags by which it runs.
 */
int stopped_register_set(struct stopped *stopped, struct word name, struct word value);
