/*
 * SPDX-License-Identifier: MIT
 * Arguments of a program from the boot loader: words in a file called `argv`, separated by blanks
 * or line ends. Include it before bench/hosted.h.
 */
#pragma once

/* Returns argc. Without that file it is `count`; with it, the file's words follow argv[0] instead
 * of those of HOSTED_BENCHMARK. */
int p4pm_arguments(int count);

#define HOSTED_ARGUMENTS p4pm_arguments(hosted_program.count)
