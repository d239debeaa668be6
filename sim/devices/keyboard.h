/*
 * SPDX-License-Identifier: MIT
 * The keyboard controller of a PC/AT (IBM AT Technical Reference, "Keyboard Controller") with a
 * keyboard on which one key can be typed, and port 92h of the PS/2. Responses take no time. The A20
 * gate is stored and read back; the owner of this device decides whether it masks the line.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define KEYBOARD_QUEUE 8

struct keyboard {
    uint8_t queue[KEYBOARD_QUEUE]; /* the byte at port 60h, then those that follow */
    uint8_t queued;
    uint8_t command_byte, output_port, port92;
    uint8_t expects;          /* the command whose data byte is expected at port 60h; 0: none */
    uint8_t keyboard_expects; /* the same for the keyboard itself */
    bool last_was_command, system_flag;
    bool timed_out; /* of an AT: the status always reports a transmit timeout */
    bool reset;     /* the processor's reset line was pulsed */
    uint8_t key;    /* scan code, set 1, of a key that is pressed repeatedly; 0: none */
    uint64_t key_period, next_press; /* in clocks */
};

void keyboard_reset(struct keyboard *keyboard);
/* Presses and releases the key every `period` clocks, on a keyboard that a BIOS has enabled. */
void keyboard_type(struct keyboard *keyboard, uint8_t key, uint64_t period);
/* Delivers the keys typed up to `now`. */
void keyboard_advance(struct keyboard *keyboard, uint64_t now);
/* The earliest clock at which the interrupt line can rise; UINT64_MAX: never. */
uint64_t keyboard_deadline(const struct keyboard *keyboard);
/* Ports 60h, 64h and 92h. */
uint8_t keyboard_in(struct keyboard *keyboard, uint16_t port);
void keyboard_out(struct keyboard *keyboard, uint16_t port, uint8_t value);
/* Closes the gate, as a BIOS leaves it that never opened it. */
void keyboard_close_a20(struct keyboard *keyboard);
bool keyboard_a20_open(const struct keyboard *keyboard);
/* The level of interrupt line 1. */
bool keyboard_interrupt(const struct keyboard *keyboard);
