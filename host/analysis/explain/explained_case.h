/*
 * SPDX-License-Identifier: MIT
 * Explains a region of a benchmark's case, or of a program, after it was run, and its loops one by
 * one.
 */
#pragma once

#include "host/analysis/explain/explained_region.h"

struct explained_case {
    struct bench_watch *watch;
    const struct region_accounts *accounts; /* of all cases that were run with it */
    const struct account_region *region;
    const char *name; /* of the region; NULL for none */
    char title[200];  /* `apps/sort:variant=radix, region 0 "sort"` */
    struct explained_region explained;
};

/* The code to explain. */
struct explained_choice {
    const char *bench; /* BENCH[:REGION], a case or a pattern for several; NULL: the program */
    struct request *program; /* as for bench_watch_open(); NULL: benchmarks */
    const char *region;      /* of the program; NULL: the most expensive one, else the whole run */
    const char *kernel;      /* the image; NULL: the default */
};

/*
 * Runs the code once in the virtual Pentium. `callback` is called for each region in turn. Returns
 * this program's exit status.
 */
typedef void explained_case_callback(void *context, struct explained_case *one, unsigned number);
int explained_cases(const struct explained_choice *choice, const struct explain_machine *machine,
                    explained_case_callback *callback, void *context);

/*
 * Observes loop `number` of explained.loops and adds notes and changes. The caller frees the loop.
 * Returns -1 after a message.
 */
int explained_case_loop(struct explained_case *one, unsigned number, struct explained_loop *loop);

/* Returns the region's clocks on another machine; below 0 after a message. */
double explained_case_clocks(const struct explained_case *one,
                             const struct explain_machine *machine);
