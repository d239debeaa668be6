/*
 * SPDX-License-Identifier: MIT
 * Known work: the expected counts of one case of a benchmark, as stated by its WORK().
 */

/*
 *   work    = { "if" argument "=" value | "cpu=" ("p54c" | "p55c") | "less" argument "=" value |
 *               "less" "region=" region } "region=" region count { count }
 *   region  = number | name with "_" for blanks | '"' name '"'
 *   count   = (event | "bytes" | "items" | "turns") "=" sum
 *   sum     = product { ("+" | "-") product }
 *   product = factor { ("*" | "/") factor }
 *   factor  = number [ "K" | "M" ] | argument | "(" sum ")"
 *
 * Integers have 64 bits; division drops the remainder. Blanks separate words.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/settings/argument_values.h"
#include "kernel/measure/cases.h"
#include "pmc/event.h"

#define WORK_MOST_COUNTS 32

/* An argument of a benchmark, and its value in a case. */
struct work_argument {
    const char *name, *values;
    char spelling[VALUES_SPELLING];
    long value;
};

struct work_case {
    unsigned n_arguments;
    struct work_argument arguments[CASE_MOST_ARGUMENTS];
};

struct bench_work {
    bool applies;         /* to this case */
    const char *cpu;      /* a family or a member of one, as pmc/families.h names it */
    char region[64];      /* number or name, with "_" for blanks */
    int64_t bytes, items; /* processed by a repetition, for rates; 0: not stated */
    int64_t turns;        /* the counts are per one of this many iterations; 0: total */

    /* The counts are differences to another case or region; NULL and "" if they are not. */
    const struct work_argument
        *less_argument;               /* argument that has another value in the baseline case, */
    char less_value[VALUES_SPELLING]; /* namely this one */
    char less_region[64];             /* baseline region, in the form of `region` */
    unsigned n_counts;
    struct work_count {
        const struct event *event;
        int64_t count;
    } counts[WORK_MOST_COUNTS];
};

/*
 * Returns whether a count is as stated; `measured` is the difference if there is a `less`. Counts
 * per iteration are compared as rounded integers, since the code around the loop counts too.
 */
bool bench_work_matches(const struct bench_work *work, const struct work_count *count,
                        double measured);

/* Returns whether `written` stands for the region with this number or name (NULL: none). */
bool bench_work_is_region(const char *written, unsigned number, const char *name);

/*
 * Returns 0, or -1 with a sentence on the error. The whole text is parsed, even if it does not
 * apply to the case.
 */
int bench_work_parse(struct bench_work *work, const char *text, const struct work_case *c,
                     char *error, size_t size);
