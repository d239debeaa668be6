/*
 * SPDX-License-Identifier: MIT
 * The input of wc: twelve times the same sentence of 4 lines, 23 words (7 + 4 + 5 + 7) and 124
 * characters (33 + 27 + 32 + 32, including line ends and the tab).
 */
#include "bench/hosted.h"

#define SENTENCE                                                                                   \
    "A program reads what it is given\n"                                                           \
    "\tand counts   lines, words\n"                                                                \
    "and characters; its text comes \n"                                                            \
    "from memory, and none of it is.\n"

HOSTED_INPUT(SENTENCE SENTENCE SENTENCE SENTENCE SENTENCE SENTENCE SENTENCE SENTENCE SENTENCE
                 SENTENCE SENTENCE SENTENCE);
HOSTED_OUTPUT("     48     276    1488\n");
HOSTED_BENCHMARK("wc of 1,488 characters, as it is written for Unix", "wc");
