/*
 * SPDX-License-Identifier: MIT
 * Exchanging the instruction that the probes read the counters with.
 */
#include "pmc/reading.h"

#include <stdbool.h>

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "pmc/region.h"

/* Of MOV ECX, imm32 (B9 and the immediate, low byte first), from the instruction behind it. */
#define IMMEDIATE (-4)

static const struct {
    const char *name;
    uint8_t opcode[2];
    bool by_msr; /* ECX holds more than the counter's number: a register's, an address */
} readings[READINGS] = {
    [READ_BY_RDMSR] = {"rdmsr", {0x0F, 0x32}, true},
    [READ_BY_GATE] = {"gate", {0xCD, 0x32}, true},
    [READ_BY_RDPMC] = {"rdpmc", {0x0F, 0x33}, false},
    [READ_BY_RDTSC] = {"rdtsc", {0x0F, 0x31}, false},
    [READ_BY_CALL] = {"call", {0xFF, 0xD1}, true},
};

const char *reading_name(enum reading reading)
{
    return readings[reading].name;
}

void reading_exchange(enum reading reading, uint32_t first_msr)
{
    static enum reading now = READ_BY_RDMSR;
    static uint32_t first_now; /* what ECX holds for counter 0; as linked, 0 */
    const uint32_t first = readings[reading].by_msr ? first_msr : 0;
    if (reading == now && first == first_now)
        return;
    for (uint8_t *const *place = probes_start; place < probes_end; place++) {
        uint8_t *read = *place;
        uint32_t ecx;
        memcpy(&ecx, read + IMMEDIATE, sizeof ecx);
        ecx += first - first_now;
        memcpy(read + IMMEDIATE, &ecx, sizeof ecx);
        memcpy(read, readings[reading].opcode, sizeof readings[reading].opcode);
    }
    now = reading;
    first_now = first;
    cpuid(0); /* serialises: the processor fetches the changed code */
}
