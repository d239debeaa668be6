/*
 * SPDX-License-Identifier: MIT
 * MD5 of 2,048 bytes: as RFC 1321 defines it, in a loop over 64 steps; and with all steps unrolled
 * for the two pipes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apps/md5/md5.h"
#include "bench/bench.h"

#define LENGTH 2048

struct state {
    uint32_t words[4];
};

static const struct state start = {{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}};

static long variant;
static uint8_t *message;
static struct state result;
static uint32_t sines[64];

static uint32_t mix(unsigned round, uint32_t b, uint32_t c, uint32_t d)
{
    switch (round) {
    case 0:
        return (b & c) | (~b & d);
    case 1:
        return (b & d) | (c & ~d);
    case 2:
        return b ^ c ^ d;
    default:
        return c ^ (b | ~d);
    }
}

static void md5_compress_plain(uint32_t *state, const uint32_t *block)
{
    static const unsigned first[4] = {0, 1, 5, 0}, stride[4] = {1, 5, 3, 7};
    static const unsigned shifts[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];

    for (unsigned i = 0; i < 64; i++) {
        unsigned round = i / 16;
        uint32_t word = block[(first[round] + i * stride[round]) % 16];
        uint32_t sum = a + mix(round, b, c, d) + word + sines[i];
        a = d;
        d = c;
        c = b;
        b += digest_rotate(sum, shifts[round][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

static struct state md5(const void *text, uint32_t length)
{
    struct state state = start;
    digest(variant == 0 ? md5_compress_plain : md5_compress_paired, state.words, text, length,
           LITTLE_ENDIAN);
    return state;
}

static void run(void)
{
    region_begin(0);
    result = md5(message, LENGTH);
    region_end(0);
}
region_name(0, "digest");

static void setup(void)
{
    message = malloc(LENGTH);
    for (unsigned i = 0; i < LENGTH; i++)
        message[i] = i;
    for (int i = 0; i < 64; i++)
        sines[i] = fabs(sin(i + 1)) * 4294967296.0;
}

static void restore(void)
{
    memset(&result, 0, sizeof(result));
}

static const char *difference(const char *text, struct state got, const char *expected)
{
    return digest_difference(text, got.words, 4, LITTLE_ENDIAN, expected);
}

/*
 * The test suite of RFC 1321, A.5, and the digest that md5sum of GNU coreutils prints for the
 * message, the bytes 0 to 255 eight times.
 */
static const char *check(void)
{
    static const char *suite[][2] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"a", "0cc175b9c0f1b6a831c399e269772661"},
        {"abc", "900150983cd24fb0d6963f7d28e17f72"},
        {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
        {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         "d174ab98d277d9f5a5611c2c9f419d9f"},
        {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
         "57edf4a22be3c955ac49da2e2107b67a"}};
    const char *wrong = difference("the message", result, "1576a94d6cb334dd126cb1c27f19e0f2");

    for (unsigned i = 0; wrong == NULL && i < sizeof(suite) / sizeof(*suite); i++)
        wrong = difference(suite[i][0], md5(suite[i][0], strlen(suite[i][0])), suite[i][1]);
    return wrong;
}

BENCHMARK("MD5 of 2,048 bytes", run, .setup = setup, .restore = restore, .check = check,
          .memory = 4 * 1024, .arguments = ARGUMENTS(ARGUMENT(variant, "definition,paired")));
