/*
 * SPDX-License-Identifier: MIT
 * Computes the memory of a machine that has enough for a skipped benchmark.
 */
#include "host/machines/check/skipped_benches.h"

#include <stdlib.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define MOST_MB 1024u /* the kernel uses less than 1.7 GB: kernel/machine/paging.c */

/* Returns the remedy; the caller frees it. */
static char *skipped_bench_remedy(const struct run *run, const struct skip *skip)
{
    const unsigned needs_kb = run->memory_kb + (skip->needs_kb - skip->has_kb);
    unsigned megabytes = 8;
    while (megabytes * 1024 < needs_kb && megabytes <= MOST_MB)
        megabytes *= 2;
    if (megabytes > MOST_MB)
        return allocate_copy("reduce it, since no machine has that much for a benchmark");
    return run->platform == PLATFORM_VIRTUAL
               ? allocate_text("--memory %u simulates a machine that has enough", megabytes)
               : allocate_text("a machine with %u MB has enough", megabytes);
}

unsigned skipped_benches_report(const struct run *run)
{
    for (unsigned i = 0; i < run->n_skips; i++) {
        const struct skip *skip = &run->skips[i];
        char *remedy = skipped_bench_remedy(run, skip);
        message_print(
            "%s was not run: it needs %u KB of memory, and %u KB of this machine's %u KB "
            "are free; %s",
            skip->bench, skip->needs_kb, skip->has_kb, run->memory_kb, remedy);
        free(remedy);
    }
    return run->n_skips;
}
