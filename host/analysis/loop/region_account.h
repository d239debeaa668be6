/*
 * SPDX-License-Identifier: MIT
 * Reads the file that `vpentium -account` writes: each region of each benchmark, and its
 * instructions with the causes of their clocks.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/model/model.h"

struct account_row {
    uint32_t address;
    char text[96];
    double alone, u, v;
    double clocks, lost[LOST_CAUSES];
};

struct account_region {
    char bench[128], state[8], ablate[16];
    int number; /* -1: the whole run */
    double repetitions, entries;
    double raw, corrected;    /* clocks: the count, and the count without that of an empty region */
    uint32_t begin;           /* address after the counter is read at a beginning; 0: unknown */
    struct account_row *rows; /* instructions, without those of the probes */
    unsigned n;
};

struct region_accounts {
    struct account_region *all;
    unsigned n;
};

/* Returns 0, or -1 after a message. */
int region_accounts_read(struct region_accounts *accounts, const char *path);
void region_accounts_free(struct region_accounts *accounts);

/*
 * Returns the region of a case with the most clocks, or with the given name; NULL if none exists.
 * `names` returns the names of a case's regions.
 */
typedef const char *region_name_of(void *context, const char *bench, int number);
const struct account_region *region_account_find(const struct region_accounts *accounts,
                                                 const char *bench, const char *region,
                                                 region_name_of *names, void *context);
