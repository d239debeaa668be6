/*
 * SPDX-License-Identifier: MIT
 * A local array of 7.7 MB.
 */
enum { BYTES = 7700 * 1024 };
#include "tests/bench/frame/frame.h"

BENCHMARK("has a local array of 7.7 MB", run);
