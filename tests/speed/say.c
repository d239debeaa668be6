/*
 * SPDX-License-Identifier: MIT
 * Prints a speed program's output without a library.
 */
#include "tests/speed/speed.h"

void speed_say(const char *text)
{
    while (*text)
        speed_put(*text++);
}

void speed_say_number(const char *name, uint64_t value)
{
    speed_say(name);
    for (int shift = 60; shift >= 0; shift -= 4)
        speed_put("0123456789abcdef"[(value >> shift) & 15]);
}
