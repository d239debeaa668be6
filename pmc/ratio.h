/*
 * SPDX-License-Identifier: MIT
 * What a count is held against.
 */
#pragma once

#include <stdint.h>

struct ratio {
    uint16_t event, of; /* codes */
    const char *per;    /* "CPI": so many of the other for one of this; NULL: a share of them */
};

/* NULL: the event with that code is held against nothing. */
const struct ratio *ratio_of(uint16_t event);
