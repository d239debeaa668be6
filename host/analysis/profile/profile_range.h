/*
 * SPDX-License-Identifier: MIT
 * Counts of a marked section of the code: a range of source lines or of addresses.
 */
#pragma once

#include "host/analysis/profile/profiles.h"

struct profile_range {
    const char *text; /* as given: "sort.c:20-35", "sort.c:20", "0x119680-0x1196ff" */
    const char *file; /* the begin of `text`; NULL: addresses */
    int file_length;
    uint32_t from, to; /* lines or addresses, both included */
};

/* Parses a range. Returns 0, or -1 after a message. */
int profile_range_parse(const char *text, struct profile_range *range);

/* Returns whether any sample of the profile is in that file; true for addresses. A file is named by
 * the end of its path. */
bool profile_range_known(const struct profile *profile, const struct profile_range *range);

/*
 * Prints a row for each range and event: the count in each repetition, estimated from the samples,
 * with its 95 % interval, and the share of the whole run.
 */
void profile_range_table(const struct profile *profile, const struct profile_range *ranges,
                         unsigned n, bool colour, FILE *to);
