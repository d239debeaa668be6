/*
 * SPDX-License-Identifier: MIT
 * The totals that the K7 model counts; k7_events.def maps event selects to them.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define K7_MOESI(TOTAL, name)                                                                      \
    TOTAL(name##_M) TOTAL(name##_O) TOTAL(name##_E) TOTAL(name##_S) TOTAL(name##_I)

#define K7_TOTALS(TOTAL)                                                                           \
    TOTAL(DATA_ACCESSES)                                                                           \
    TOTAL(DATA_MISSES)                                                                             \
    K7_MOESI(TOTAL, REFILLS_L2)                                                                    \
    K7_MOESI(TOTAL, REFILLS_SYSTEM)                                                                \
    K7_MOESI(TOTAL, WRITEBACKS)                                                                    \
    TOTAL(DTLB_L2_HITS)                                                                            \
    TOTAL(DTLB_MISSES)                                                                             \
    TOTAL(MISALIGNED)                                                                              \
    TOTAL(SNOOP_HITS_CODE)                                                                         \
    TOTAL(SNOOP_HITS_DATA)                                                                         \
    TOTAL(SNOOP_HITS_L2)                                                                           \
    TOTAL(CLOCKS_UNHALTED)                                                                         \
    TOTAL(FETCHES)                                                                                 \
    TOTAL(FETCH_MISSES)                                                                            \
    TOTAL(FETCH_REFILLS_L2)                                                                        \
    TOTAL(FETCH_REFILLS_SYSTEM)                                                                    \
    TOTAL(ITLB_L2_HITS)                                                                            \
    TOTAL(ITLB_MISSES)                                                                             \
    TOTAL(RETURN_STACK_HITS)                                                                       \
    TOTAL(RETURN_STACK_OVERFLOWS)                                                                  \
    TOTAL(INSTRUCTIONS)                                                                            \
    TOTAL(BRANCHES)                                                                                \
    TOTAL(MISPREDICTED)                                                                            \
    TOTAL(TAKEN)                                                                                   \
    TOTAL(MISPREDICTED_TAKEN)                                                                      \
    TOTAL(FAR)                                                                                     \
    TOTAL(RETURNS)                                                                                 \
    TOTAL(RETURNS_MISPREDICTED)                                                                    \
    TOTAL(INDIRECT_MISPREDICTED)                                                                   \
    TOTAL(MASKED_CLOCKS)                                                                           \
    TOTAL(MASKED_PENDING_CLOCKS)                                                                   \
    TOTAL(INTERRUPTS)                                                                              \
    TOTAL(MATCHES_0)                                                                               \
    TOTAL(MATCHES_1)                                                                               \
    TOTAL(MATCHES_2)                                                                               \
    TOTAL(MATCHES_3)

enum k7_total {
#define K7_TOTAL(name) TOTAL_##name,
    K7_TOTALS(K7_TOTAL)
#undef K7_TOTAL
        TOTAL_KINDS,
};

/* A set of totals, as a mask. */
typedef uint64_t k7_total_set;

_Static_assert(TOTAL_KINDS <= 64, "a set has 64 bits");

static inline bool k7_set_has(k7_total_set set, enum k7_total total)
{
    return set >> total & 1;
}
