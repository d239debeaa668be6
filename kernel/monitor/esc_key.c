/*
 * SPDX-License-Identifier: MIT
 * Waits for Esc, halted. Line 1, the keyboard's, wakes the processor. The key is read here, so the
 * interrupt handler is a single IRET.
 */
#include "boot/descriptors.h"
#include "kernel/console/screen.h"
#include "kernel/machine/interrupt_lines.h"
#include "kernel/monitor/monitor.h"

#define LINE_KEYBOARD 1
#define SCAN_ESC      0x01

void stub_spurious_master(void); /* boot/exception_stubs.asm: an IRET */

/* Reads all pending keys; reports whether Esc was among them. */
static bool esc_key_was_pressed(void)
{
    bool esc = false;
    for (int code; (code = screen_scan_code()) >= 0;)
        esc |= code == SCAN_ESC;
    return esc;
}

void esc_key_wait(void)
{
    esc_key_was_pressed(); /* discards earlier keys */
    descriptors_set_interrupt(VECTOR_LINES + LINE_KEYBOARD, stub_spurious_master);
    pic_let_through(LINE_KEYBOARD, true);
    do {
        __asm__ volatile("sti; hlt; cli");
        pic_end_master();
    } while (!esc_key_was_pressed());
    pic_let_through(LINE_KEYBOARD, false);
}
