/*
 * SPDX-License-Identifier: MIT
 * What the program is given: nothing. What it counts is in its output.
 */
#include "bench/hosted.h"

HOSTED_BENCHMARK(
    "PCL's example with nested calls, as its manual prints it; counts in ring 3 (privilege=user)",
    "nested");
