/*
 * SPDX-License-Identifier: MIT
 * Data breakpoints. DR6 keeps its status bits until it is cleared.
 */
#include "kernel/sample/sources/watch_points.h"

#include "kernel/lib/x86.h"

#define DR6_WATCHES 15u
#define DR7_EXACT   (3u << 8) /* GE, LE: report without delay */
#define DR7_GLOBAL  2u        /* active in every task */
#define DR7_WRITES  1u

static uint32_t set; /* a bit for each watch */

uint32_t watch_points_bytes(uint32_t address)
{
    return address % 4 == 0 ? 4 : address % 2 == 0 ? 2 : 1;
}

void watch_points_set(const struct address_watch *watches, unsigned n)
{
    uint32_t dr7 = n ? DR7_EXACT : 0;
    for (unsigned w = 0; w < n; w++) {
        uint32_t address = watches[w].address;
        x86_write_breakpoint(w, address);
        dr7 |= DR7_GLOBAL << 2 * w | (DR7_WRITES | (watch_points_bytes(address) - 1) << 2)
                                         << (16 + 4 * w);
    }
    set = (1u << n) - 1;
    write_dr6(read_dr6() & ~DR6_WATCHES);
    write_dr7(dr7);
}

uint32_t watch_points_hit(void)
{
    uint32_t hits = read_dr6() & set;
    if (hits)
        write_dr6(read_dr6() & ~DR6_WATCHES);
    return hits;
}
