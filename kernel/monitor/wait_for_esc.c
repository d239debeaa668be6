/*
 * SPDX-License-Identifier: MIT
 * The keyboard's line, 1, wakes the processor; what it says is read here, so that nothing but an
 * IRET is needed behind its vector.
 */
#include "boot/descriptors.h"
#include "kernel/console/screen.h"
#include "kernel/machine/interrupt_lines.h"
#include "kernel/monitor/monitor.h"

#define LINE_KEYBOARD 1
#define SCAN_ESC      0x01

void stub_spurious_master(void); /* boot/exception_stubs.asm: an IRET */

/* Takes all that was typed; whether Esc was among it. */
static bool is_esc(void)
{
    bool esc = false;
    for (int code; (code = screen_scan()) >= 0;)
        esc |= code == SCAN_ESC;
    return esc;
}

void monitor_wait(void)
{
    is_esc(); /* what was pressed before is for nobody */
    descriptors_set_interrupt(VECTOR_LINES + LINE_KEYBOARD, stub_spurious_master);
    pic_let_through(LINE_KEYBOARD, true);
    do {
        __asm__ volatile("sti; hlt; cli");
        pic_end_master();
    } while (!is_esc());
    pic_let_through(LINE_KEYBOARD, false);
}
