/*
 * SPDX-License-Identifier: MIT
 * Does no work: measures the time to start and end, which is subtracted from the others.
 */
#include "tests/speed/speed.h"

uint32_t work(void)
{
    return 0;
}
