/*
 * SPDX-License-Identifier: MIT
 * Bars of characters.
 */
#include "kernel/chart/text_bar.h"

#include "kernel/lib/format.h"

#define SAFE_BITS 56 /* a value of this size times TEXT_BAR_MOST fits 64 bits */

uint64_t text_bar_scale(uint64_t value)
{
    static const unsigned steps[] = {1, 2, 5};
    for (uint64_t power = 1; power <= UINT64_MAX / 50; power *= 10)
        for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
            if (steps[i] * power >= value)
                return steps[i] * power;
    return UINT64_MAX;
}

/* Returns the characters of a bar, rounded to nearest; any value above 0 has at least one. */
static unsigned text_bar_length(uint64_t value, uint64_t full, unsigned width)
{
    const uint64_t whole = value;
    while (full >> SAFE_BITS) {
        full >>= 1;
        value >>= 1;
    }
    if (value >= full)
        return width;
    unsigned length = (unsigned)((value * width + full / 2) / full);
    return length || !whole ? length : 1;
}

int text_bar_write(char *text, size_t size, uint64_t value, uint64_t full, unsigned width)
{
    static const char marks[] = "################################################################";
    _Static_assert(sizeof marks == TEXT_BAR_MOST + 1, "as many marks as the longest bar has");
    return format(text, size, "|%-*.*s%c", (int)width, (int)text_bar_length(value, full, width),
                  marks, value > full ? '>' : '|');
}
