/*
 * SPDX-License-Identifier: MIT
 * Sampling source: channel 0 of the 8254 (Intel 8254 data sheet). Mode 0 raises line 0 once, when
 * the count has elapsed; writing the next count restarts it. So each interval has its specified
 * length, and starts only when the handler arms it. At the end the BIOS's 18.2 Hz in mode 3 are
 * restored.
 */
#include "kernel/sample/sources/sample_source.h"

#include "kernel/lib/x86.h"
#include "kernel/machine/interrupt_lines.h"
#include "kernel/machine/trap.h"

#define PORT_COUNT    0x40
#define PORT_CONTROL  0x43
#define CONTROL_ONCE  0x30 /* channel 0, low byte then high byte, mode 0, binary */
#define CONTROL_BIOS  0x36 /* the same, mode 3 */
#define PIT_HZ        1193182u
#define LINE_OF_TIMER 0

void stub_timer(void); /* defined in sample_stubs.asm */

static const char *open_pit(uint64_t tsc_hz, unsigned rate)
{
    (void)tsc_hz, (void)rate;
    descriptors_set_interrupt(VECTOR_LINES + LINE_OF_TIMER, stub_timer);
    port_write8(PORT_CONTROL, CONTROL_ONCE); /* without a count: the channel is stopped */
    pic_let_through(LINE_OF_TIMER, true);
    return NULL;
}

static uint32_t pit_hz(void)
{
    return PIT_HZ;
}

static void arm_pit(uint32_t ticks)
{
    port_write8(PORT_COUNT, (uint8_t)ticks);
    port_write8(PORT_COUNT, (uint8_t)(ticks >> 8));
}

static bool takes_pit(const struct trap_frame *frame)
{
    if (frame->vector != VECTOR_LINES + LINE_OF_TIMER)
        return false;
    pic_end_master();
    return true;
}

static void close_pit(void)
{
    pic_let_through(LINE_OF_TIMER, false);
    port_write8(PORT_CONTROL, CONTROL_BIOS);
    arm_pit(0); /* a count of 65536 */
}

const struct sample_source sample_by_pit = {
    .name = "pit",
    .most = 65535,
    .open = open_pit,
    .hz = pit_hz,
    .arm = arm_pit,
    .acknowledge = takes_pit,
    .close = close_pit,
};
