/*
 * SPDX-License-Identifier: MIT
 * GROUP/NAME: the input of the program, and its expected output. main.c is the program; any other
 * can replace it unchanged, with all its files. Build flags, such as a define, a directory of
 * headers or more memory, are in a file `flags` in this directory (bench/README.md).
 */
#include "bench/hosted.h"

HOSTED_INPUT("the text\nthat stdin reads\n");
HOSTED_OUTPUT("2 lines\n");
HOSTED_BENCHMARK("counts the lines of its input", "PROGRAM");
