/*
 * SPDX-License-Identifier: MIT
 * Exchanging the instruction that the probes read the counters with.
 */
#include "pmc/reading.h"

#include "kernel/x86.h"
#include "pmc/region.h"

/* Of MOV ECX, imm32 (B9 and the immediate, low byte first), from the instruction behind it. */
#define IMMEDIATE (-4)

/* The counter's number is the lowest bit of all that ECX may be given. */
_Static_assert((MSR_P5_CTR0 & 1) == 0 && MSR_P5_CTR1 == MSR_P5_CTR0 + 1, "see above");

static const struct {
    const char *name;
    uint8_t opcode[2];
    uint8_t first; /* what ECX holds for counter 0 */
} readings[READINGS] = {
    [READ_BY_RDMSR] = {"rdmsr", {0x0F, 0x32}, MSR_P5_CTR0},
    [READ_BY_GATE] = {"gate", {0xCD, 0x32}, MSR_P5_CTR0},
    [READ_BY_RDPMC] = {"rdpmc", {0x0F, 0x33}, 0},
    [READ_BY_RDTSC] = {"rdtsc", {0x0F, 0x31}, MSR_P5_CTR0},
};

const char *reading_name(enum reading reading)
{
    return readings[reading].name;
}

void reading_exchange(enum reading reading)
{
    static enum reading now = READ_BY_RDMSR;
    if (reading == now)
        return;
    for (uint8_t *const *place = probes_start; place < probes_end; place++) {
        uint8_t *read = *place;
        read[IMMEDIATE] = (uint8_t)(readings[reading].first | (read[IMMEDIATE] & 1));
        read[0] = readings[reading].opcode[0];
        read[1] = readings[reading].opcode[1];
    }
    now = reading;
    cpuid(0); /* serialises: the processor fetches the changed code */
}
