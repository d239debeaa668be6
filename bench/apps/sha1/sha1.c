/*
 * SPDX-License-Identifier: MIT
 * SHA-1 of 2,048 bytes: as FIPS 180-1 defines it, 80 words and then a loop over 80 steps; and with
 * all steps unrolled for the two pipes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apps/sha1/sha1.h"
#include "bench/bench.h"

#define LENGTH 2048

struct state {
    uint32_t words[5];
};

static const struct state start = {{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}};

static long variant;
static uint8_t *message;
static struct state result;

static uint32_t mix(unsigned t, uint32_t b, uint32_t c, uint32_t d)
{
    if (t < 20)
        return ((b & c) | (~b & d)) + 0x5a827999;
    if (t < 40)
        return (b ^ c ^ d) + 0x6ed9eba1;
    if (t < 60)
        return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    return (b ^ c ^ d) + 0xca62c1d6;
}

static void sha1_compress_plain(uint32_t *state, const uint32_t *block)
{
    uint32_t words[80];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];

    for (unsigned t = 0; t < 16; t++)
        words[t] = __builtin_bswap32(block[t]);
    for (unsigned t = 16; t < 80; t++)
        words[t] = digest_rotate(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
    for (unsigned t = 0; t < 80; t++) {
        uint32_t sum = digest_rotate(a, 5) + mix(t, b, c, d) + e + words[t];
        e = d;
        d = c;
        c = digest_rotate(b, 30);
        b = a;
        a = sum;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

static struct state sha1(const void *text, uint32_t length)
{
    struct state state = start;
    digest(variant == 0 ? sha1_compress_plain : sha1_compress_paired, state.words, text, length,
           BIG_ENDIAN);
    return state;
}

static void run(void)
{
    region_begin(0);
    result = sha1(message, LENGTH);
    region_end(0);
}
region_name(0, "digest");

static void setup(void)
{
    message = malloc(LENGTH);
    for (unsigned i = 0; i < LENGTH; i++)
        message[i] = i;
}

static void restore(void)
{
    memset(&result, 0, sizeof(result));
}

static const char *difference(const char *text, struct state got, const char *expected)
{
    return digest_difference(text, got.words, 5, BIG_ENDIAN, expected);
}

/*
 * FIPS 180-1, appendices A and B; the empty message; and the digest that sha1sum of GNU coreutils
 * prints for the message, the bytes 0 to 255 eight times.
 */
static const char *check(void)
{
    static const char *suite[][2] = {{"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
                                     {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                                      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
                                     {"", "da39a3ee5e6b4b0d3255bfef95601890afd80709"}};
    const char *wrong =
        difference("the message", result, "f10ccfde60c17db26e7d85d35665c7661dbbeb2c");

    for (unsigned i = 0; wrong == NULL && i < sizeof(suite) / sizeof(*suite); i++)
        wrong = difference(suite[i][0], sha1(suite[i][0], strlen(suite[i][0])), suite[i][1]);
    return wrong;
}

BENCHMARK("SHA-1 of 2,048 bytes", run, .setup = setup, .restore = restore, .check = check,
          .memory = 4 * 1024, .arguments = ARGUMENTS(ARGUMENT(variant, "definition,paired")));
