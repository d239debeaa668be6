/*
 * SPDX-License-Identifier: MIT
 * Keyboard controller: the controller's commands at port 64h, the keyboard's at port 60h, and both
 * ways to reset.
 */
#include <string.h>

#include "sim/devices/keyboard.h"

#define PORT_DATA   0x60
#define PORT_STATUS 0x64

#define STATUS_OUTPUT_FULL 0x01u
#define STATUS_SYSTEM      0x04u
#define STATUS_COMMAND     0x08u
#define STATUS_UNLOCKED    0x10u
#define STATUS_TIMED_OUT   0x20u /* transmit timeout; on a PS/2: the byte is from the mouse */

#define COMMAND_INTERRUPT 0x01u
#define COMMAND_SYSTEM    0x04u
#define COMMAND_DISABLED  0x10u

#define OUTPUT_NOT_RESET 0x01u
#define OUTPUT_A20       0x02u
#define INPUT_UNLOCKED   0x80u

#define PORT92_RESET 0x01u
#define PORT92_A20   0x02u

/* Commands of the controller. */
#define READ_COMMAND_BYTE  0x20
#define WRITE_COMMAND_BYTE 0x60
#define SELF_TEST          0xaa
#define INTERFACE_TEST     0xab
#define DISABLE_KEYBOARD   0xad
#define ENABLE_KEYBOARD    0xae
#define READ_INPUT_PORT    0xc0
#define READ_OUTPUT_PORT   0xd0
#define WRITE_OUTPUT_PORT  0xd1
#define PULSE_OUTPUT       0xf0 /* to FFh: pulses those of the low four bits that are clear */

#define SELF_TEST_PASSED 0x55

/* Commands and responses of the keyboard. */
#define SET_LEDS       0xed
#define ECHO           0xee
#define SCAN_CODE_SET  0xf0
#define IDENTIFY       0xf2
#define TYPEMATIC_RATE 0xf3
#define RESET          0xff
#define RESEND         0xfe
#define ACKNOWLEDGE    0xfa
#define TEST_PASSED    0xaa

#define KEY_RELEASED 0x80 /* in scan code set 1 */

void keyboard_reset(struct keyboard *keyboard)
{
    *keyboard = (struct keyboard){
        .command_byte = COMMAND_DISABLED,
        .output_port = OUTPUT_NOT_RESET | OUTPUT_A20,
        .port92 = PORT92_A20,
    };
}

static void keyboard_answer(struct keyboard *keyboard, uint8_t value)
{
    if (keyboard->queued < KEYBOARD_QUEUE)
        keyboard->queue[keyboard->queued++] = value;
}

void keyboard_type(struct keyboard *keyboard, uint8_t key, uint64_t period)
{
    keyboard->key = key;
    keyboard->key_period = keyboard->next_press = period;
    keyboard->command_byte &= (uint8_t)~COMMAND_DISABLED;
}

void keyboard_advance(struct keyboard *keyboard, uint64_t now)
{
    for (; keyboard->key && now >= keyboard->next_press;
         keyboard->next_press += keyboard->key_period) {
        if (keyboard->command_byte & COMMAND_DISABLED)
            continue;
        keyboard_answer(keyboard, keyboard->key);
        keyboard_answer(keyboard, keyboard->key | KEY_RELEASED);
    }
}

uint64_t keyboard_deadline(const struct keyboard *keyboard)
{
    const bool interrupting = keyboard->key && (keyboard->command_byte & COMMAND_INTERRUPT);

    return interrupting ? keyboard->next_press : UINT64_MAX;
}

bool keyboard_interrupt(const struct keyboard *keyboard)
{
    return keyboard->queued && (keyboard->command_byte & COMMAND_INTERRUPT);
}

/* ---- reset and A20, which have two controls each --------------------------------------------- */

static void set_a20(struct keyboard *keyboard, bool open)
{
    keyboard->output_port =
        (uint8_t)((keyboard->output_port & ~OUTPUT_A20) | (open ? OUTPUT_A20 : 0));
    keyboard->port92 = (uint8_t)((keyboard->port92 & ~PORT92_A20) | (open ? PORT92_A20 : 0));
}

void keyboard_close_a20(struct keyboard *keyboard)
{
    set_a20(keyboard, false);
}

bool keyboard_a20_open(const struct keyboard *keyboard)
{
    return keyboard->port92 & PORT92_A20;
}

static void write_output_port(struct keyboard *keyboard, uint8_t value)
{
    keyboard->output_port = value;
    set_a20(keyboard, value & OUTPUT_A20);
    if (!(value & OUTPUT_NOT_RESET))
        keyboard->reset = true;
}

