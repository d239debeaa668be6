/*
 * SPDX-License-Identifier: MIT
 * A local array of 40 KB.
 */
enum { BYTES = 40 * 1024 };
#include "tests/bench/frame/frame.h"

BENCHMARK("has a local array of 40 KB", run);
