/*
 * SPDX-License-Identifier: MIT
 * Unpacks 4 KB of text packed by Lempel and Ziv's method of 1977 with a bit per token (Storer and
 * Szymanski): byte by byte in plain C; and with matches copied by dwords into lines that are in the
 * cache (unpack.asm).
 */

/*
 * The packed form: a byte of flags, then a token for each of its bits, lowest bit first. 1: a byte.
 * 0: two bytes, the lower first; bits 11-0 are the distance less 1, 15-12 the length less 3. The
 * last group is filled up with zeroes, which represent no text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { BYTES = 4096, GROUP = 8, SHORTEST = 3, LONGEST = 18, PAIRS = 1024, SLACK = 256 };

static long variant; /* bytes, dwords */
static uint8_t *text, *packed, *out;

region_name(0, "unpack");

/* May write up to 152 bytes after the n bytes of text. */
void lz77_unpack(const uint8_t *in, uint8_t *to, unsigned n);

static void unpack_bytes(const uint8_t *in, uint8_t *to, unsigned n)
{
    region_begin(0);
    const uint8_t *end = to + n;
    for (unsigned flags = 0; to < end; flags >>= 1) {
        if (flags <= 1)
            flags = 0x100u | *in++;
        if (flags & 1) {
            *to++ = *in++;
            continue;
        }
        unsigned token = in[0] | (unsigned)in[1] << 8;
        const uint8_t *from = to - (token & 0xfff) - 1;
        in += 2;
        for (unsigned length = (token >> 12) + SHORTEST; length > 0; length--)
            *to++ = *from++;
    }
    region_end(0);
}

static void unpack(const uint8_t *in, uint8_t *to, unsigned n)
{
    if (variant == 0)
        unpack_bytes(in, to, n);
    else
        lz77_unpack(in, to, n);
}

static unsigned match_length(const uint8_t *here, const uint8_t *before, const uint8_t *end)
{
    unsigned length = 0;
    while (length < LONGEST && here + length < end && here[length] == before[length])
        length++;
    return length;
}

/* Looks for a match only at the most recent position of the same two letters. */
static void pack(const uint8_t *from, uint8_t *to)
{
    static const uint8_t *last[PAIRS];
    const uint8_t *const end = from + BYTES;
    memset(last, 0, sizeof last);
    while (from < end) {
        uint8_t *flags = to++;
        *flags = 0;
        for (unsigned bit = 0; bit < GROUP; bit++) {
            const uint8_t **place = &last[(from[0] ^ from[1] << 5) % PAIRS];
            unsigned length = *place && from < end ? match_length(from, *place, end) : 0;
            unsigned distance = length ? (unsigned)(from - *place) : 0;
            *place = from;
            if (length >= SHORTEST) {
                unsigned token = (length - SHORTEST) << 12 | (distance - 1);
                *to++ = (uint8_t)token;
                *to++ = (uint8_t)(token >> 8);
                from += length;
            } else {
                *flags |= (uint8_t)(1u << bit);
                *to++ = from < end ? *from : 0;
                from++;
            }
        }
    }
}

static void setup(void)
{
    static const char *const words[] = {"the ",  "pipe ", "clock ", "of ",     "a ",     "pair ",
                                        "cache", " line", "stall ", "and ",    "write ", "branch ",
                                        "is ",   "taken", ", ",     "aaaaaaaa"};
    text = malloc(BYTES + SLACK);
    packed = malloc(2 * BYTES);
    out = malloc(BYTES + SLACK);
    srand(7);
    for (unsigned i = 0; i < BYTES;) {
        const char *word = words[rand() >> 3 & 15];
        for (; *word && i < BYTES; i++)
            text[i] = (uint8_t)*word++;
    }
    pack(text, packed);
}

static void run(void)
{
    unpack(packed, out, BYTES);
}

/*
 * Compares with the text, and unpacks a stream written by hand: "ab", then 5 letters from 2 letters
 * back, 4 from 3 back, 8 from 4 back, and zeroes for the rest of the group.
 */
static const char *check(void)
{
    static const uint8_t made[] = {0xe3, 'a', 'b', 0x01, 0x20, 0x02, 0x10, 0x03, 0x50, 0, 0, 0};
    static const char meant[] =
        "ab"
        "ababa"
        "abaa"
        "abaaabaa";
    static uint8_t got[SLACK];
    static char wrong[80];
    unpack(made, got, sizeof meant - 1);
    if (memcmp(got, meant, sizeof meant - 1) != 0) {
        snprintf(wrong, sizeof wrong, "the hand-written stream gives '%.19s', not '%s'",
                 (const char *)got, meant);
        return wrong;
    }
    for (unsigned i = 0; i < BYTES; i++) {
        if (out[i] == text[i])
            continue;
        snprintf(wrong, sizeof wrong, "byte %u is %u, not %u", i, out[i], text[i]);
        return wrong;
    }
    return NULL;
}

BENCHMARK("unpacks LZ77: by bytes, by dwords into the cache", run, .setup = setup, .check = check,
          .memory = 4 * BYTES + 2 * SLACK,
          .arguments = ARGUMENTS(ARGUMENT(variant, "bytes,dwords")));
