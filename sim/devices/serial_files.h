/*
 * SPDX-License-Identifier: MIT
 * Where COM1 to COM4 send: standard output, and the files of -serial2 to -serial4.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "sim/devices/devices.h"
#include "sim/options.h"

/* NULL for a port that nothing is connected to. */
struct serial_files {
    FILE *port[UART_COUNT];
};

/* false where a file cannot be written; one line on stderr has said which and why. */
bool serial_files_open(struct serial_files *files, const struct options *options);

/* The same, of what is known when they are closed. */
bool serial_files_close(struct serial_files *files, const struct options *options);
