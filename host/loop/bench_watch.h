/*
 * SPDX-License-Identifier: MIT
 * A benchmark run in the virtual Pentium and watched: its regions' accounts, and steps of a loop.
 */
#pragma once

#include "host/loop/region_account.h"
#include "host/fault/debug_image.h"
#include "host/loop/machine.h"
#include "host/loop/step_log.h"

struct bench_watch {
    const struct explain_machine *machine;
    char *kernel; /* the image's file */
    char *folder; /* for files, while it goes on */
    struct debug_image *image;
};

/* 0, or -1 after a message. `kernel` NULL: the usual image. */
int bench_watch_open(struct bench_watch *watch, const struct explain_machine *machine,
                     const char *kernel);
void bench_watch_close(struct bench_watch *watch);

/* The benchmarks of that name, a case or a pattern, each run once and counted. */
int bench_watch_accounts(const struct bench_watch *watch, const struct explain_machine *machine,
                         const char *bench, struct region_accounts *accounts);

/* The same, with other bytes in the image at an address. */
int bench_watch_changed(const struct bench_watch *watch, const char *bench, uint32_t address,
                        const uint8_t *bytes, unsigned size, struct region_accounts *accounts);

/* Steps from the `turn`-th time that execution reaches the address in the region's counted run. */
int bench_watch_steps(const struct bench_watch *watch, const struct account_region *region,
                      uint32_t address, double turn, struct step_log *log);

/* What a region is called; NULL for none. As region_name_of. */
const char *bench_watch_region(void *watch, const char *bench, int number);
