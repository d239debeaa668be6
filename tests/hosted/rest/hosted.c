/*
 * SPDX-License-Identifier: MIT
 * SIGTERM is 15. 854640140 is the second at which the virtual Pentium's clock starts, a Thursday;
 * 31 days are 2,678,400 seconds, and 30 + 31 is 2 March, since 1997 has no 29 February.
 * 0x1.8p1 is 3, -0x.8p4 is -8; "12 0x1.8p1 2.5e-3 ff" has 20 characters.
 */
#include "bench/hosted.h"

HOSTED_INPUT("77 words\n");
HOSTED_OUTPUT(
    "1 0 15 1 0 1\n"
    "aborted, and back\n"
    "C 1 C .\n"
    "1 6 abc\n"
    "one.two.three.[a][][b]0 1 dup\n"
    "File exists; No such file or directory; Unknown error\n"
    "Thursday 30 January 1997, week 05, 16:02:20 UTC; 2678400 later Sun Mar  2 16:02:20 1997\n"
    "1 0\n"
    "4 12 3 0.0025 255 20\n"
    "2 words 77 1\n"
    "-8 0.1 2\n"
    "-5 abc 7\n"
    "2 1 0 1\n");
HOSTED_BENCHMARK("the rest of the library", "rest");
