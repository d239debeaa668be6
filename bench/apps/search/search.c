/*
 * SPDX-License-Identifier: MIT
 * Finds all occurrences of 16 letters in 16 KB of text: by trying every position, and by Horspool's
 * variant of the Boyer-Moore method, whose inner loop (skip.asm) looks at one letter in several.
 *
 * Trying every position reads each letter and branches on it, and the branch after a letter that
 * matches is mispredicted. The skip table is 256 bytes and stays in the data cache.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { LENGTH = 16, BYTES = 16 * 1024, PLACES = 4 };

static const char pattern[] = "on the zebra mat";
static const unsigned planted[PLACES] = {1000, 5003, 11111, BYTES - LENGTH};

static long variant; /* naive, horspool */
static char *text;   /* followed by the pattern, a sentinel */
static unsigned found, at[PLACES + 1];
static uint8_t skip[256]; /* distance to move the pattern if its last letter is over this one */

region_name(0, "search");
region_name(1, "skips");

/* Returns the first position from `last` on whose skip is 0: the pattern's last letter. */
const char *search_skip(const char *last, const uint8_t *skips);

static void note(unsigned place)
{
    if (found < PLACES)
        at[found] = place;
    found++;
}

static void naive(void)
{
    region_begin(0);
    for (unsigned place = 0; place <= BYTES - LENGTH; place++) {
        unsigned i = 0;
        while (i < LENGTH && text[place + i] == pattern[i])
            i++;
        if (i == LENGTH)
            note(place);
    }
    region_end(0);
}

/* Returns the distance to move the pattern if its last letter matches and another does not. */
static unsigned make_skips(void)
{
    const uint8_t last = (uint8_t)pattern[LENGTH - 1];
    region_begin(1);
    memset(skip, LENGTH, sizeof skip);
    for (unsigned i = 0; i < LENGTH - 1; i++)
        skip[(uint8_t)pattern[i]] = (uint8_t)(LENGTH - 1 - i);
    unsigned move = skip[last];
    skip[last] = 0;
    region_end(1);
    return move;
}

static void horspool(void)
{
    unsigned move = make_skips();
    region_begin(0);
    const char *end = text + BYTES;
    for (const char *last = text + LENGTH - 1;; last += move) {
        last = search_skip(last, skip);
        if (last >= end)
            break;
        unsigned i = LENGTH - 1;
        while (i > 0 && last[i - LENGTH] == pattern[i - 1])
            i--;
        if (i == 0)
            note((unsigned)(last - text) - (LENGTH - 1));
    }
    region_end(0);
}

/* Random words, none with a z. */
static void setup(void)
{
    static const char *const words[] = {"the ", "cat ", "on ",    "a ",   "mat ", "sat ",
                                        "too ", "bra ", "ten ",   "hat ", "and ", "then ",
                                        "one ", "mate", "brown ", "ebb "};
    text = malloc(BYTES + 32);
    srand(3);
    for (unsigned i = 0; i < BYTES;) {
        const char *word = words[rand() >> 3 & 15];
        for (; *word && i < BYTES; i++)
            text[i] = *word++;
    }
    for (unsigned i = 0; i < PLACES; i++)
        memcpy(text + planted[i], pattern, LENGTH);
    memcpy(text + BYTES, pattern, LENGTH);
}

static void run(void)
{
    found = 0;
    if (variant == 0)
        naive();
    else
        horspool();
}

/* The pattern has a z and no word has one, so it occurs only where setup() put it. */
static const char *check(void)
{
    static char wrong[80];
    if (found == PLACES && memcmp(at, planted, sizeof planted) == 0)
        return NULL;
    snprintf(wrong, sizeof wrong, "%u places found, of %d; the first at %u, not %u", found, PLACES,
             at[0], planted[0]);
    return wrong;
}

BENCHMARK("string search: at every offset, by Horspool's skips", run, .setup = setup,
          .check = check, .memory = BYTES + 32,
          .arguments = ARGUMENTS(ARGUMENT(variant, "naive,horspool")));
