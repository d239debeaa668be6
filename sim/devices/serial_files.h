/*
 * SPDX-License-Identifier: MIT
 * Serial port connections: COM1 sends to standard output, COM2 to COM4 to the files of -serial2 to
 * -serial4; COM1 receives from -input.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "sim/devices/devices.h"
#include "sim/vpentium_options.h"

/* A port's file is NULL if nothing is connected to it. */
struct serial_files {
    FILE *port[UART_COUNT];
    struct serial_input input; /* input of COM1 */
};

/* Returns false, after one line on stderr, if a file cannot be opened for writing or reading. */
bool serial_files_open(struct serial_files *files, const struct options *options);

/* Returns false, after one line on stderr, if writing failed. */
bool serial_files_close(struct serial_files *files, const struct options *options);
