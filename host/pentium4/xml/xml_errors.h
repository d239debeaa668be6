/*
 * SPDX-License-Identifier: MIT
 * Reports input errors in files that are written by hand. Each error is reported with its line; it
 * is corrected if the intention is clear, and refused otherwise.
 */
#pragma once

#include <stdbool.h>

struct xml_errors {
    const char *file; /* the name in messages */
    bool strict;      /* nothing is corrected */
    unsigned corrected, refused;
};

/* Prints "FILE:LINE: ..."; line 0 stands for the whole file. */
__attribute__((format(printf, 3, 4))) void xml_error_refuse(struct xml_errors *errors, long line,
                                                            const char *format, ...);

/* The message ends with the correction. If `strict` is set, the error counts as refused. */
__attribute__((format(printf, 3, 4))) void xml_error_correct(struct xml_errors *errors, long line,
                                                             const char *format, ...);

/* Prints a note about input that is accepted unchanged. */
__attribute__((format(printf, 3, 4))) void xml_error_note(const struct xml_errors *errors,
                                                          long line, const char *format, ...);