static void keyboard_write_port92(struct keyboard *keyboard, uint8_t value)
{
    const bool rise = value & ~keyboard->port92 & PORT92_RESET;

    keyboard->port92 = value;
    set_a20(keyboard, value & PORT92_A20);
    if (rise)
        keyboard->reset = true;
}

/* ---- the controller ------------------------------------------------------------------------ */

static void keyboard_command(struct keyboard *keyboard, uint8_t value)
{
    keyboard->expects = 0;
    switch (value) {
    case READ_COMMAND_BYTE:
        keyboard_answer(keyboard, keyboard->command_byte);
        break;
    case WRITE_COMMAND_BYTE:
    case WRITE_OUTPUT_PORT:
        keyboard->expects = value;
        break;
    case SELF_TEST:
        keyboard->system_flag = true;
        keyboard->queued = 0;
        keyboard_answer(keyboard, SELF_TEST_PASSED);
        break;
    case INTERFACE_TEST:
        keyboard_answer(keyboard, 0);
        break;
    case DISABLE_KEYBOARD:
        keyboard->command_byte |= COMMAND_DISABLED;
        break;
    case ENABLE_KEYBOARD:
        keyboard->command_byte &= (uint8_t)~COMMAND_DISABLED;
        break;
    case READ_INPUT_PORT:
        keyboard_answer(keyboard, INPUT_UNLOCKED);
        break;
    case READ_OUTPUT_PORT:
        keyboard_answer(keyboard, keyboard->output_port);
        break;
    default:
        if (value >= PULSE_OUTPUT && !(value & OUTPUT_NOT_RESET))
            keyboard->reset = true;
        break;
    }
}

static void write_command_byte(struct keyboard *keyboard, uint8_t value)
{
    keyboard->command_byte = value;
    keyboard->system_flag = value & COMMAND_SYSTEM;
}

/* ---- the keyboard -------------------------------------------------------------------------- */

static void keyboard_receive(struct keyboard *keyboard, uint8_t value)
{
    keyboard->command_byte &= (uint8_t)~COMMAND_DISABLED;
    if (keyboard->keyboard_expects) {
        keyboard->keyboard_expects = 0;
        keyboard_answer(keyboard, ACKNOWLEDGE);
        return;
    }
    if (value == ECHO || value < SET_LEDS || value == RESEND) {
        keyboard_answer(keyboard, value == ECHO ? ECHO : RESEND);
        return;
    }
    keyboard_answer(keyboard, ACKNOWLEDGE);
    if (value == SET_LEDS || value == SCAN_CODE_SET || value == TYPEMATIC_RATE)
        keyboard->keyboard_expects = value;
    if (value == RESET)
        keyboard_answer(keyboard, TEST_PASSED);
    if (value == IDENTIFY) {
        keyboard_answer(keyboard, 0xab);
        keyboard_answer(keyboard, 0x83);
    }
}

static void keyboard_write_data(struct keyboard *keyboard, uint8_t value)
{
    const uint8_t expects = keyboard->expects;

    keyboard->expects = 0;
    if (expects == WRITE_COMMAND_BYTE)
        write_command_byte(keyboard, value);
    else if (expects == WRITE_OUTPUT_PORT)
        write_output_port(keyboard, value);
    else
        keyboard_receive(keyboard, value);
}

/* ---- ports --------------------------------------------------------------------------------- */

static uint8_t keyboard_status(const struct keyboard *keyboard)
{
    return STATUS_UNLOCKED | (keyboard->queued ? STATUS_OUTPUT_FULL : 0) |
           (keyboard->system_flag ? STATUS_SYSTEM : 0) |
           (keyboard->last_was_command ? STATUS_COMMAND : 0) |
           (keyboard->timed_out ? STATUS_TIMED_OUT : 0);
}

/* Reading an empty buffer returns the last byte again. */
static uint8_t keyboard_read_data(struct keyboard *keyboard)
{
    const uint8_t value = keyboard->queue[0];

    if (keyboard->queued > 1)
        memmove(keyboard->queue, keyboard->queue + 1, keyboard->queued - 1u);
    if (keyboard->queued)
        keyboard->queued--;
    return value;
}

uint8_t keyboard_in(struct keyboard *keyboard, uint16_t port)
{
    switch (port) {
    case PORT_DATA:
        return keyboard_read_data(keyboard);
    case PORT_STATUS:
        return keyboard_status(keyboard);
    default:
        return keyboard->port92;
    }
}

void keyboard_out(struct keyboard *keyboard, uint16_t port, uint8_t value)
{
    switch (port) {
    case PORT_DATA:
        keyboard->last_was_command = false;
        keyboard_write_data(keyboard, value);
        break;
    case PORT_STATUS:
        keyboard->last_was_command = true;
        keyboard_command(keyboard, value);
        break;
    default:
        keyboard_write_port92(keyboard, value);
        break;
    }
}
