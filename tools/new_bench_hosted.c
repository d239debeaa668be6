/*
 * SPDX-License-Identifier: MIT
 * GROUP/NAME: what the program is given, and what it is to print. main.c is the program; any other
 * takes its place unchanged, with all its files. What it asks of the build, a define, a folder of
 * headers, more memory, stands in a file `flags` here (bench/README.md).
 */
#include "bench/hosted.h"

HOSTED_INPUT("the text\nthat stdin reads\n");
HOSTED_OUTPUT("2 lines\n");
HOSTED_BENCHMARK("counts the lines of its input", "PROGRAM");
