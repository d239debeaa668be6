/*
 * SPDX-License-Identifier: MIT
 * The keyboard controller, an 8042, as far as software needs it to reset the machine (IBM PC/AT
 * Technical Reference, 1984). There is no keyboard.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct keyboard {
    uint8_t command; /* that waits for its data byte; 0 for none */
    uint8_t command_byte;
    uint8_t output;
    bool output_full;
    bool reset; /* the processor's RESET line was pulsed */
};

void keyboard_reset(struct keyboard *keyboard);
/* Ports 60h and 64h. */
uint8_t keyboard_in(struct keyboard *keyboard, uint16_t port);
void keyboard_out(struct keyboard *keyboard, uint16_t port, uint8_t value);
