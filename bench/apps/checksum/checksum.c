/*
 * SPDX-License-Identifier: MIT
 * The Internet checksum (RFC 1071) of 32 KB: 16-bit words one by one in plain C, and dwords with
 * carry in pairs (paired.asm).
 *
 * In the first variant gcc emits 6 instructions for 2 bytes. A prefix on one of them leaves the V
 * pipe empty for a clock. In the second, ADC in U and the next load in V take one clock for 4
 * bytes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"

enum { BYTES = 32 * 1024 };

static long variant; /* before, after */
static uint32_t *data;
static uint16_t checksum;

region_name(0, "sum");

/* Adds up dwords with each carry; `n` is in bytes and a multiple of 32. Returns 32 bits. */
uint32_t checksum_paired(const void *bytes, unsigned n);

static uint32_t words(const uint16_t *word, unsigned n)
{
    uint32_t sum = 0;
    region_begin(0);
    for (const uint16_t *end = word + n / 2; word < end; word++)
        sum += *word;
    region_end(0);
    return sum;
}

/* The sum in network byte order, not complemented. */
static uint16_t folded(const void *bytes, unsigned n)
{
    uint32_t sum = variant ? checksum_paired(bytes, n) : words(bytes, n);
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)(sum << 8 | sum >> 8);
}

static void setup(void)
{
    data = malloc(BYTES);
    srand(1);
    for (unsigned i = 0; i < BYTES / 4; i++)
        data[i] = (uint32_t)rand() << 20 ^ (uint32_t)rand() << 10 ^ (uint32_t)rand();
}

static void run(void)
{
    checksum = folded(data, BYTES);
}

/*
 * Compares with two independent answers. RFC 1071, section 3: the bytes 00 01 f2 03 f4 f5 f6 f7
 * have the sum ddf2, and appended zeroes add nothing. A ones' complement sum is the remainder
 * modulo 65535, in which 65536 is 1 and a byte swap is a multiplication by 256. The same remainder
 * follows from adding the dwords one after another; it is 0 only for data that is all zeroes.
 */
static const char *check(void)
{
    static const uint8_t published[32] = {0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7};
    static char wrong[80];
    uint16_t example = folded(published, sizeof published);
    uint32_t remainder = 0;
    for (unsigned i = 0; i < BYTES / 4; i++)
        remainder = (remainder + data[i] % 65535) % 65535;
    remainder = remainder * 256 % 65535;
    if (example == 0xddf2 && checksum % 65535 == remainder)
        return NULL;
    snprintf(wrong, sizeof wrong, "RFC 1071's example sums to %04x (ddf2), the data to %04x (%04x)",
             example, checksum % 65535u, (unsigned)remainder);
    return wrong;
}

BENCHMARK("the Internet checksum: words one by one, dwords in pairs", run, .setup = setup,
          .check = check, .memory = BYTES,
          .arguments = ARGUMENTS(ARGUMENT(variant, "before,after")));
