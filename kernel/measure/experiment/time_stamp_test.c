/*
 * SPDX-License-Identifier: MIT
 * A self-test: 0, 100 and 200 NOPs between two readings of the time stamp. A time stamp that
 * follows the clock of an emulator's host differs from one try to the next.
 */
#include "kernel/measure/experiment/time_stamp_test.h"

#include "kernel/lib/format.h"
#include "kernel/measure/selftest.h"
#include "stats/sample_summary.h"

#define LENGTHS 3
#define TRIES   16 /* after one that is dropped: it brings the code into the cache */

/*
 * Sets `clocks` to the clocks between two readings with that many NOPs between them. CPUID waits
 * for all instructions before it: RDTSC is executed out of order on a P6 (SDM volume 2, RDTSC). The
 * code begins on a cache line, so that it is the same for each number.
 */
#define TIME_STAMP_AROUND(nops, clocks)                                                            \
    __asm__ volatile(                                                                              \
        "xorl %%eax, %%eax\n\t"                                                                    \
        "cpuid\n\t"                                                                                \
        "jmp 1f\n\t"                                                                               \
        ".balign 32\n"                                                                             \
        "1: rdtsc\n\t"                                                                             \
        "movl %%eax, %%esi\n\t"                                                                    \
        "movl %%edx, %%edi\n\t"                                                                    \
        ".rept %c1\n\tnop\n\t.endr\n\t"                                                            \
        "xorl %%eax, %%eax\n\t"                                                                    \
        "cpuid\n\t"                                                                                \
        "rdtsc\n\t"                                                                                \
        "subl %%esi, %%eax\n\t"                                                                    \
        "sbbl %%edi, %%edx"                                                                        \
        : "=&A"(clocks)                                                                            \
        : "i"(nops)                                                                                \
        : "ebx", "ecx", "esi", "edi", "cc")

static int64_t time_stamp_test_try(unsigned length)
{
    int64_t clocks;
    if (length == 0)
        TIME_STAMP_AROUND(0, clocks);
    else if (length == 1)
        TIME_STAMP_AROUND(100, clocks);
    else
        TIME_STAMP_AROUND(200, clocks);
    return clocks;
}

/* Returns the most frequent clocks of one length, and sets `equal` to how often they occurred. */
static int64_t time_stamp_test_mode(unsigned length, unsigned *equal)
{
    int64_t sorted[TRIES], mode = 0;
    (void)time_stamp_test_try(length);
    for (unsigned i = 0; i < TRIES; i++)
        sorted[i] = time_stamp_test_try(length);
    sample_summary_sort(sorted, TRIES);
    *equal = 0;
    for (unsigned i = 0, same = 0; i < TRIES; i++) {
        same = i && sorted[i] == sorted[i - 1] ? same + 1 : 1;
        if (same > *equal) {
            *equal = same;
            mode = sorted[i];
        }
    }
    return mode;
}

/*
 * On a P6 the first NOPs pass while RDTSC and CPUID still do, so the first hundred takes fewer
 * clocks.
 */
static bool time_stamp_test_is_near(int64_t expect, int64_t got)
{
    const int64_t off = got < expect ? expect - got : got - expect;
    return got > 0 && off <= got / 2;
}

void time_stamp_test(struct kernel_run *run)
{
    struct pmc_selftest result = {.name = "time_stamp"};
    int64_t clocks[LENGTHS];
    unsigned equal[LENGTHS];
    bool repeats = true, stands = true;
    for (unsigned i = 0; i < LENGTHS; i++) {
        clocks[i] = time_stamp_test_mode(i, &equal[i]);
        repeats &= equal[i] >= TRIES / 2;
        stands &= clocks[i] == 0 && equal[i] == TRIES;
    }
    result.expect = clocks[1] - clocks[0];
    result.got = clocks[2] - clocks[1];
    result.status = stands                                                          ? PMC_STUCK
                    : repeats && time_stamp_test_is_near(result.expect, result.got) ? PMC_OK
                                                                                    : PMC_OFF;
    format(result.seen, sizeof result.seen, "%lld %lld %lld clocks, %u %u %u of %u equal",
           (long long)clocks[0], (long long)clocks[1], (long long)clocks[2], equal[0], equal[1],
           equal[2], TRIES);
    run->selftests.time_stamp_repeats = result.status == PMC_OK;
    run->selftests.clocks_of_100_nops = result.got;
    selftest_report(run, &result, ABLATE_NONE);
}
