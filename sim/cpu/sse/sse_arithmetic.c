/*
 * SPDX-License-Identifier: MIT
 * SSE arithmetic and comparisons on singles.
 */
#include "sim/cpu/operation.h"
#include "sim/cpu/sse/sse_operation.h"

#define HOST(NAME)                                                                                 \
    DEFINE_SSE_HOST(NAME##ps, #NAME "ps %[second], %%xmm0")                                        \
    DEFINE_SSE_HOST(NAME##ss, #NAME "ss %[second], %%xmm0")

/* ---- times that depend on the operands ------------------------------------------------------- */

#define FRACTION  0x007fffffu
#define MAGNITUDE 0x7fffffffu
#define LANES     4

static unsigned sse_arithmetic_simple_div(const union xmm *first, const union xmm *second)
{
    unsigned simple = 0;

    for (unsigned i = 0; i < LANES; i++)
        simple |= (unsigned)(!(first->d[i] & MAGNITUDE) || !(second->d[i] & FRACTION)) << i;
    return simple;
}

/* The exponent's bias is 127: a power of four has an odd exponent. */
static unsigned sse_arithmetic_simple_sqrt(const union xmm *first, const union xmm *second)
{
    unsigned simple = 0;

    (void)first;
    for (unsigned i = 0; i < LANES; i++) {
        const bool power_of_four = !(second->d[i] & FRACTION) && (second->d[i] >> 23 & 1);

        simple |= (unsigned)(!(second->d[i] & MAGNITUDE) || power_of_four) << i;
    }
    return simple;
}

/* ---- the operations -------------------------------------------------------------------------- */

#define ROUNDING(NAME)                                                                             \
    DEFINE_SSE(NAME##ps, sse_operation_packed_rm, SSE_SINGLES(sse_exact_##NAME))                   \
    DEFINE_SSE(NAME##ss, sse_operation_single_rm, SSE_ONE_SINGLE(sse_exact_##NAME))
#define IN_RANGE(NAME)                                                                             \
    DEFINE_SSE(NAME##ps, sse_operation_packed_rm, SSE_NO_OVERFLOW)                                 \
    DEFINE_SSE(NAME##ss, sse_operation_single_rm, SSE_NO_OVERFLOW)
#define TIMED(NAME, EXACT)                                                                         \
    DEFINE_SSE(NAME##ps, sse_operation_packed_rm,                                                  \
               SSE_SINGLES_TIMED(EXACT, sse_arithmetic_simple_##NAME))                             \
    DEFINE_SSE(NAME##ss, sse_operation_single_rm,                                                  \
               SSE_ONE_SINGLE_TIMED(EXACT, sse_arithmetic_simple_##NAME))
#define DIVISION(NAME) TIMED(NAME, sse_exact_##NAME)
#define ROOT(NAME)     TIMED(NAME, NULL)

#include "sim/cpu/sse/sse_arithmetic.def"

DEFINE_SSE_COMPARE(cmpps, ps, sse_operation_packed_rm)
DEFINE_SSE_COMPARE(cmpss, ss, sse_operation_single_rm)
