/*
 * SPDX-License-Identifier: MIT
 * The Linux program around work(), without a library: prints `result=HEX` and exits with status 0.
 */
#include "tests/speed/speed.h"

/* Linux's system call table for i386. */
#define SYS_EXIT  1
#define SYS_WRITE 4

#define STANDARD_OUTPUT 1

__attribute__((noreturn)) void speed_linux(void);

static void system_call(uint32_t number, uint32_t a, uint32_t b, uint32_t c)
{
    __asm__ volatile("int $0x80" : "+a"(number) : "b"(a), "c"(b), "d"(c) : "memory");
}

void speed_put(char c)
{
    system_call(SYS_WRITE, STANDARD_OUTPUT, (uint32_t)(uintptr_t)&c, 1);
}

void speed_linux(void)
{
    speed_say_number("result=", work());
    speed_say("\n");
    for (;;)
        system_call(SYS_EXIT, 0, 0, 0);
}
