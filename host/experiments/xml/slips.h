/*
 * SPDX-License-Identifier: MIT
 * What is wrong in a file that people wrote by hand: each slip is told with its line, and either
 * what is meant is clear and done, or it is refused.
 */
#pragma once

#include <stdbool.h>

struct slips {
    const char *file; /* as messages name it */
    bool strict;      /* nothing is mended */
    unsigned mended, refused;
};

/* "FILE:LINE: ..."; line 0: of the file as a whole. */
__attribute__((format(printf, 3, 4))) void slip_refuse(struct slips *slips, long line,
                                                       const char *format, ...);

/* The sentence ends with what is done instead; where nothing is mended it is a refusal. */
__attribute__((format(printf, 3, 4))) void slip_mend(struct slips *slips, long line,
                                                     const char *format, ...);

/* What is worth knowing, and is done as it stands. */
__attribute__((format(printf, 3, 4))) void slip_tell(const struct slips *slips, long line,
                                                     const char *format, ...);
