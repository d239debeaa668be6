/*
 * SPDX-License-Identifier: MIT
 * The names of the parts of a breakdown.
 */
#include "host/analysis/breakdown/breakdown_parts.h"

#define PART_NAME(id, name, text) name,
const char *const part_names[PARTS] = {BREAKDOWN_PARTS(PART_NAME)};
#undef PART_NAME
#define PART_TEXT(id, name, text) text,
const char *const part_texts[PARTS] = {BREAKDOWN_PARTS(PART_TEXT)};
#undef PART_TEXT
