/*
 * SPDX-License-Identifier: MIT
 * The names of the parts of a P5's breakdown.
 */
#include "host/analysis/breakdown/breakdown_parts.h"

#define PART_TEXT(id, name, text, causes) {name, causes},
static const struct part_text texts[PARTS] = {BREAKDOWN_PARTS(PART_TEXT)};
#undef PART_TEXT

const struct part_list p5_parts = {.parts = texts, .n = PARTS, .rest = "not explained"};
