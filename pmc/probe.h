/*
 * SPDX-License-Identifier: MIT
 * What the region probes read a counter with. Each read stands in .probes (pmc/region.h) and is
 * linked as MOV ECX, imm32 and RDMSR: 7 bytes, of which the immediate and the last two are
 * exchanged.
 */
#pragma once

#include <stdint.h>

/* The instruction, and what ECX holds for it (Intel SDM volume 2). */
enum probe {
    PROBE_RDMSR, /* 0F 32, ECX 12h or 13h: in ring 0 of every processor with MSRs */
    PROBE_GATE,  /* CD 32, INT 32h, through whose gate the kernel does the RDMSR for ring 3 */
    PROBE_RDPMC, /* 0F 33, ECX 0 or 1: from the P55C on; in ring 3 too where CR4.PCE is set */
    PROBE_RDTSC, /* 0F 31: the time-stamp counter in place of either, in any ring */
    PROBES,
};

/* As the wire has it: rdmsr, gate, rdpmc, rdtsc. */
const char *probe_name(enum probe probe);

/* Makes every read that .probes lists one of that kind; no benchmark may be running. */
void probe_exchange(enum probe probe);
