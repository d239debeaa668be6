/*
 * SPDX-License-Identifier: MIT
 * Matches the entries of a list.
 */
#include "host/commands/list/listing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

bool listing_has_code(const struct listing *listing, unsigned code)
{
    const char *digits = listing->pattern;
    char *end;
    if (digits && !strncasecmp(digits, "0x", 2) && isxdigit((unsigned char)digits[2]))
        digits += 2;
    else if (digits && strlen(digits) > 2 && tolower((unsigned char)digits[0]) == 'r')
        digits++; /* two digits, since `re` is the begin of a name */
    else
        return false;
    return isxdigit((unsigned char)*digits) && strtoul(digits, &end, 16) == code && !*end;
}
