/*
 * SPDX-License-Identifier: MIT
 * Where the report goes, and how the run ends.
 */
#pragma once

#include "kernel/config.h"
#include "serial/report.h"

/* Opens the port and the form of report that the configuration asks for. */
void console_open(const struct config *config, struct report *report);

/* Lets the last byte leave, then stops the machine as the configuration asks. Does not return. */
void console_exit(const struct config *config, bool failed) __attribute__((noreturn));
