/*
 * SPDX-License-Identifier: MIT
 * Where COM1 to COM4 send: standard output, and the files of -serial2 to -serial4; and what COM1
 * hears, which is -input.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "sim/devices/devices.h"
#include "sim/options.h"

/* NULL for a port that nothing is connected to. */
struct serial_files {
    FILE *port[UART_COUNT];
    struct serial_input input; /* what COM1 hears */
};

/* false where a file cannot be written or read; one line on stderr has said which and why. */
bool serial_files_open(struct serial_files *files, const struct options *options);

/* The same, of what is known when they are closed. */
bool serial_files_close(struct serial_files *files, const struct options *options);
