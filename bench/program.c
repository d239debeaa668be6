/*
 * SPDX-License-Identifier: MIT
 * Makes a benchmark of a whole program in assembly, bench/<group>/<name>.s, which is linked to this
 * and whose main() then is no longer seen from outside.
 */
#include "bench/bench.h"

int main(void);

static void run(void)
{
    main();
}

BENCHMARK("main() of " BENCH_NAME ".s", run);
