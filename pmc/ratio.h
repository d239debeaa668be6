/*
 * SPDX-License-Identifier: MIT
 * What a count is held against.
 */
#pragma once

#include <stdbool.h>
struct ratio {
    const char *event, *of; /* names */
    const char *per;        /* "CPI": so many of the other for one of this; NULL: a share of them */
};

/* NULL: the event of that name is held against nothing; with modifiers none is. */
const struct ratio *ratio_of(const char *event);

/* Whether that is what it is held against. */
bool ratio_is_of(const struct ratio *ratio, const char *event);
