/*
 * SPDX-License-Identifier: MIT
 * The controller's commands: self test, command byte, output port, pulses.
 */
#include "keyboard.h"

#define PORT_DATA 0x60

#define STATUS_OUTPUT_FULL 0x01u
#define STATUS_SYSTEM      0x04u /* self test passed */
#define STATUS_UNLOCKED    0x10u

#define COMMAND_READ         0x20u
#define COMMAND_WRITE        0x60u
#define COMMAND_SELF_TEST    0xaau
#define COMMAND_LINE_TEST    0xabu
#define COMMAND_READ_OUTPUT  0xd0u
#define COMMAND_WRITE_OUTPUT 0xd1u
#define COMMAND_PULSE        0xf0u /* low four bits: lines not pulsed; line 0 is RESET */

#define OUTPUT_NOT_RESET 0x01u
#define OUTPUT_A20       0x02u

void keyboard_reset(struct keyboard *keyboard)
{
    *keyboard = (struct keyboard){.command_byte = STATUS_SYSTEM};
}

uint8_t keyboard_in(struct keyboard *keyboard, uint16_t port)
{
    if (port != PORT_DATA)
        return STATUS_UNLOCKED | STATUS_SYSTEM | (keyboard->output_full ? STATUS_OUTPUT_FULL : 0);
    keyboard->output_full = false;
    return keyboard->output;
}

static void answer(struct keyboard *keyboard, uint8_t value)
{
    keyboard->output = value;
    keyboard->output_full = true;
}

static void data(struct keyboard *keyboard, uint8_t value)
{
    if (keyboard->command == COMMAND_WRITE)
        keyboard->command_byte = value;
    else if (keyboard->command == COMMAND_WRITE_OUTPUT && !(value & OUTPUT_NOT_RESET))
        keyboard->reset = true;
    keyboard->command = 0;
}

void keyboard_out(struct keyboard *keyboard, uint16_t port, uint8_t value)
{
    if (port == PORT_DATA) {
        data(keyboard, value);
        return;
    }
    switch (value) {
    case COMMAND_READ:
        answer(keyboard, keyboard->command_byte);
        break;
    case COMMAND_WRITE:
    case COMMAND_WRITE_OUTPUT:
        keyboard->command = value;
        break;
    case COMMAND_SELF_TEST:
        answer(keyboard, 0x55);
        break;
    case COMMAND_LINE_TEST:
        answer(keyboard, 0);
        break;
    case COMMAND_READ_OUTPUT:
        answer(keyboard, OUTPUT_NOT_RESET | OUTPUT_A20);
        break;
    default:
        if ((value & COMMAND_PULSE) == COMMAND_PULSE && !(value & OUTPUT_NOT_RESET))
            keyboard->reset = true;
        break;
    }
}
