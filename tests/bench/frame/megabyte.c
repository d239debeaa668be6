/*
 * SPDX-License-Identifier: MIT
 * A local array of 1 MB.
 */
enum { BYTES = 1024 * 1024 };
#include "tests/bench/frame/frame.h"

BENCHMARK("has a local array of 1 MB", run);
