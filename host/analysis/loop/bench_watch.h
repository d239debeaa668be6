/*
 * SPDX-License-Identifier: MIT
 * Runs a benchmark, or a program from an executable file, in the virtual Pentium and observes it:
 * the accounts of its regions, and the steps of a loop.
 */
#pragma once

#include "host/analysis/fault/debug_image.h"
#include "host/analysis/loop/explain_machine.h"
#include "host/analysis/loop/region_account.h"
#include "host/analysis/code/step_log.h"
#include "host/analysis/loop/watched_program.h"
#include "host/machines/request.h"

struct bench_watch {
    const struct explain_machine *machine;
    char *kernel;                /* the image's file */
    char *folder;                /* directory for temporary files */
    struct debug_image *image;   /* of the kernel and the program */
    struct watched_program *its; /* of the program */
    struct request *program;     /* the program, its files and its input; NULL: a benchmark */
};

/*
 * Returns 0, or -1 after a message. `kernel` NULL: the default image. `program` names one program,
 * or is NULL; it is prepared, and closed by bench_watch_close().
 */
int bench_watch_open(struct bench_watch *watch, const struct explain_machine *machine,
                     const char *kernel, struct request *program);
void bench_watch_close(struct bench_watch *watch);

/* Runs and counts the benchmarks with that name, a case or a pattern, or the program, once each. */
int bench_watch_accounts(const struct bench_watch *watch, const struct explain_machine *machine,
                         const char *bench, struct region_accounts *accounts);

/* The same, with other bytes at an address of the image or the program. */
int bench_watch_changed(const struct bench_watch *watch, const char *bench, uint32_t address,
                        const uint8_t *bytes, unsigned size, struct region_accounts *accounts);

/*
 * Records steps from the `iteration`-th time that execution reaches the address in the region's
 * counted run.
 */
int bench_watch_steps(const struct bench_watch *watch, const struct account_region *region,
                      uint32_t address, double iteration, struct step_log *log);

/* Returns the name of a region; NULL for none. It is a region_name_of. */
const char *bench_watch_region(void *watch, const char *bench, int number);
