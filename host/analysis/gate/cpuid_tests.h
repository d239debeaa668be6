/*
 * SPDX-License-Identifier: MIT
 * The conditional jumps of a program that depend on CPUID: those after it in its function, those
 * after a call of such a function, and those on variables that such code has stored.
 */
#pragma once

#include "host/analysis/gate/code_graph.h"

/* Returns for each node whether it is such a jump. The caller frees the array. */
bool *cpuid_tests_find(const struct code_graph *graph);
