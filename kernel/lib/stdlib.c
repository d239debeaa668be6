/*
 * SPDX-License-Identifier: MIT
 * exit() through the gate by which a routine in ring 3 returns; it works from ring 0 as well.
 */
#include "kernel/lib/stdlib.h"

#include "boot/descriptors.h"

void exit(int status)
{
    (void)status;
    for (;;)
        __asm__ volatile("int %0" : : "i"(VECTOR_RETURN));
}

void abort(void)
{
    for (;;)
        __asm__ volatile("int3");
}
