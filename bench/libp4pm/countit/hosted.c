/*
 * SPDX-License-Identifier: MIT
 * `bareprobe run --file registers.txt=PATH` replaces this register file by another.
 */
#include "p4pm_arguments.h"

#include "bench/hosted.h"
#include "p4pm.h"

P4PM_FILE_FROM("registers.txt", "bench/libp4pm/nested/nested.txt");
HOSTED_BENCHMARK("a sort that p4pm measures twice, as CountIt calls programs", "countit",
                 "registers.txt", "registers");
