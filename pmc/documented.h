/*
 * SPDX-License-Identifier: MIT
 * What documents say of a finding: documented.def, for the kernel and for the host.
 */
#pragma once

#include <stdbool.h>

/* Of a P5 or P54C, or of a P55C: the value in the unit of the finding, or words; NULL for none. */
const char *documented(const char *finding, bool p55c);

/* Who says so; NULL where documented() has nothing for either processor. */
const char *documented_source(const char *finding);
