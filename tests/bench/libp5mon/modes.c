/*
 * SPDX-License-Identifier: MIT
 * The ten modes of initialisation (thesis, Table 3.1), 40-bit values, and calls that the library
 * rejects. tests/virtual/test_libp5mon.py has the expected output for both rings.
 *
 * Counter 0 counts floating-point operations, counter 1 misaligned accesses: neither library nor
 * driver does any, so the counts are those of the code between two calls.
 */
#include "bench/bench.h"

#include "libp5mon.h"
#include "p5mon_device.h"
#include "stdio.h"

static uint32_t words[2];

static void operations(unsigned n)
{
    __asm__ volatile("fldz\n1: fadd %%st(0), %%st\n\tdecl %0\n\tjnz 1b\n\tfstp %%st(0)" : "+r"(n));
}

static void misaligned_reads(unsigned n)
{
    while (n--)
        __asm__ volatile("movl 1+%0, %%eax" : : "m"(words) : "eax");
}

static CNT_CONFIG counting(CNT_CLR clr, ULONG init0, ULONG init1)
{
    return (CNT_CONFIG){
        .event0 = flops,
        .ctrl0 = evt_all,
        .event1 = misaligned_data_memory_or_IO_references,
        .ctrl1 = evt_all,
        .clr = clr,
        .init0 = init0,
        .init1 = init1,
    };
}

/* The mode starts from counts of 3 and 2; then 5 and 4 are added. */
static void try_mode(CNT_CLR mode, ULONG init0, ULONG init1)
{
    ULONG result[3];
    CNT_CONFIG config = counting(clr_0_1, 0, 0);
    p5mon_config(&config);
    operations(3);
    misaligned_reads(2);
    config = counting(mode, init0, init1);
    p5mon_config(&config);
    operations(5);
    misaligned_reads(4);
    p5mon_read(result);
    printf("mode %d: %llx %llx %llx\n", (int)mode, result[0], result[1], result[2]);
}

static void try_errors(void)
{
    ULONG result[3];
    unsigned char bytes[P5MON_WRITE_PRESET_BYTES] = {0};
    CNT_CONFIG config = counting(clr_0_1, 0, 0), wrong = config;
    wrong.event0 = (EVENT)0x3F;
    printf("closed: %d %d %d %d\n", p5mon_config(&config), p5mon_read(result), p5mon_clear(),
           p5mon_close());
    int device = open(P5MON_DEVICE, O_RDWR);
    printf("open: %d %d\n", open("/dev/null", O_RDWR), device);
    printf("write: %ld %ld %ld\n", write(device, bytes, 4), write(0, bytes, 5),
           write(device, bytes, 15));
    printf("read: %ld %ld\n", read(device, bytes, 8), read(0, result, sizeof result));
    printf("wrong: %d %d %d\n", p5mon_config(&wrong), p5mon_config(0), p5mon_read(0));
    int first = close(device);
    printf("close: %d %d\n", first, close(device));
}

/* The gate does not write other MSRs: the time-stamp counter does not return to 0. */
static void try_gate(void)
{
    uint64_t before, after, zero = 0;
    __asm__ volatile("rdtsc" : "=A"(before));
    __asm__ volatile("int $0x30" : : "A"(zero), "c"(0x10));
    __asm__ volatile("int $0x30" : : "A"(zero), "c"(0x14));
    __asm__ volatile("rdtsc" : "=A"(after));
    printf("gate: %d\n", after > before);
}

static void modes(void)
{
    try_errors();
    if (p5mon_init())
        return;
    for (unsigned mode = clr_none; mode <= clear_only; mode++)
        try_mode(mode, 1000, 2000);
    try_mode(init_0_1, (1ull << 40) - 2, (1ull << 40) - 1);
    try_mode(init_0_1, 0x123456789A, 0x8000000000);
    p5mon_clear();
    p5mon_close();
    try_gate();
}

BENCHMARK("the p5mon library's modes and errors", modes);
