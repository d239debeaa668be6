/*
 * SPDX-License-Identifier: MIT
 * Arguments of a program that whoever boots gives: words in a file called `argv`, with blanks or
 * line ends between. Included in front of bench/hosted.h.
 */
#pragma once

/* argc. Where no such file was given it is `count`; else words stand behind argv[0], not those of
 * HOSTED_BENCHMARK. */
int p4pm_arguments(int count);

#define HOSTED_ARGUMENTS p4pm_arguments(hosted_program.count)
