/*
 * SPDX-License-Identifier: MIT
 * Detects processors that execute out of order: on them the clocks of one instruction hide those of
 * another, and caches, TLBs and predictors may be larger than a Pentium's, so that sweeps go
 * further.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * True for Intel and AMD from family 6 on: P6, K7, Pentium 4 (AP-485; AMD's Processor Recognition
 * note). CPUID serialises, so it must not be called inside a region.
 */
static inline bool work_overlaps(void)
{
    enum { INTEL = 0x756e6547, AMD = 0x68747541 }; /* "Genu", "Auth" */
    uint32_t eax = 0, ebx, ecx, edx;

    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    const bool ours = ebx == INTEL || ebx == AMD;
    eax = 1;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    return ours && (eax >> 8 & 15) >= 6;
}
