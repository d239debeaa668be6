/*
 * SPDX-License-Identifier: MIT
 * SSE2 arithmetic and comparisons on doubles.
 */
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_operate.h"

#define DEFINE_HOST_PAIR_OF(NAME)                                                                  \
    DEFINE_SSE_HOST(NAME##pd, #NAME "pd %[second], %%xmm0")                                        \
    DEFINE_SSE_HOST(NAME##sd, #NAME "sd %[second], %%xmm0")

DEFINE_HOST_PAIR_OF(add)
DEFINE_HOST_PAIR_OF(sub)
DEFINE_HOST_PAIR_OF(mul)
DEFINE_HOST_PAIR_OF(div)
DEFINE_HOST_PAIR_OF(min)
DEFINE_HOST_PAIR_OF(max)
DEFINE_HOST_PAIR_OF(sqrt)
DEFINE_HOST_PAIR_OF(cmpeq)
DEFINE_HOST_PAIR_OF(cmplt)
DEFINE_HOST_PAIR_OF(cmple)
DEFINE_HOST_PAIR_OF(cmpunord)
DEFINE_HOST_PAIR_OF(cmpneq)
DEFINE_HOST_PAIR_OF(cmpnlt)
DEFINE_HOST_PAIR_OF(cmpnle)
DEFINE_HOST_PAIR_OF(cmpord)

#define DEFINE_ROUNDING(NAME)                                                                      \
    DEFINE_SSE(NAME##pd, sse_packed_rm, SSE_DOUBLES(sse_exact_##NAME))                             \
    DEFINE_SSE(NAME##sd, sse_double_rm, SSE_ONE_DOUBLE(sse_exact_##NAME))
#define DEFINE_IN_RANGE(NAME)                                                                      \
    DEFINE_SSE(NAME##pd, sse_packed_rm, SSE_NO_OVERFLOW)                                           \
    DEFINE_SSE(NAME##sd, sse_double_rm, SSE_NO_OVERFLOW)

DEFINE_ROUNDING(add)
DEFINE_ROUNDING(sub)
DEFINE_ROUNDING(mul)
DEFINE_ROUNDING(div)
DEFINE_IN_RANGE(min)
DEFINE_IN_RANGE(max)
DEFINE_IN_RANGE(sqrt)

DEFINE_SSE_COMPARE(cmppd, pd, sse_packed_rm)
DEFINE_SSE_COMPARE(cmpsd, sd, sse_double_rm)
