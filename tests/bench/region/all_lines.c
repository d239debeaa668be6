/*
 * SPDX-License-Identifier: MIT
 * Regions that displace all of L1: the stores of their end probes miss.
 */
#include <stdint.h>
#include <stdlib.h>

#include "bench/bench.h"

#define BYTES (256 * 1024)
#define LINE  32

static volatile uint8_t *bytes;

static void setup(void)
{
    bytes = malloc(BYTES);
}

static void run(void)
{
    region("reads")
    {
        for (unsigned at = 0; at < BYTES; at += LINE)
            (void)bytes[at];
    }
}

BENCHMARK("reads four times a K7's data cache", run, .setup = setup, .memory = BYTES);
