/*
 * SPDX-License-Identifier: MIT
 * SSE arithmetic and comparisons on singles.
 */
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_operation.h"

#define HOST(NAME)                                                                                 \
    DEFINE_SSE_HOST(NAME##ps, #NAME "ps %[second], %%xmm0")                                        \
    DEFINE_SSE_HOST(NAME##ss, #NAME "ss %[second], %%xmm0")

#define ROUNDING(NAME)                                                                             \
    DEFINE_SSE(NAME##ps, sse_operation_packed_rm, SSE_SINGLES(sse_exact_##NAME))                   \
    DEFINE_SSE(NAME##ss, sse_operation_single_rm, SSE_ONE_SINGLE(sse_exact_##NAME))
#define IN_RANGE(NAME)                                                                             \
    DEFINE_SSE(NAME##ps, sse_operation_packed_rm, SSE_NO_OVERFLOW)                                 \
    DEFINE_SSE(NAME##ss, sse_operation_single_rm, SSE_NO_OVERFLOW)

#include "sim/cpu/sse/sse_arithmetic.def"

DEFINE_SSE_COMPARE(cmpps, ps, sse_operation_packed_rm)
DEFINE_SSE_COMPARE(cmpss, ss, sse_operation_single_rm)
