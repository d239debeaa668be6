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
static bool is_esc(void)
{
    bool esc = false;
    for (int code; (code = screen_scan()) >= 0;)
        esc |= code == SCAN_ESC;
    return esc;
}

void monitor_wait(void)
{
    is_esc(); /* discards earlier keys */
    descriptors_set_interrupt(VECTOR_LINES + LINE_KEYBOARD, stub_spurious_master);
    pic_let_through(LINE_KEYBOARD, true);
    do {
        __asm__ volatile("sti; hlt; cli");
        pic_end_master();
    } while (!is_esc());
    pic_let_through(LINE_KEYBOARD, false);
}
