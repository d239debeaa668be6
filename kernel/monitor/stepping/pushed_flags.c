/*
 * SPDX-License-Identifier: MIT
 * PUSHF is the only instruction that lets code read TF. No library function is called: a breakpoint
 * may be in it (breakpoints.c).
 */
#include "kernel/monitor/stepping/pushed_flags.h"

#include <stdbool.h>

#define OPCODE_PUSHF  0x9C
#define MOST_PREFIXES 14
#define TF_BYTE       1u /* of the pushed word, of 16 or 32 bits */
#define TF_BIT        1u

static bool is_prefix(uint8_t byte)
{
    return byte == 0x66 || byte == 0x67 || byte == 0xF2 || byte == 0xF3 || byte == 0x64 ||
           byte == 0x65 || (byte & 0xE7) == 0x26;
}

void pushed_flags_hide_step(uint32_t at, uint32_t esp)
{
    const volatile uint8_t *code = (const volatile uint8_t *)(uintptr_t)at;
    unsigned n = 0;
    while (n < MOST_PREFIXES && is_prefix(code[n]))
        n++;
    if (code[n] == OPCODE_PUSHF)
        *(volatile uint8_t *)(uintptr_t)(esp + TF_BYTE) &= (uint8_t)~TF_BIT;
}
