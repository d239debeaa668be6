/*
 * SPDX-License-Identifier: MIT
 * Patches the reads of a list of counters in counter_list_probes.asm.
 */
#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "pmc/probe_reads.h"

extern uint8_t *const counter_list_reads[COUNTER_LIST_MOST]; /* MOV ECX, imm32, then the read */
extern uint8_t counter_list_jump[];                          /* JMP rel32: E9 and the distance */
extern uint32_t counter_list_beyond;
extern struct counter_list_target {
    struct region *to;
    uint64_t *to_beyond;
} counter_list_reads_to;
extern struct region counter_list_latest;
extern uint64_t counter_list_latest_beyond[];

#define JUMP_BYTES 5
#define MOV_BYTES  5

void counter_list_set(const uint8_t opcode[2], uint32_t first, unsigned n, const uint8_t counter[])
{
    /* The probes always read two; a list of one is filled up. */
    const unsigned reads = n > REGION_COUNTERS ? n : REGION_COUNTERS;
    for (unsigned i = 0; i < reads; i++) {
        uint32_t ecx = first + counter[i < n ? i : 0];
        memcpy(counter_list_reads[i] + 1, &ecx, sizeof ecx);
        memcpy(counter_list_reads[i] + MOV_BYTES, opcode, 2);
    }
    uint32_t distance =
        (uint32_t)(counter_list_reads[reads - 1] - (counter_list_jump + JUMP_BYTES));
    memcpy(counter_list_jump + 1, &distance, sizeof distance);
    counter_list_beyond = n > REGION_COUNTERS ? n - REGION_COUNTERS : 0;
    cpuid(0); /* serialise, so that the processor fetches the changed code */
}

void counter_list_reset(void)
{
    counter_list_reads_to =
        (struct counter_list_target){&counter_list_latest, counter_list_latest_beyond};
}
