/*
 * SPDX-License-Identifier: MIT
 * Reports input errors in files that are written by hand. Each error is reported with its line; it
 * is corrected if the intention is clear, and refused otherwise.
 */
#pragma once

#include <stdbool.h>

struct slips {
    const char *file; /* the name in messages */
    bool strict;      /* nothing is corrected */
    unsigned mended, refused;
};

/* Prints "FILE:LINE: ..."; line 0 stands for the whole file. */
__attribute__((format(printf, 3, 4))) void slip_refuse(struct slips *slips, long line,
                                                       const char *format, ...);

/* The message ends with the correction. If `strict` is set, the error counts as refused. */
__attribute__((format(printf, 3, 4))) void slip_mend(struct slips *slips, long line,
                                                     const char *format, ...);

/* Prints a note about input that is accepted unchanged. */
__attribute__((format(printf, 3, 4))) void slip_tell(const struct slips *slips, long line,
                                                     const char *format, ...);
