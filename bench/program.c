/*
 * SPDX-License-Identifier: MIT
 * Makes a benchmark of a whole assembly program, bench/<group>/<name>.s, which is linked with this
 * file; its main() is then no longer visible from outside.
 */
#include "bench/bench.h"

int main(void);

static void run(void)
{
    main();
}

BENCHMARK("main() of " BENCH_NAME ".s", run);
