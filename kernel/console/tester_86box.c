/*
 * SPDX-License-Identifier: MIT
 * 86Box's unit tester. Its two ports are placed by bytes at port 80h, where a real machine has at
 * most a POST card.
 */
#include "kernel/console/tester_86box.h"

#include "kernel/console/screen.h"
#include "kernel/lib/format.h"
#include "kernel/lib/x86.h"

#define PORT_TRIGGER 0x80
#define PORT_HIDDEN  0xFFFF /* the tester's ports are removed */

/* An offset from the tester's first port, which has the status on reading. */
#define TESTER_COMMAND 0
#define TESTER_DATA    1

#define STATUS_AWAITS_DATA 0x02
#define STATUS_IDLE        0x04

#define COMMAND_EXIT 0x04

#define NO_PORT 0xFF /* read value of an unused address */

/*
 * Places for the two ports, in a range that an AT assigns to nothing: E0h to EFh (IBM AT Technical
 * Reference, "I/O Address Map"). E9h is the debug port of Bochs and QEMU.
 */
static const uint8_t places[] = {0xEC, 0xEA, 0xE4};

static void tester_86box_place(uint16_t port)
{
    static const char sequence[] = "86Box";
    for (const char *byte = sequence; *byte; byte++)
        port_write8(PORT_TRIGGER, (uint8_t)*byte);
    port_write8(PORT_TRIGGER, port & 0xFF);
    port_write8(PORT_TRIGGER, (uint8_t)(port >> 8));
}

static bool tester_86box_is_unused(uint16_t port)
{
    return port_read8(port + TESTER_COMMAND) == NO_PORT &&
           port_read8(port + TESTER_DATA) == NO_PORT;
}

/* Places the tester at unused ports. Returns the first of them, or PORT_HIDDEN if it is absent. */
static uint16_t tester_86box_find(void)
{
    for (unsigned i = 0; i < sizeof places; i++) {
        if (!tester_86box_is_unused(places[i]))
            continue;
        tester_86box_place(places[i]);
        if (port_read8(places[i] + TESTER_COMMAND) == STATUS_IDLE)
            return places[i];
        break;
    }
    tester_86box_place(PORT_HIDDEN);
    return PORT_HIDDEN;
}

bool tester_86box_is_there(void)
{
    uint16_t port = tester_86box_find();
    if (port != PORT_HIDDEN)
        tester_86box_place(PORT_HIDDEN);
    return port != PORT_HIDDEN;
}

void tester_86box_exit(uint8_t status)
{
    char text[SCREEN_COLUMNS + 1];
    uint16_t port = tester_86box_find();
    if (port != PORT_HIDDEN) {
        port_write8(port + TESTER_COMMAND, COMMAND_EXIT);
        if (port_read8(port + TESTER_COMMAND) & STATUS_AWAITS_DATA)
            port_write8(port + TESTER_DATA, status);
        tester_86box_place(PORT_HIDDEN);
    }
    format(text, sizeof text, "The run has ended: %s; 86Box's unit tester %s",
           status ? "failed" : "ok", port == PORT_HIDDEN ? "is not there" : "did not end 86Box");
    screen_set_status(text);
}
