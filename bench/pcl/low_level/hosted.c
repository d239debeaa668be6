/*
 * SPDX-License-Identifier: MIT
 * Runs an example of PCL's manual as a benchmark; it has no input and prints its counts.
 */
#include "bench/hosted.h"

HOSTED_BENCHMARK(
    "PCL's low-level example, as its manual prints it; counts in ring 3 (privilege=user)",
    "low_level");
