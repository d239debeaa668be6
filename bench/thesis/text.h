/*
 * SPDX-License-Identifier: MIT
 * Generates a text with a given number of characters, words and lines, the same each time, for the
 * thesis's case studies, whose own input is not known.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Returns a number below `limit`, from a linear congruential generator with the constants of
 * Numerical Recipes (2nd edition, section 7.1).
 */
static inline uint32_t text_random(uint32_t *state, uint32_t limit)
{
    *state = *state * 1664525 + 1013904223;
    return (uint64_t)*state * limit >> 32;
}

/* One of 64 letters, with the frequencies of English prose. */
static inline char text_letter(uint32_t *state)
{
    static const char letters[] =
        "eeeeeeeetttttaaaaaooooiiiinnnnsssshhhhrrrrdddlllcuummwwffggyypbv";
    return letters[text_random(state, 64)];
}

/*
 * Selection sampling (Knuth, volume 2, 3.4.2, algorithm S): of the remaining letters, as many end a
 * word as words remain, and of these as many end a line as lines remain. The totals are therefore
 * exact, and the last character ends the last line. Needs lines <= words <= characters / 2.
 */
static inline void text_fill(char *text, uint32_t characters, uint32_t words, uint32_t lines)
{
    uint32_t state = 1;

    for (uint32_t letters = characters - words; letters > 0; letters--) {
        *text++ = text_letter(&state);
        if (text_random(&state, letters) >= words)
            continue;
        *text++ = text_random(&state, words) < lines ? (lines--, '\n') : ' ';
        words--;
    }
}
