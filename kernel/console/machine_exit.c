/*
 * SPDX-License-Identifier: MIT
 * Ends the kernel. A reset goes through the 8042 (IBM AT Technical Reference), or through an
 * exception without an IDT.
 */
#include "kernel/console/machine_exit.h"

#include "boot/power_off.h"
#include "kernel/console/tester_86box.h"
#include "kernel/machine/paging.h"
#include "kernel/lib/x86.h"

/* The small image lacks it. */
#pragma weak tester_86box_exit

/*
 * QEMU's isa-debug-exit, at the address that its documentation uses; the virtual Pentium has it
 * too.
 */
#define PORT_DEBUG_EXIT 0xF4

#define PORT_POST                0x80
#define PORT_KEYBOARD_CONTROLLER 0x64
#define KEYBOARD_INPUT_FULL      0x02
#define KEYBOARD_PULSE_RESET     0xFE

/* Limit of port reads in each wait: about a tenth of a second. */
#define MOST_POLLS 100000u

/* Vector of INT 15h, the BIOS's APM services. The loader has not changed it. */
#define VECTOR_BIOS_SERVICES 0x15

void machine_exit_show(uint8_t post_code)
{
    port_write8(PORT_POST, post_code);
}

static void machine_exit_reset(void)
{
    for (uint32_t polls = 0; polls < MOST_POLLS; polls++)
        if (!(port_read8(PORT_KEYBOARD_CONTROLLER) & KEYBOARD_INPUT_FULL))
            break;
    port_write8(PORT_KEYBOARD_CONTROLLER, KEYBOARD_PULSE_RESET);
    for (uint32_t polls = 0; polls < MOST_POLLS; polls++)
        port_read8(PORT_KEYBOARD_CONTROLLER);
    x86_load_idt(0, 0);
    __asm__ volatile("int3");
}

static bool machine_exit_has_bios(void)
{
    const volatile uint32_t *vectors = 0;
    __asm__("" : "+r"(vectors)); /* hides from GCC that the vectors are at address 0 */
    return vectors[VECTOR_BIOS_SERVICES] != 0;
}

void machine_exit(enum exit_way way, bool failed)
{
    if (way == EXIT_86BOX && tester_86box_exit) /* it writes to the port of the POST code */
        tester_86box_exit(failed);
    machine_exit_show(failed ? POST_FAILED : POST_OK);
    if (way == EXIT_QEMU)
        port_write32(PORT_DEBUG_EXIT, failed);
    if (way == EXIT_REBOOT)
        machine_exit_reset();
    paging_remove();
    if (way == EXIT_POWEROFF && machine_exit_has_bios())
        power_off();
    halt_forever();
    __builtin_unreachable();
}
