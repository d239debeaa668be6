/*
 * SPDX-License-Identifier: MIT
 * Advice for a loop, one sentence each: moves that were tried, then remedies for the most expensive
 * causes.
 */
#pragma once

#include <stddef.h>

#include "host/analysis/explain/explained.h"

#define ADVICE_SIZE (3 * EXPLAIN_NOTE)

/* Formats sentence `i`, starting from 0. Returns false if there are no more. */
bool advice_text(const struct explained_loop *loop, unsigned i, char text[ADVICE_SIZE]);
