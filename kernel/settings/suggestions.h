/*
 * SPDX-License-Identifier: MIT
 * "Did you mean": finds the name closest to a mistyped one.
 */
#pragma once

#include <stddef.h>

struct suggestion {
    const char *best; /* NULL if no close name was offered */
    unsigned distance;
};

/*
 * Records `candidate` if it is closer to name[length] than earlier candidates, and close enough. If
 * no candidate is close enough, records the shortest one that contains the name. Not in the small
 * image.
 */
void suggestions_offer(struct suggestion *suggestion, const char *name, size_t length,
                       const char *candidate) __attribute__((weak));
