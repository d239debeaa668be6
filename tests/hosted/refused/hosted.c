/*
 * SPDX-License-Identifier: MIT
 * The test replaces the argument in its copy of this file.
 */
#include "bench/hosted.h"

HOSTED_BENCHMARK("too little memory", "refused", "status");
