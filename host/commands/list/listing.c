/*
 * SPDX-License-Identifier: MIT
 * Matches the entries of a list.
 */
#include "host/commands/list/listing.h"

#include <string.h>

#include "kernel/lib/glob.h"

bool listing_matches(const struct listing *listing, const char *const *texts)
{
    const char *pattern = listing->pattern;
    if (!pattern)
        return true;
    bool glob = strpbrk(pattern, "*?[");
    for (; *texts; texts++)
        if (glob ? glob_match(pattern, *texts) : strcasestr(*texts, pattern) != NULL)
            return true;
    return false;
}
