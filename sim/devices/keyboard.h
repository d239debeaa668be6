/*
 * SPDX-License-Identifier: MIT
 * The keyboard controller of a PC/AT (IBM AT Technical Reference, "Keyboard Controller") and the
 * keyboard behind it, on which one key may be typed; port 92h of the PS/2. An answer takes no time.
 * The A20 gate is stored and read back; whether it masks anything is its owner's affair.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define KEYBOARD_QUEUE 8

struct keyboard {
    uint8_t queue[KEYBOARD_QUEUE]; /* what port 60h will give, and what comes after it */
    uint8_t queued;
    uint8_t command_byte, output_port, port92;
    uint8_t expects;          /* the command whose data byte is due at port 60h; 0 for none */
    uint8_t keyboard_expects; /* the same for the keyboard itself */
    bool last_was_command, system_flag;
    bool timed_out; /* an AT's, whose status says for good that sending took too long */
    bool reset;     /* the processor's reset line was pulsed */
    uint8_t key;    /* the scan code, of set 1, of one that is pressed over and over; 0 for none */
    uint64_t key_period, next_press; /* in clocks */
};

void keyboard_reset(struct keyboard *keyboard);
/* The key is pressed and let go each so many clocks, of a keyboard that a BIOS has enabled. */
void keyboard_type(struct keyboard *keyboard, uint8_t key, uint64_t period);
/* What was typed by then arrives. */
void keyboard_advance(struct keyboard *keyboard, uint64_t now);
/* The clock at which its interrupt line may next rise; UINT64_MAX for never. */
uint64_t keyboard_deadline(const struct keyboard *keyboard);
/* Ports 60h, 64h and 92h. */
uint8_t keyboard_in(struct keyboard *keyboard, uint16_t port);
void keyboard_out(struct keyboard *keyboard, uint16_t port, uint8_t value);
/* As a BIOS leaves it that never opened the gate. */
void keyboard_close_a20(struct keyboard *keyboard);
bool keyboard_a20_open(const struct keyboard *keyboard);
/* The level of interrupt line 1. */
bool keyboard_interrupt(const struct keyboard *keyboard);
