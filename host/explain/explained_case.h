/*
 * SPDX-License-Identifier: MIT
 * A region of a benchmark's case that was run: what is known of it, and its loops one by one.
 */
#pragma once

#include "host/explain/explained_region.h"

struct explained_case {
    struct bench_watch *watch;
    const struct region_accounts *accounts; /* of all cases that were run with it */
    const struct account_region *region;
    const char *name; /* of the region; NULL for none */
    char title[200];  /* "apps/sort:variant=radix, region 0 "sort"" */
    struct explained_region explained;
};

/* BENCH[:REGION], a case or a pattern of several, each run once in the virtual Pentium, the image
 * NULL for the usual one: `take` gets one after the other. The program's exit status. */
typedef void explained_case_take(void *context, struct explained_case *one, unsigned number);
int explained_cases(const char *name, const struct explain_machine *machine, const char *kernel,
                    explained_case_take *take, void *context);

/* Loop `number` of explained.loops, watched, with sentences and changes; to be freed. -1 after a
 * message. */
int explained_case_loop(struct explained_case *one, unsigned number, struct explained_loop *loop);

/* The region's clocks on another machine; below 0 after a message. */
double explained_case_clocks(const struct explained_case *one,
                             const struct explain_machine *machine);
