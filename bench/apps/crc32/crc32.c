/*
 * SPDX-License-Identifier: MIT
 * The CRC-32 of 3 KB in three ways: a bit at a time; a byte at a time with a table of 1 KB; a dword
 * at a time with four tables ("slicing"), in pairs (slicing.asm).
 *
 * Tables and data are 7 KB together and stay in the data cache. A table saves the eight steps per
 * byte. Slicing makes the four lookups of a dword independent, so that the V pipe is used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { BYTES = 3 * 1024 };
#define POLYNOMIAL 0xedb88320 /* IEEE 802.3's, lowest bit first */

static long variant; /* bitwise, table, slicing */
static uint8_t *data;
static uint32_t crc;

uint32_t crc32_tables[4][256]; /* [k][b]: effect of byte b followed by k zero bytes */

region_name(0, "crc");
WORK("region=crc bytes=3*1024"); /* BYTES */

/* Processes whole dwords; reads the dword after the last one but does not use it. */
uint32_t crc32_slicing(uint32_t start, const void *bytes, unsigned dwords);

static uint32_t bit(uint32_t state)
{
    return state >> 1 ^ (POLYNOMIAL & -(state & 1));
}

static uint32_t bitwise(uint32_t state, const uint8_t *byte, unsigned n)
{
    region_begin(0);
    for (const uint8_t *end = byte + n; byte < end; byte++) {
        state ^= *byte;
        for (int i = 0; i < 8; i++)
            state = bit(state);
    }
    region_end(0);
    return state;
}

static uint32_t step(uint32_t state, uint8_t byte)
{
    return crc32_tables[0][(uint8_t)(state ^ byte)] ^ state >> 8;
}

static uint32_t by_table(uint32_t state, const uint8_t *byte, unsigned n)
{
    region_begin(0);
    for (const uint8_t *end = byte + n; byte < end; byte++)
        state = step(state, *byte);
    region_end(0);
    return state;
}

static uint32_t by_slices(uint32_t state, const uint8_t *bytes, unsigned n)
{
    state = crc32_slicing(state, bytes, n / 4);
    for (unsigned i = n / 4 * 4; i < n; i++)
        state = step(state, bytes[i]);
    return state;
}

static uint32_t crc32(const uint8_t *bytes, unsigned n)
{
    static uint32_t (*const ways[])(uint32_t, const uint8_t *, unsigned) = {bitwise, by_table,
                                                                            by_slices};
    return ~ways[variant](~0u, bytes, n);
}

static void make_tables(void)
{
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t state = b;
        for (int k = 0; k < 4; k++) {
            for (int i = 0; i < 8; i++)
                state = bit(state);
            crc32_tables[k][b] = state;
        }
    }
}

static void setup(void)
{
    data = malloc(BYTES + 32); /* 32: CRC, and the dword read past the end */
    srand(2);
    for (unsigned i = 0; i < BYTES; i++)
        data[i] = (uint8_t)(rand() >> 4);
    make_tables();
}

static void run(void)
{
    crc = crc32(data, BYTES);
}

/*
 * Compares with two independent answers. The CRC catalogues give cbf43926 for "123456789". A
 * message followed by its CRC, lowest byte first, has the CRC 2144df1c for any message, since the
 * remainder is constant.
 */
static const char *check(void)
{
    static char wrong[80];
    static const uint8_t digits[12] = "123456789";
    uint32_t example = crc32(digits, 9);
    memcpy(data + BYTES, &crc, 4);
    uint32_t residue = crc32(data, BYTES + 4);
    if (example == 0xcbf43926 && residue == 0x2144df1c)
        return NULL;
    snprintf(wrong, sizeof wrong,
             "%08x for 123456789, not cbf43926; %08x with its CRC, not 2144df1c", (unsigned)example,
             (unsigned)residue);
    return wrong;
}

BENCHMARK("CRC-32: bit by bit, by a table, four tables in pairs", run, .setup = setup,
          .check = check, .memory = BYTES + 32,
          .arguments = ARGUMENTS(ARGUMENT(variant, "bitwise,table,slicing")));
