/*
 * SPDX-License-Identifier: MIT
 * Input of COM1: bytes from a file, a pipe or a terminal of the host. Typing happens in host time,
 * so a run with input is repeatable only if the input is a file.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct serial_input {
    bool open, ended; /* ended: no more bytes will arrive */
    int file;
    bool is_terminal; /* a terminal, in raw mode until the program exits */
    uint8_t bytes[256];
    size_t at, count;
    unsigned idle; /* consecutive polls without a byte */
};

/* "-" is standard input. Returns false, after one line on stderr, if it cannot be opened. */
bool serial_input_open(struct serial_input *input, const char *path);
void serial_input_close(struct serial_input *input);

/* Returns the next byte, or -1 if none has arrived. If the machine does nothing but poll, each call
 * waits up to a millisecond, so that it does not use a host processor fully. */
int serial_input_next(struct serial_input *input);

/* True if the machine has polled often enough after the end of the input for the run to end. */
bool serial_input_is_over(const struct serial_input *input);
