/*
 * SPDX-License-Identifier: MIT
 * State of the Pentium III's Streaming SIMD Extensions: XMM registers and MXCSR.
 */
#pragma once

#include <stdint.h>

union xmm {
    uint32_t d[4];
    uint64_t q[2];
} __attribute__((aligned(16)));

struct sse {
    union xmm reg[8];
    uint32_t mxcsr;
};

#define MXCSR_RESET 0x1f80u
