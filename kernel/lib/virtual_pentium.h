/*
 * SPDX-License-Identifier: MIT
 * Whether this is vpentium, the simulator. It has a CPUID leaf (docs/simulator.md).
 */
#pragma once

#include <stdbool.h>

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"

#define VIRTUAL_PENTIUM_LEAF 0x40000000u

static inline bool virtual_pentium(void)
{
    struct cpuid_result r = cpuid(VIRTUAL_PENTIUM_LEAF);
    return !memcmp(&r.ebx, "Bare", 4) && !memcmp(&r.ecx, "prob", 4) && !memcmp(&r.edx, "eP5 ", 4);
}
