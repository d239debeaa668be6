/*
 * SPDX-License-Identifier: MIT
 * A benchmark's region explained: where its clocks went, and its dearest loops.
 */
#pragma once

#include "host/explain/explain_code.h"
#include "host/explain/explained_case.h"

/* How many of its loops are shown: as many as are asked for, else the first and a second that has a
 * good part of the clocks. */
unsigned explain_bench_loops(const struct explained_case *one, const struct explain_order *order);

/* Clocks of the region on each machine that never was. */
void explain_bench_what_ifs(const struct explained_case *one, const struct explain_order *order,
                            double clocks[WHAT_IFS_MOST]);

/* Whether REGION is there. */
bool explain_bench_named(const char *name);

/* The case's other regions, a line each. */
void explain_bench_others(const struct explained_case *one, FILE *to);

/* BENCH[:REGION], a case or a pattern of several. The program's exit status. */
int explain_bench(const char *name, const struct explain_order *order, FILE *to);
