/*
 * SPDX-License-Identifier: MIT
 * Runs nested measurements. An iteration is 8 NOPs, DEC and JNZ: 100 of them are 1000 instructions,
 * and 100 branches; a MOV precedes them. Any chip that is not interrupted must count the printed
 * numbers.
 */
#include "p4pm_arguments.h"

#include "bench/hosted.h"
#include "p4pm.h"

P4PM_FILE_FROM("nested.txt", "bench/libp4pm/nested/nested.txt");
HOSTED_OUTPUT(
    "nothing      instructions 0 branches 0\n"
    "100 turns    instructions 1001 branches 100\n"
    "10 turns     instructions 101 branches 10\n"
    "10 turns     instructions 101 branches 10\n"
    "10 turns     instructions 101 branches 10\n");
HOSTED_BENCHMARK("nested measurements by p4pm, overhead subtracted", "nested", "nested.txt");
