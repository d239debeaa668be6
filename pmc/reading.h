/*
 * SPDX-License-Identifier: MIT
 * What the region probes read a counter with. Each read stands in .probes (pmc/region.h) and is
 * linked as MOV ECX, the counter's number, and RDMSR: 7 bytes, of which the immediate and the last
 * two are exchanged.
 */
#pragma once

#include <stdint.h>

/* The instruction, and what ECX holds for it (Intel SDM volume 2). */
enum reading {
    READ_BY_RDMSR, /* 0F 32, ECX the register: in ring 0 of every processor with MSRs */
    READ_BY_GATE,  /* CD 32, INT 32h, through whose gate the kernel does the RDMSR for ring 3 */
    READ_BY_RDPMC, /* 0F 33, ECX 0 or 1: from the P55C on; in ring 3 too where CR4.PCE is set */
    READ_BY_RDTSC, /* 0F 31: the time-stamp counter in place of either, in any ring */
    READ_BY_CALL,  /* FF D1, CALL ECX, which holds an address and that counter's number: no counter
                      is read, but probes are counted (pmc/inner_probes.h); in any ring */
    READINGS,
};

/* As the wire has it: rdmsr, gate, rdpmc, rdtsc; `call` is never there. */
const char *reading_name(enum reading reading);

/*
 * Makes every read that .probes lists one of that kind; no benchmark may be running. `first_msr` is
 * counter 0's register, as struct pmc has it, and for READ_BY_CALL the address that is called.
 */
void reading_exchange(enum reading reading, uint32_t first_msr);
