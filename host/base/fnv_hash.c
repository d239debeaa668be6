/*
 * SPDX-License-Identifier: MIT
 * Hashes with FNV-1a, eight bytes per step, and a shift that spreads high bits downwards. Stores
 * contain digests computed with it, so the function must not change.
 */
#include "host/base/fnv_hash.h"

#include <string.h>

uint64_t fnv_hash_bytes(const char *bytes, size_t count)
{
    uint64_t value = 14695981039346656037u ^ count;
    for (size_t left = count, step; left; left -= step) {
        uint64_t word = 0;
        step = left < sizeof word ? left : sizeof word;
        memcpy(&word, bytes + count - left, step);
        value = (value ^ word) * 1099511628211u;
        value ^= value >> 29;
    }
    return value;
}
