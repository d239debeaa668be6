/*
 * SPDX-License-Identifier: MIT
 * What to do about a loop, a sentence each: moves that were tried, then what helps against its
 * dearest causes.
 */
#pragma once

#include <stddef.h>

#include "host/explain/explained.h"

#define ADVICE_SIZE (3 * EXPLAIN_NOTE)

/* Sentence `i`, from 0 on; false where there are no more. */
bool advice_text(const struct explained_loop *loop, unsigned i, char text[ADVICE_SIZE]);
