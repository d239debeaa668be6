/*
 * SPDX-License-Identifier: MIT
 * Rules that a finding must meet. A time stamp that follows another clock violates them.
 */
#pragma once

#include <stdbool.h>

#include "serial/report.h"

/*
 * Marks a finding whose number cannot be right: the number becomes a text, valid until the next
 * call, and `suspect` the rule that it violates, such as "not above 0 clocks". Returns whether it
 * did. Not in the small image.
 */
bool impossible_finding_mark(struct report_finding *finding) __attribute__((weak));
