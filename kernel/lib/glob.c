/*
 * SPDX-License-Identifier: MIT
 * Glob matching that backtracks only to the last star: any text that an earlier star could match
 * instead, the last star can match as well.
 */
#include "kernel/lib/glob.h"

#include <stddef.h>
#include <stdint.h>

/* Returns the address after the ']' that closes the set at `pattern`, or NULL. */
static const char *glob_set_end(const char *pattern)
{
    const char *p = pattern + 1;

    if (*p == '!')
        p++;
    if (*p == ']')
        p++;
    while (*p != '\0' && *p != ']')
        p++;
    return *p == ']' ? p + 1 : NULL;
}

/*
 * `end` is glob_set_end(pattern). A '-' forms a range between two members; first or last it is a
 * member.
 */
static bool glob_set_contains(const char *pattern, const char *end, char c)
{
    const char *p = pattern + 1, *close = end - 1;
    bool negated = *p == '!';
    bool found = false;

    for (p += negated; p < close; p++) {
        uint8_t low = (uint8_t)*p, high = low;

        if (p + 2 < close && p[1] == '-') {
            high = (uint8_t)p[2];
            p += 2;
        }
        found |= low <= (uint8_t)c && (uint8_t)c <= high;
    }
    return found != negated;
}

/* Matches one character; returns the rest of the pattern, or NULL. */
static const char *glob_match_one(const char *pattern, char c)
{
    const char *end;

    if (*pattern == '?')
        return pattern + 1;
    if (*pattern == '[') {
        end = glob_set_end(pattern);
        if (end != NULL)
            return glob_set_contains(pattern, end, c) ? end : NULL;
    }
    return *pattern != '\0' && *pattern == c ? pattern + 1 : NULL;
}

bool glob_match(const char *pattern, const char *text)
{
    const char *after_star = NULL; /* the pattern after the last star */
    const char *resume = NULL;     /* end of the text that the last star matches so far */

    while (*text != '\0') {
        const char *next;

        if (*pattern == '*') {
            after_star = ++pattern;
            resume = text;
            continue;
        }
        next = glob_match_one(pattern, *text);
        if (next != NULL) {
            pattern = next;
            text++;
        } else if (after_star != NULL) {
            pattern = after_star;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}
