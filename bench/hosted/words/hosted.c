/*
 * SPDX-License-Identifier: MIT
 * The input of words has 26 words: "the" 5 times, "and" 3 times, "cat" and "dog" twice.
 */
#include "bench/hosted.h"

HOSTED_INPUT(
    "The cat and the dog went to the river, and the cat swam;\n"
    "but a dog, wet and tired, ran home along the same old road.\n");
HOSTED_OUTPUT(
    "the           5\n"
    "and           3\n"
    "cat           2\n"
    "dog           2\n");
HOSTED_BENCHMARK("words counted in a tree of two files, as written for Unix", "words", "-n", "4");
