/*
 * SPDX-License-Identifier: MIT
 * Runs work() and prints its cost on COM1: `clocks=HEX instructions=HEX result=HEX`.
 *
 * QEMU has no CTR0 and its TSC is the host's, so only the result is valid there.
 */
#include "kernel/lib/x86.h"
#include "pmc/p5/p5_registers.h"
#include "tests/speed/speed.h"

#define COM1      0x3F8 /* the transmitter; an emulated one sends without initialization */
#define EXIT_PORT 0xF4

#define EVENT_INSTRUCTIONS_EXECUTED 0x16

__attribute__((noreturn)) void speed_main(void);

void speed_put(char c)
{
    port_write8(COM1, (uint8_t)c);
}

__attribute__((weak)) void speed_prepare(void)
{
}

void speed_main(void)
{
    uint64_t clocks, instructions;
    uint32_t result;

    speed_prepare();
    wrmsr(MSR_P5_CTR0, 0);
    wrmsr(MSR_P5_CESR, EVENT_INSTRUCTIONS_EXECUTED | CESR_CC_KERNEL);
    clocks = rdtsc();
    result = work();
    clocks = rdtsc() - clocks;
    instructions = rdmsr(MSR_P5_CTR0);

    speed_say_number("clocks=", clocks);
    speed_say_number(" instructions=", instructions);
    speed_say_number(" result=", result);
    speed_say("\n");
    for (;;)
        port_write8(EXIT_PORT, 0);
}
