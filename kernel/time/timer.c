/*
 * SPDX-License-Identifier: MIT
 * Measures the clock against channel 2 of the 8254, whose gate and output are at port 61h (IBM AT
 * Technical Reference; Intel 8254 data sheet, modes and read-back). Polled, without interrupts.
 */
#include "kernel/time/timer.h"

#include "kernel/lib/x86.h"

#include <stdbool.h>

#define PIT_HZ               1193182u
#define PORT_PIT_CHANNEL2    0x42
#define PORT_PIT_MODE        0x43
#define PIT_CHANNEL2_ONESHOT 0xB0 /* channel 2, low byte then high, mode 0, binary */

#define PORT_SYSTEM_B    0x61
#define SYSTEM_B_GATE2   0x01 /* channel 2 counts while set */
#define SYSTEM_B_SPEAKER 0x02
#define SYSTEM_B_OUT2    0x20 /* channel 2's output: set when it has counted down */

#define MEASURED_TICKS (PIT_HZ / 100)

/*
 * Limit of port reads in each wait: an ISA port takes about a microsecond, so this is over a
 * second.
 */
#define MOST_POLLS 2000000u

/*
 * Times that the output may be set at the first poll. An absent port reads FFh every time. An
 * emulator whose host had other work between the two accesses is only late.
 */
#define MOST_LATE 5

/* Returns 0 if the timer does not run, and whether its output was set at the first poll. */
static uint64_t timer_measure_once(bool *late)
{
    uint8_t system_b = port_read8(PORT_SYSTEM_B) & (uint8_t) ~(SYSTEM_B_SPEAKER | SYSTEM_B_GATE2);
    port_write8(PORT_SYSTEM_B, system_b);
    port_write8(PORT_PIT_MODE, PIT_CHANNEL2_ONESHOT);
    port_write8(PORT_PIT_CHANNEL2, MEASURED_TICKS & 0xFF);
    port_write8(PORT_PIT_CHANNEL2, MEASURED_TICKS >> 8);

    port_write8(PORT_SYSTEM_B, system_b | SYSTEM_B_GATE2);
    uint64_t begin = rdtsc();
    uint32_t polls = 0;
    while (!(port_read8(PORT_SYSTEM_B) & SYSTEM_B_OUT2))
        if (++polls == MOST_POLLS)
            break;
    uint64_t clocks = rdtsc() - begin;
    port_write8(PORT_SYSTEM_B, system_b);

    *late = polls == 0;
    if (*late || polls == MOST_POLLS)
        return 0;
    return clocks * PIT_HZ / MEASURED_TICKS;
}

struct speed timer_measure(void)
{
    uint64_t hz[SPEED_MEASUREMENTS] = {0};
    for (unsigned i = 0; i < SPEED_MEASUREMENTS; i++) {
        bool late = true;
        for (unsigned trials = 0; late && trials < MOST_LATE; trials++)
            hz[i] = timer_measure_once(&late);
        if (!hz[i]) /* the remaining measurements would time out too */
            break;
    }
    return clock_speed_of(hz);
}
