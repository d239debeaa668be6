/*
 * SPDX-License-Identifier: MIT
 * Splits a message into blocks of 64 bytes and pads it, for MD5 and SHA-1 (RFC 1321, 3.1 and 3.2;
 * FIPS 180-1, section 4).
 */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Updates the state with a block of 16 words in memory order. */
typedef void digest_compress(uint32_t *state, const uint32_t *block);

enum digest_order { LITTLE_ENDIAN, BIG_ENDIAN };

static inline uint32_t digest_rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static inline void digest(digest_compress *compress, uint32_t *state, const void *message,
                          uint32_t length, enum digest_order order)
{
    uint32_t end[32] = {0}; /* the rest, a 1 bit, zeroes, and the length in bits */
    uint32_t rest = length % 64, words = rest < 56 ? 16 : 32;
    const uint8_t *block = message;

    for (; block < (const uint8_t *)message + length - rest; block += 64)
        compress(state, (const uint32_t *)block);
    memcpy(end, block, rest);
    ((uint8_t *)end)[rest] = 0x80;
    if (order == LITTLE_ENDIAN)
        end[words - 2] = length * 8;
    else
        end[words - 1] = __builtin_bswap32(length * 8);
    for (uint32_t i = 0; i < words; i += 16)
        compress(state, &end[i]);
}

/*
 * Returns NULL if the `words` words of the state, at most 5, equal the expected digest; else a
 * sentence that names the difference.
 */
static inline const char *digest_difference(const char *text, const uint32_t *state, unsigned words,
                                            enum digest_order order, const char *expected)
{
    static char wrong[200], got[5 * 8 + 1];

    for (unsigned i = 0; i < words; i++) {
        uint32_t word = order == BIG_ENDIAN ? state[i] : __builtin_bswap32(state[i]);
        snprintf(got + 8 * i, 9, "%08lx", (unsigned long)word);
    }
    if (strcmp(got, expected) == 0)
        return NULL;
    snprintf(wrong, sizeof(wrong), "the digest of '%s' is %s, not %s", text, got, expected);
    return wrong;
}
