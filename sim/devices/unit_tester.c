/*
 * SPDX-License-Identifier: MIT
 * The unit tester: its base comes after the bytes "86Box" at port 80h; the status is at the base,
 * the data port after it.
 */
#include <string.h>

#include "sim/devices/unit_tester.h"

#define PORT_TRIGGER 0x80
#define BASE_HIDDEN  0xffff

#define STATUS_AWAITS_DATA 0x02u
#define STATUS_IDLE        0x04u
#define STATUS_UNKNOWN     0x08u /* the last command does not exist */

#define COMMAND_NOTHING 0x00
#define COMMAND_EXIT    0x04

#define EXIT_STATUS_MAX 0x7f
#define NO_DATA         0xff

static const char sequence[] = "86Box";

void unit_tester_reset(struct unit_tester *tester, enum unit_tester_kind kind)
{
    *tester = (struct unit_tester){.kind = kind, .base = BASE_HIDDEN, .status = STATUS_IDLE};
}

bool unit_tester_owns(const struct unit_tester *tester, uint16_t port)
{
    return tester->base != BASE_HIDDEN &&
           (port == tester->base || port == (uint16_t)(tester->base + 1));
}

uint8_t unit_tester_in(const struct unit_tester *tester, uint16_t port)
{
    return port == tester->base ? tester->status : NO_DATA;
}

/* Receives a byte of the new base, the low one first. */
static void unit_tester_receive_base(struct unit_tester *tester, uint8_t value)
{
    if (tester->awaited-- == 2)
        tester->base_low = value;
    else
        tester->base = (uint16_t)(value << 8 | tester->base_low);
}

/* Both state machines see each byte, so that the sequence is recognised even within a base. */
static void unit_tester_trigger(struct unit_tester *tester, uint8_t value)
{
    if (tester->awaited)
        unit_tester_receive_base(tester, value);
    if (value == (uint8_t)sequence[tester->matched])
        tester->matched++;
    else
        tester->matched = value == (uint8_t)sequence[0];
    if (tester->matched == strlen(sequence)) {
        tester->matched = 0;
        tester->awaited = 2;
    }
}

/* A command cancels the one before it. */
static void unit_tester_command(struct unit_tester *tester, uint8_t value)
{
    if (value == COMMAND_EXIT)
        tester->status = STATUS_AWAITS_DATA;
    else
        tester->status = value == COMMAND_NOTHING ? STATUS_IDLE : STATUS_IDLE | STATUS_UNKNOWN;
}

/* The only data is the exit command's status. */
static bool unit_tester_data(struct unit_tester *tester, uint8_t value)
{
    if (!(tester->status & STATUS_AWAITS_DATA))
        return false;
    tester->status = STATUS_IDLE;
    tester->exit_status = value < EXIT_STATUS_MAX ? value : EXIT_STATUS_MAX;
    return tester->kind == UNIT_TESTER_EXIT;
}

bool unit_tester_out(struct unit_tester *tester, uint16_t port, uint8_t value)
{
    if (tester->kind == UNIT_TESTER_NONE)
        return false;
    if (port == PORT_TRIGGER)
        unit_tester_trigger(tester, value);
    else if (unit_tester_owns(tester, port) && port == tester->base)
        unit_tester_command(tester, value);
    else if (unit_tester_owns(tester, port))
        return unit_tester_data(tester, value);
    return false;
}
