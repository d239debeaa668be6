/*
 * SPDX-License-Identifier: MIT
 * The code that a program executes only after a test of CPUID's answer.
 */
#pragma once

#include "host/analysis/gate/code_graph.h"

/*
 * Returns for each node whether it is executed without such a test. Within a function a test
 * guards a node if one outcome of the test is on all paths to it. A function is guarded if each of
 * its calls is. The caller frees the array.
 */
bool *tested_code_find_others(const struct code_graph *graph);
