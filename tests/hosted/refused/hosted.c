/*
 * SPDX-License-Identifier: MIT
 * The test writes the other word into its copy.
 */
#include "bench/hosted.h"

HOSTED_BENCHMARK("too little memory", "refused", "status");
