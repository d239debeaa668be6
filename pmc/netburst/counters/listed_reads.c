/*
 * SPDX-License-Identifier: MIT
 * Patches the reads of a list of counters in listed_probes.asm.
 */
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "pmc/reading.h"

extern uint8_t *const listed_reads[LISTED_MOST]; /* MOV ECX, imm32, then the read */
extern uint8_t listed_jump[];                    /* JMP rel32: E9 and the distance */
extern uint32_t listed_beyond;
extern struct listed_reads {
    struct region *to;
    uint64_t *to_listed;
} listed_reads_to;
extern struct region listed_latest;
extern uint64_t listed_latest_beyond[];

#define JUMP_BYTES 5
#define MOV_BYTES  5

void listed_set(const uint8_t opcode[2], uint32_t first, unsigned n, const uint8_t counter[])
{
    /* The probes always read two; a list of one is filled up. */
    const unsigned reads = n > REGION_COUNTERS ? n : REGION_COUNTERS;
    for (unsigned i = 0; i < reads; i++) {
        uint32_t ecx = first + counter[i < n ? i : 0];
        memcpy(listed_reads[i] + 1, &ecx, sizeof ecx);
        memcpy(listed_reads[i] + MOV_BYTES, opcode, 2);
    }
    uint32_t distance = (uint32_t)(listed_reads[reads - 1] - (listed_jump + JUMP_BYTES));
    memcpy(listed_jump + 1, &distance, sizeof distance);
    listed_beyond = n > REGION_COUNTERS ? n - REGION_COUNTERS : 0;
    cpuid(0); /* serialise, so that the processor fetches the changed code */
}

void listed_reset(void)
{
    listed_reads_to = (struct listed_reads){&listed_latest, listed_latest_beyond};
}
