/*
 * SPDX-License-Identifier: MIT
 * No work: what a machine takes to start and to end, so that it can be taken off.
 */
#include "tests/speed/speed.h"

uint32_t work(void)
{
    return 0;
}
