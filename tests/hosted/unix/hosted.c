/*
 * SPDX-License-Identifier: MIT
 * 0, 1 and 2 are in use, so the first file opened is 3, the next 4, and 4 again after that is
 * closed.
 */
#include "bench/hosted.h"

HOSTED_FILE("given", "ABCDEFGHIJ");
HOSTED_OUTPUT(
    "3 5 ABCDE 5 6 4 GHIJ 0 -1 1\n"
    "-1 1\n"
    "4 10 -1 1 0 10 1\n"
    "1 -1 1 0 1 1 0123four89!\n"
    "0 0 -1 0 1\n"
    "end\n");
HOSTED_BENCHMARK("files by POSIX's functions", "unix");
