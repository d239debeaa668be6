/*
 * SPDX-License-Identifier: MIT
 * Finds size and line length of the code cache by running code of different lengths and strides.
 *
 * Regions "size" run straight code of that length four times. Regions "stride" run 256 jumps that
 * far apart, none of whose lines are in the cache; from the line length on, each jump misses.
 */
#include <stdlib.h>

#include "bench/memory/infer.h"
#include "bench/memory/jumps.h"

#define K     1024u
#define LINE  32u
#define TIMES 4u
#define SPAN  (64 * K) /* twice that on processors that overlap */
#define JUMPS 256u
#define CHAIN (JUMPS * 128 + 4 * K)

enum { SIZES = 13, STRIDES = 5, STRIDE = SIZES, HITS = STRIDE + STRIDES };
enum { MORE_SIZES = 4, MORE = HITS + 1 }; /* for processors that overlap */
region_name(0, "size 1K");
region_name(1, "size 1.5K");
region_name(2, "size 2K");
region_name(3, "size 3K");
region_name(4, "size 4K");
region_name(5, "size 6K");
region_name(6, "size 8K");
region_name(7, "size 12K");
region_name(8, "size 16K");
region_name(9, "size 24K");
region_name(10, "size 32K");
region_name(11, "size 48K");
region_name(12, "size 64K");
region_name(13, "stride 8");
region_name(14, "stride 16");
region_name(15, "stride 32");
region_name(16, "stride 64");
region_name(17, "stride 128");
region_name(18, "hits");
region_name(19, "size 48K, again");
region_name(20, "size 64K, again");
region_name(21, "size 96K");
region_name(22, "size 128K");

/* A step of these points is a line of code; of the strides it is a jump. */
#define CODE(bytes)                                                                                \
    {                                                                                              \
        bytes, TIMES *(bytes) / LINE                                                               \
    }
static const struct point sizes[SIZES] = {
    CODE(1 * K),  CODE(K + 512), CODE(2 * K),  CODE(3 * K),  CODE(4 * K),  CODE(6 * K), CODE(8 * K),
    CODE(12 * K), CODE(16 * K),  CODE(24 * K), CODE(32 * K), CODE(48 * K), CODE(64 * K)};
static const struct point more_sizes[MORE_SIZES] = {CODE(48 * K), CODE(64 * K), CODE(96 * K),
                                                    CODE(128 * K)};
static const uint32_t strides[STRIDES] = {8, 16, 32, 64, 128};
static char *straight, *chain;
static uint32_t span = SPAN;

/* 16 bytes of two pairs: MOV ECX, MOV EDX, each with an immediate, MOV EAX with one, NOP. */
static const uint8_t unit[16] = {0xb8, 0, 0, 0, 0, 0xba, 0, 0, 0, 0, 0xb8, 0, 0, 0, 0, 0x90};

static void setup(void)
{
    if (work_overlaps())
        span = 2 * SPAN;
    straight = aligned_alloc(4 * K, span);
    chain = aligned_alloc(4 * K, CHAIN);
    for (uint32_t i = 0; i < span; i += sizeof unit)
        memcpy(straight + i, unit, sizeof unit);
    straight[span - 1] = (char)OPCODE_RET;
}

static __attribute__((noinline)) void run_straight(const char *code, unsigned times)
{
    for (; times; times--)
        run_code(code, 0);
}

static void measure_size(unsigned n, uint32_t bytes)
{
    const char *code = straight + span - bytes;

    run_straight(code, 2);
    region_begin_at(n);
    run_straight(code, TIMES);
    region_end_at(n);
}

static void put_stride(uint32_t stride)
{
    for (uint32_t i = 0; i < JUMPS; i++)
        put_jump(chain + i * stride, chain + i * stride, chain + (i + 1) * stride);
    chain[JUMPS * stride] = (char)OPCODE_RET;
}

static void run(void)
{
    for (unsigned i = 0; i < SIZES; i++)
        measure_size(i, sizes[i].value);
    for (unsigned i = 0; i < STRIDES; i++) {
        put_stride(strides[i]);
        run_straight(straight + span - SPAN, 1);
        region_begin_at(STRIDE + i);
        run_code(chain, 1);
        region_end_at(STRIDE + i);
    }
    put_stride(strides[0]);
    measure_code(HITS, chain, 1, 1);
    for (unsigned i = 0; span > SPAN && i < MORE_SIZES; i++)
        measure_size(MORE + i, more_sizes[i].value);
}

static int64_t line(void)
{
    const int64_t hit = cost(HITS, JUMPS), miss = cost(STRIDE + STRIDES - 1, JUMPS);

    if (hit <= 0 || miss < hit + hit / 4)
        return -1;
    for (unsigned i = 0; i < STRIDES; i++)
        if (cost(STRIDE + i, JUMPS) - hit > (miss - hit) * 3 / 4)
            return i ? (int64_t)strides[i] * 1000 : -1;
    return -1;
}

static void conclude(void)
{
    int64_t size = holds(0, sizes, SIZES, 4);

    if (size < 0 && span > SPAN)
        size = holds(MORE, more_sizes, MORE_SIZES, 4);
    publish("l1_code_size", size, "bytes");
    publish("l1_code_line", line(), "bytes");
}

static uint32_t memory_for(void)
{
    return (work_overlaps() ? 2 * SPAN : SPAN) + CHAIN + 12 * K;
}

BENCHMARK("size and line of the code cache", run, .setup = setup, .conclude = conclude,
          .memory_for = memory_for);
