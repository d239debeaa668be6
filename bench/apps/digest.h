/*
 * SPDX-License-Identifier: MIT
 * What MD5 and SHA-1 share: how a message is cut into blocks of 64 bytes and filled up (RFC
 * 1321, 3.1 and 3.2; FIPS 180-1, section 4).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Takes a block of 16 words, as they stand in memory, into the state. */
typedef void digest_compress(uint32_t *state, const uint32_t *block);

enum digest_order { LITTLE_ENDIAN, BIG_ENDIAN };

static inline void digest(digest_compress *compress, uint32_t *state, const void *message,
                          uint32_t length, enum digest_order order)
{
    uint32_t end[32] = {0}; /* the rest, a bit, zeroes, and the length in bits */
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
