/*
 * SPDX-License-Identifier: MIT
 * The totals that the P6 model counts; p6_events.def maps event selects to them.
 */
#pragma once

#include <stdint.h>

#define P6_TOTALS_MESI(TOTAL, name) TOTAL(name##_M) TOTAL(name##_E) TOTAL(name##_S) TOTAL(name##_I)

#define P6_TOTALS(TOTAL)                                                                           \
    TOTAL(MISALIGNED)                                                                              \
    TOTAL(SEGMENT_LOADS)                                                                           \
    TOTAL(DATA_REFERENCES)                                                                         \
    TOTAL(DCU_LINES_IN)                                                                            \
    TOTAL(DCU_M_LINES_IN)                                                                          \
    TOTAL(DCU_M_LINES_OUT)                                                                         \
    TOTAL(DCU_MISS_CLOCKS)                                                                         \
    TOTAL(PREFETCH_NTA)                                                                            \
    TOTAL(PREFETCH_T1)                                                                             \
    TOTAL(PREFETCH_T2)                                                                             \
    TOTAL(STREAMING_STORES)                                                                        \
    TOTAL(COMPUTING)                                                                               \
    TOTAL(MULTIPLIES)                                                                              \
    TOTAL(DIVIDES)                                                                                 \
    TOTAL(FLOPS)                                                                                   \
    TOTAL(L2_LINES_IN)                                                                             \
    TOTAL(L2_M_LINES_IN)                                                                           \
    TOTAL(L2_LINES_OUT)                                                                            \
    TOTAL(L2_M_LINES_OUT)                                                                          \
    P6_TOTALS_MESI(TOTAL, L2_CODE)                                                                 \
    P6_TOTALS_MESI(TOTAL, L2_LOAD)                                                                 \
    P6_TOTALS_MESI(TOTAL, L2_STORE)                                                                \
    TOTAL(BUS_READ_CLOCKS)                                                                         \
    TOTAL(BUS_DATA_RECEIVED)                                                                       \
    TOTAL(BUS_DRIVEN_CLOCKS)                                                                       \
    TOTAL(BUS_DATA_CLOCKS)                                                                         \
    TOTAL(BUS_BURST_READS)                                                                         \
    TOTAL(BUS_OWNERSHIP)                                                                           \
    TOTAL(BUS_WRITE_BACKS)                                                                         \
    TOTAL(BUS_CODE)                                                                                \
    TOTAL(BUS_INVALIDATES)                                                                         \
    TOTAL(BUS_PARTIAL_WRITES)                                                                      \
    TOTAL(BUS_PARTIAL_READS)                                                                       \
    TOTAL(BUS_IO)                                                                                  \
    TOTAL(OTHER_READS)                                                                             \
    TOTAL(OTHER_OWNERSHIP)                                                                         \
    TOTAL(CLOCKS_UNHALTED)                                                                         \
    TOTAL(FETCHES)                                                                                 \
    TOTAL(FETCH_MISSES)                                                                            \
    TOTAL(ITLB_MISSES)                                                                             \
    TOTAL(BRANCHES)                                                                                \
    TOTAL(MISPREDICTED)                                                                            \
    TOTAL(TAKEN)                                                                                   \
    TOTAL(MISPREDICTED_TAKEN)                                                                      \
    TOTAL(BTB_MISSES)                                                                              \
    TOTAL(BACLEARS)                                                                                \
    TOTAL(MASKED_CLOCKS)                                                                           \
    TOTAL(WAITING_CLOCKS)                                                                          \
    TOTAL(INTERRUPTS)                                                                              \
    TOTAL(MMX_EXECUTED)                                                                            \
    TOTAL(MMX_SATURATING)                                                                          \
    TOTAL(MMX_UOPS)                                                                                \
    TOTAL(MMX_MULTIPLIES)                                                                          \
    TOTAL(MMX_SHIFTS)                                                                              \
    TOTAL(MMX_PACKS)                                                                               \
    TOTAL(MMX_UNPACKS)                                                                             \
    TOTAL(MMX_LOGICAL)                                                                             \
    TOTAL(MMX_ARITHMETIC)                                                                          \
    TOTAL(MMX_TO_X87)                                                                              \
    TOTAL(X87_TO_MMX)                                                                              \
    TOTAL(MMX_ASSISTS)                                                                             \
    TOTAL(MMX_RETIRED)                                                                             \
    TOTAL(SSE_PACKED)                                                                              \
    TOTAL(SSE_SCALAR)                                                                              \
    TOTAL(SSE_PACKED_COMPUTING)                                                                    \
    TOTAL(SSE_SCALAR_COMPUTING)

enum p6_total {
#define P6_TOTAL(name) TOTAL_##name,
    P6_TOTALS(P6_TOTAL)
#undef P6_TOTAL
        TOTAL_KINDS,
};

/* A set of totals. */
struct p6_total_set {
    uint64_t words[2];
};

_Static_assert(TOTAL_KINDS <= 128, "a set has two words");

static inline int p6_total_set_has(const struct p6_total_set *set, enum p6_total total)
{
    return set->words[total / 64] >> total % 64 & 1;
}
