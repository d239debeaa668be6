/*
 * SPDX-License-Identifier: MIT
 * Known work: what a WORK() of a benchmark says of one of its cases.
 *
 *   work    = { "if" argument "=" value | "cpu=" ("p54c" | "p55c") | "less" argument "=" value |
 *               "less" "region=" region } "region=" region count { count }
 *   region  = number | name with "_" for blanks | '"' name '"'
 *   count   = (event | "bytes" | "items" | "turns") "=" sum
 *   sum     = product { ("+" | "-") product }
 *   product = factor { ("*" | "/") factor }
 *   factor  = number [ "K" | "M" ] | argument | "(" sum ")"
 *
 * Integers of 64 bits; division drops the remainder. Blanks separate.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/settings/argument_values.h"
#include "kernel/measure/cases.h"
#include "pmc/event.h"

#define WORK_MOST_COUNTS 32

/* An argument of a benchmark, and the value it has in a case. */
struct work_argument {
    const char *name, *values;
    char spelling[VALUES_SPELLING];
    long value;
};

struct work_case {
    unsigned n_arguments;
    struct work_argument arguments[CASE_MOST_ARGUMENTS];
};

struct work {
    bool applies;         /* to this case */
    const char *cpu;      /* a family or a member of one, as pmc/families.h names it */
    char region[64];      /* number or name, blanks as "_" */
    int64_t bytes, items; /* that a repetition handles, for rates; 0 where not said */
    int64_t turns;        /* the counts are of one of so many; 0: of them all */

    /* The counts are what there is more than in another case or region: NULL and "" where not. */
    const struct work_argument *less_argument; /* of the case that was given, */
    char less_value[VALUES_SPELLING];          /* with this value there */
    char less_region[64];                      /* as region */
    unsigned n_counts;
    struct work_count {
        const struct event *event;
        int64_t count;
    } counts[WORK_MOST_COUNTS];
};

/*
 * Whether a count is as stated: `measured` is what there is more where there is a `less`. Of turns
 * it is so to the nearest number, since what begins and ends them counts too.
 */
bool work_holds(const struct work *work, const struct work_count *count, double measured);

/* Whether a region's number or name (NULL: none) is the one written. */
bool work_is_region(const char *written, unsigned number, const char *name);

/* 0, or -1 and a sentence on what will not do. All is read, whether it applies or not. */
int work_read(struct work *work, const char *text, const struct work_case *c, char *error,
              size_t size);
