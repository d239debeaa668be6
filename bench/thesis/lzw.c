/*
 * SPDX-License-Identifier: MIT
 * LZW compression in the manner of compress(1), the thesis's second case study (section 5.7): codes
 * of 9 to 16 bits, found by a hash table of 69,001 entries with a second probe. T. Welch, A
 * Technique for High-Performance Data Compression, Computer, June 1984.
 *
 * The thesis ran SPEC95's input for 20 minutes; this input is a text of 32,768 characters. The
 * table is as large as the thesis's: 404 KB of keys and codes, fifty times the data cache.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/thesis/text.h"

#define CHARACTERS 32768
#define WORDS      5085
#define LINES      1257
#define HASH_SIZE  69001 /* a prime above 2^16: at most 95 % of the entries are used */
#define HASH_SHIFT 8     /* shifts a character above the low bits of a code */
#define EMPTY      (-1)
#define BITS_MIN   9
#define BITS_MAX   16
#define LITERALS   256

static unsigned char *text, *packed;
static int32_t *keys;   /* of each entry: its character << BITS_MAX | the code of its prefix */
static uint16_t *codes; /* the code of each entry */

static struct {
    unsigned char *next;
    uint32_t pending; /* unwritten bits, the first one lowest */
    unsigned length;  /* number of unwritten bits */
} output;

static struct {
    const unsigned char *next;
    uint32_t pending;
    unsigned length;
} input;

/* Codes grow by a bit when the number of codes exceeds the current width. */
static unsigned width_of(unsigned bits, unsigned made)
{
    return bits < BITS_MAX && made > 1u << bits ? bits + 1 : bits;
}

static void put(unsigned code, unsigned bits)
{
    output.pending |= code << output.length;
    for (output.length += bits; output.length >= 8; output.length -= 8) {
        *output.next++ = output.pending;
        output.pending >>= 8;
    }
}

/* Returns the entry of a key, or the free entry where it belongs. */
static unsigned find(int32_t key, unsigned code, unsigned c)
{
    unsigned place = c << HASH_SHIFT ^ code;
    unsigned step = place == 0 ? 1 : HASH_SIZE - place;

    while (keys[place] != key && keys[place] != EMPTY)
        place = place < step ? place + HASH_SIZE - step : place - step;
    return place;
}

static void compress(void)
{
    const unsigned char *end = text + CHARACTERS;
    unsigned code = *text, made = LITERALS, bits = BITS_MIN;

    for (const unsigned char *c = text + 1; c < end; c++) {
        int32_t key = *c << BITS_MAX | code;
        unsigned place = find(key, code, *c);

        if (keys[place] == key) {
            code = codes[place];
            continue;
        }
        put(code, bits);
        keys[place] = key;
        codes[place] = made++;
        bits = width_of(bits, made);
        code = *c;
    }
    put(code, bits);
    put(0, 7); /* the pending bits */
}

static void run(void)
{
    region_begin(0);
    compress();
    region_end(0);
}
region_name(0, "compress");

static void setup(void)
{
    text = malloc(CHARACTERS);
    packed = malloc(2 * CHARACTERS);
    keys = malloc(HASH_SIZE * sizeof(*keys));
    codes = malloc(HASH_SIZE * sizeof(*codes));
    text_fill((char *)text, CHARACTERS, WORDS, LINES);
}

static void restore(void)
{
    memset(keys, EMPTY, HASH_SIZE * sizeof(*keys));
    output.next = packed;
    output.pending = 0;
    output.length = 0;
}

static unsigned get(unsigned bits)
{
    unsigned code;

    for (; input.length < bits; input.length += 8)
        input.pending |= (uint32_t)*input.next++ << input.length;
    code = input.pending & ((1u << bits) - 1);
    input.pending >>= bits;
    input.length -= bits;
    return code;
}

/*
 * Decompresses and compares. The code after the nth one represents the text of the nth and the next
 * character, so its text is found in the output.
 */
static const char *check(void)
{
    static char wrong[80];
    unsigned char *unpacked = malloc(CHARACTERS);
    uint32_t *place = malloc(CHARACTERS * sizeof(*place)); /* start of the nth code's text */
    unsigned bits = BITS_MIN, n = 0;

    input.next = packed;
    input.pending = 0;
    input.length = 0;
    for (uint32_t length = 0; length < CHARACTERS; n++) {
        unsigned code = get(bits);
        unsigned made_behind = code - LITERALS;

        place[n] = length;
        if (code < LITERALS) {
            unpacked[length++] = code;
        } else if (made_behind < n) {
            uint32_t end = place[made_behind + 1] + 1;
            for (uint32_t i = place[made_behind]; i < end && length < CHARACTERS; i++)
                unpacked[length++] = unpacked[i];
        } else {
            snprintf(wrong, sizeof(wrong), "code %u is %u, not defined", n, code);
            return wrong;
        }
        bits = width_of(bits, LITERALS + n + 1);
    }
    if (memcmp(text, unpacked, CHARACTERS) == 0 && input.next == output.next)
        return NULL;
    snprintf(wrong, sizeof(wrong), "%u codes give a wrong text", n);
    return wrong;
}

BENCHMARK("LZW as in compress(1) over 32,768 characters (section 5.7, Table 5.8)", run,
          .setup = setup, .restore = restore, .check = check, .memory = 768 * 1024);
