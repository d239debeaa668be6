/*
 * SPDX-License-Identifier: MIT
 * Patches the instruction with which the probes read the counters.
 */
#include "pmc/probe_reads.h"

#include <stdbool.h>

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"

/*
 * Offset of the immediate of MOV ECX, imm32 (B9, then the immediate, low byte first) from the next
 * instruction.
 */
#define IMMEDIATE (-4)

static const struct {
    const char *name;
    uint8_t opcode[2];
    bool by_msr; /* ECX holds a register number or an address, not just the counter's number */
} readings[READINGS] = {
    [READ_BY_RDMSR] = {"rdmsr", {0x0F, 0x32}, true},
    [READ_BY_GATE] = {"gate", {0xCD, 0x32}, true},
    [READ_BY_RDPMC] = {"rdpmc", {0x0F, 0x33}, false},
    [READ_BY_RDTSC] = {"rdtsc", {0x0F, 0x31}, false},
    [READ_BY_CALL] = {"call", {0xFF, 0xD1}, true},
};

const char *probe_reads_name(enum probe_read reading)
{
    return readings[reading].name;
}

/* The current patch state of a list of reads. As linked, ECX holds the counter's number. */
struct probe_read_list {
    uint8_t *const *start, *const *end;
    enum probe_read now;
    uint32_t first_now;
    uint32_t near_now; /* 1: the numbers of counters 0 and 1 are exchanged */
};

static void probe_reads_patch_list(struct probe_read_list *list, enum probe_read reading,
                                   uint32_t first_msr, uint32_t near)
{
    const uint32_t first = readings[reading].by_msr ? first_msr : 0;
    if (reading == list->now && first == list->first_now && near == list->near_now)
        return;
    for (uint8_t *const *place = list->start; place < list->end; place++) {
        uint8_t *read = *place;
        uint32_t ecx;
        memcpy(&ecx, read + IMMEDIATE, sizeof ecx);
        ecx = ((ecx - list->first_now) ^ list->near_now ^ near) + first;
        memcpy(read + IMMEDIATE, &ecx, sizeof ecx);
        memcpy(read, readings[reading].opcode, sizeof readings[reading].opcode);
    }
    list->now = reading;
    list->first_now = first;
    list->near_now = near;
    cpuid(0); /* serialise, so that the processor fetches the changed code */
}

static struct probe_read_list probes = {probes_start, probes_end, READ_BY_RDMSR, 0, 0};
static struct probe_read_list called = {called_start, called_end, READ_BY_RDMSR, 0, 0};
static struct probe_read_list loaded; /* of code that is not in the image */

void probe_reads_add_loaded(uint8_t *const *start, uint8_t *const *end)
{
    loaded = (struct probe_read_list){start, end, READ_BY_RDMSR, 0, 0};
    probe_reads_patch_list(&loaded, probes.now, probes.first_now, probes.near_now);
}

static void probe_reads_patch_all(enum probe_read reading, uint32_t first_msr, uint32_t near)
{
    probe_reads_patch_list(&probes, reading, first_msr, near);
    probe_reads_patch_list(&loaded, reading, first_msr, near);
}

void probe_reads_patch(enum probe_read reading, uint32_t first_msr)
{
    probe_reads_patch_all(reading, first_msr, 0);
}

void probe_reads_patch_called(enum probe_read reading, uint32_t first_msr, unsigned near)
{
    probe_reads_patch_list(&called, reading, first_msr, near);
}

static bool
    listing; /* whether counter_list_probes.asm does the reads, and with which instruction */
static enum probe_read listed_by;
static uint32_t listed_first;

void probe_reads_set(const struct pmc *pmc, enum probe_read reading, unsigned near, unsigned n,
                     const uint8_t counter[])
{
    if (!pmc->calls) {
        probe_reads_patch_all(reading, pmc->first_msr, near);
        return;
    }
    listing = counter && n;
    if (listing) {
        listed_by = reading;
        listed_first = readings[reading].by_msr ? pmc->first_msr : 0;
        probe_reads_set_list(n, counter);
        probe_reads_patch(READ_BY_CALL, (uint32_t)counter_list_read);
        return;
    }
    probe_reads_patch_list(&called, reading, pmc->first_msr, 0);
    probe_reads_patch(READ_BY_CALL, (uint32_t)(n > 2 ? called_read_4 : called_read_2));
}

void probe_reads_set_list(unsigned n, const uint8_t counter[])
{
    if (listing)
        counter_list_set(readings[listed_by].opcode, listed_first, n, counter);
}

void probe_reads_reset(void)
{
    called_reads.to = &called_reads.latest;
    called_reads.to_called = &called_reads.latest_called;
    if (listing)
        counter_list_reset();
}

uint64_t probe_reads_begin(unsigned region, unsigned place)
{
    if (place < REGION_COUNTERS)
        return place == probes.near_now ? regions[region].near_begin : regions[region].far_begin;
    place -= REGION_COUNTERS;
    return (listing ? counter_list_regions[region].begin : called_regions[region].begin)[place];
}

uint64_t probe_reads_sum(unsigned region, unsigned place)
{
    if (place < REGION_COUNTERS)
        return place == probes.near_now ? regions[region].near_sum : regions[region].far_sum;
    place -= REGION_COUNTERS;
    return (listing ? counter_list_regions[region].sum : called_regions[region].sum)[place];
}

/* Linked like a probe's RDMSR, which a plain P5 can execute. */
int probe_reads_try_rdpmc(const struct pmc *pmc, uint32_t *value)
{
    int vector = 0;
    uint32_t high;
    probe_reads_patch(READ_BY_RDPMC, pmc->first_msr);
    __asm__ volatile("movl %[ctr1], %%ecx\n\t" REGION_RDMSR
                     "1:\n\t"
                     ".pushsection .fixups, \"a\"\n\t"
                     ".long 771b, 1b\n\t"
                     ".popsection"
                     : "=a"(*value), "=d"(high), "+D"(vector)
                     : [ctr1] "i"(REGION_FAR)
                     : "ecx");
    probe_reads_patch(READ_BY_RDMSR, pmc->first_msr);
    return vector ? -1 : 0;
}
