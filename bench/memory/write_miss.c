/*
 * SPDX-License-Identifier: MIT
 * Finds whether a write miss allocates the line, the cost of a miss, whether a hit goes to the bus,
 * and the cost of replacing a modified line.
 */

/*
 * Regions "reads ..." read the same 24 lines after they were read, after all were evicted, and
 * after the evicted lines were written; the last is as fast as the first, or as slow as the second.
 * Regions "writes ...": 1024 writes to 32 lines, in the cache and not in it. Regions "lines ..."
 * read 2048 lines in a ring; each line is evicted before it is read again. In one of these each
 * line is also written.
 */
#include <stdlib.h>

#include "bench/memory/chase.h"
#include "bench/memory/infer.h"
#include "bench/memory/loop.h"

#define K     1024u
#define LINE  32u
#define SPAN  (64 * K)
#define FEW   (1 * K / LINE)
#define MANY  (SPAN / LINE)
#define TIMES 32u
#define WARM  8u

enum {
    READS_AFTER_READS,
    READS_AFTER_NOTHING,
    READS_AFTER_WRITES,
    WRITES_HIT,
    WRITES_MISS,
    LINES_CLEAN,
    LINES_MODIFIED
};
region_name(READS_AFTER_READS, "reads after reads");
region_name(READS_AFTER_NOTHING, "reads after nothing");
region_name(READS_AFTER_WRITES, "reads after writes");
region_name(WRITES_HIT, "writes hit");
region_name(WRITES_MISS, "writes miss");
region_name(LINES_CLEAN, "lines clean");
region_name(LINES_MODIFIED, "lines modified");

static char *few, *many;

static void setup(void)
{
    few = aligned_alloc(4 * K, 1 * K);
    many = aligned_alloc(4 * K, SPAN);
}

static void evict(void)
{
    keep(chase(many, MANY));
}

/* Writes one word of each line, after the pointer. */
static inline void write_lines(char *first, unsigned times)
{
    for (; times; times--) {
        char *line = first;
        uint32_t left = FEW;
        __asm__ volatile(LOOP_START
                         "movl %1, 4(%0)\n\t"
                         "addl %2, %0\n\t"
                         "decl %1\n\t"
                         "jnz 1b"
                         : "+r"(line), "+r"(left)
                         : "i"(LINE)
                         : "memory", "cc");
    }
}

static __attribute__((noinline)) void measure_writes(unsigned n, char *line)
{
    region_begin_at(n);
    write_lines(line, TIMES);
    region_end_at(n);
}

/* The same steps without the writes: the counter is written to a register. */
static inline void *chase_reading(void *node, uint32_t steps)
{
    uint32_t turns = steps / 4, other;
    void *next;

    __asm__ volatile(LOOP_START FOUR_TIMES("movl (%0), %2\n\tmovl %1, %3\n\tmovl %2, %0\n\t")
                     "decl %1\n\t"
                     "jnz 1b"
                     : "+r"(node), "+r"(turns), "=&r"(next), "=&r"(other)
                     :
                     : "memory", "cc");
    return node;
}

/* Each step writes to the line that it reads. */
static inline void *chase_modifying(void *node, uint32_t steps)
{
    uint32_t turns = steps / 4;
    void *next;

    __asm__ volatile(LOOP_START FOUR_TIMES("movl (%0), %2\n\tmovl %1, 4(%0)\n\tmovl %2, %0\n\t")
                     "decl %1\n\t"
                     "jnz 1b"
                     : "+r"(node), "+r"(turns), "=&r"(next)
                     :
                     : "memory", "cc");
    return node;
}

static void measure_clean(void)
{
    void *node = chase_reading(many, MANY);

    region_begin(LINES_CLEAN);
    node = chase_reading(node, MANY);
    region_end(LINES_CLEAN);
    keep(node);
}

static void measure_modified(void)
{
    void *node = chase_modifying(many, MANY);

    region_begin(LINES_MODIFIED);
    node = chase_modifying(node, MANY);
    region_end(LINES_MODIFIED);
    keep(node);
}

static void run(void)
{
    ring(few, FEW, LINE);
    ring(many, MANY, LINE);
    keep(chase(many, MANY));
    measure_chase(READS_AFTER_READS, few, FEW + WARM, FEW - WARM);
    evict();
    measure_chase(READS_AFTER_NOTHING, few, WARM, FEW - WARM);
    evict();
    write_lines(few, 1);
    measure_chase(READS_AFTER_WRITES, few, WARM, FEW - WARM);
    write_lines(few, 1);
    measure_writes(WRITES_HIT, few);
    evict();
    measure_writes(WRITES_MISS, few);
    measure_clean();
    measure_modified();
}

static const char *allocates(int64_t hit, int64_t miss)
{
    if (hit <= 0 || miss < hit + hit / 4)
        return "not seen";
    return cost(READS_AFTER_WRITES, FEW - WARM) - hit < (miss - hit) / 2 ? "yes" : "no";
}

static void conclude(void)
{
    const int64_t hit = cost(READS_AFTER_READS, FEW - WARM),
                  miss = cost(READS_AFTER_NOTHING, FEW - WARM);
    const int64_t write_hit = cost(WRITES_HIT, FEW * TIMES);
    const int64_t write_miss = cost(WRITES_MISS, FEW * TIMES);

    const bool stays = write_hit > 0 && write_miss > write_hit + write_hit / 4;

    finding_text("l1_data_write_allocate", allocates(hit, miss));
    finding_text("l1_data_write_policy", stays ? "write-back" : "not seen");
    publish("write_miss", stays ? write_miss : -1, "clocks");
    publish("write_back",
            stays ? beyond_noise(cost(LINES_MODIFIED, MANY) - cost(LINES_CLEAN, MANY)) : -1,
            "clocks");
}

BENCHMARK("write misses, and lines that are written back", run, .setup = setup,
          .conclude = conclude, .memory = SPAN + 12 * K);
