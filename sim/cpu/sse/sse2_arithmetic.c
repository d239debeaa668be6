/*
 * SPDX-License-Identifier: MIT
 * SSE2 arithmetic and comparisons on doubles.
 */
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_operation.h"

#define HOST(NAME)                                                                                 \
    DEFINE_SSE_HOST(NAME##pd, #NAME "pd %[second], %%xmm0")                                        \
    DEFINE_SSE_HOST(NAME##sd, #NAME "sd %[second], %%xmm0")

#define ROUNDING(NAME)                                                                             \
    DEFINE_SSE(NAME##pd, sse_operation_packed_rm, SSE_DOUBLES(sse_exact_##NAME))                   \
    DEFINE_SSE(NAME##sd, sse_operation_double_rm, SSE_ONE_DOUBLE(sse_exact_##NAME))
#define IN_RANGE(NAME)                                                                             \
    DEFINE_SSE(NAME##pd, sse_operation_packed_rm, SSE_NO_OVERFLOW)                                 \
    DEFINE_SSE(NAME##sd, sse_operation_double_rm, SSE_NO_OVERFLOW)

/* No processor with SSE2 has shorter times (tests/data/silicon). */
#define DIVISION ROUNDING
#define ROOT     IN_RANGE

#include "sim/cpu/sse/sse_arithmetic.def"

DEFINE_SSE_COMPARE(cmppd, pd, sse_operation_packed_rm)
DEFINE_SSE_COMPARE(cmpsd, sd, sse_operation_double_rm)
