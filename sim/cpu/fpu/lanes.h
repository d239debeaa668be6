/*
 * SPDX-License-Identifier: MIT
 * Eight bytes as SIMD lanes, and lane-wise operations on them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

union lanes {
    uint64_t q;
    uint32_t d[2];
    int32_t sd[2];
    uint16_t w[4];
    int16_t sw[4];
    uint8_t b[8];
    int8_t sb[8];
};

/* Defines an operation: r, a and b are lanes, i runs over COUNT of them. Only some operations set
 * *saturated. */
#define DEFINE_LANES(NAME, COUNT, STATEMENT)                                                       \
    static inline uint64_t do_##NAME(uint64_t first, uint64_t second, bool *saturated)             \
    {                                                                                              \
        const union lanes a = {first}, b = {second};                                               \
        (void)saturated, (void)a, (void)b;                                                         \
        union lanes r = {0};                                                                       \
        for (unsigned i = 0; i < (COUNT); i++)                                                     \
            STATEMENT;                                                                             \
        return r.q;                                                                                \
    }
