/*
 * SPDX-License-Identifier: MIT
 * A benchmark's region explained: where its clocks went, and its dearest loops.
 */
#pragma once

#include "host/explain/explain_code.h"

/* BENCH[:REGION], a case or a pattern of several. The program's exit status. */
int explain_bench(const char *name, const struct explain_order *order, FILE *to);
