/*
 * SPDX-License-Identifier: MIT
 * Rules that a finding must meet. A time stamp that follows another clock violates them.
 */
#pragma once

#include <stdint.h>

/*
 * Returns the rule that a number violates, such as "not above 0 clocks", or NULL. The number is in
 * thousandths. Not in the small image.
 */
const char *impossible_finding_rule(const char *bench, const char *name, int64_t thousandths)
    __attribute__((weak));
