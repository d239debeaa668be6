/*
 * SPDX-License-Identifier: MIT
 * The file that `vpentium -account` writes, read: each region of each benchmark, and its
 * instructions, with where their clocks went.
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
    double raw, corrected;    /* clocks: what the counter gave, and without an empty region's */
    uint32_t begin;           /* where its counter has been read at a beginning; 0: not known */
    struct account_row *rows; /* instructions, without the probes' */
    unsigned n;
};

struct region_accounts {
    struct account_region *all;
    unsigned n;
};

/* 0, or -1 after a message. */
int region_accounts_read(struct region_accounts *accounts, const char *path);
void region_accounts_free(struct region_accounts *accounts);

/* The region of a case that took most, or that is called so; NULL where there is none. `names` says
 * what the regions of a case are called. */
typedef const char *region_name_of(void *context, const char *bench, int number);
const struct account_region *region_account_find(const struct region_accounts *accounts,
                                                 const char *bench, const char *region,
                                                 region_name_of *names, void *context);
