/*
 * SPDX-License-Identifier: MIT
 * What COM1 hears: bytes of a file, a pipe or a terminal of the host. Whoever types there lives by
 * the host's clock, so a run that hears anything repeats only where it is a file.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct serial_input {
    bool open, ended; /* ended: nothing more will come */
    int file;
    bool is_terminal; /* it is one, and raw until serial_input_close() */
    uint8_t bytes[256];
    size_t at, count;
    unsigned idle; /* questions in a row that nothing had come to */
};

/* "-" is standard input. false where it cannot be read: one line on stderr has said why. */
bool serial_input_open(struct serial_input *input, const char *path);
void serial_input_close(struct serial_input *input);

/* The next byte, -1 where none has come. A machine that does nothing but ask waits for it here, a
 * millisecond each time, so that it does not keep a processor of the host busy. */
int serial_input_next(struct serial_input *input);

/* Whether the machine has asked often enough behind the end to be told that all is over. */
bool serial_input_is_over(const struct serial_input *input);
