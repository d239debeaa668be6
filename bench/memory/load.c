/*
 * SPDX-License-Identifier: MIT
 * Finds when a loaded value is available: to the next instruction, and as the address of the next
 * load.
 *
 * Regions "unused" and "used": 16 iterations of 8 times a load, an addition of another register or
 * of the loaded value, and a NOT, which does not share its clock. An addition that need not wait
 * shares the clock of the load. Regions "chain N": 16 iterations of N loads; each loads the address
 * of the next.
 */
#include "bench/memory/chase.h"
#include "bench/memory/infer.h"
#include "bench/memory/loop.h"

#define TURNS 16u /* LOOP() has the same number */

enum { UNUSED, USED, CHAIN_8, CHAIN_16, FIRST };
region_name(UNUSED, "unused");
region_name(USED, "used");
region_name(CHAIN_8, "chain 8");
region_name(CHAIN_16, "chain 16");
region_name(FIRST, "first"); /* takes the misses of the measuring code if the caches are cold */

static char *node; /* points to itself */

/* All loops use the same registers, so that they begin and end in the same way. */
#define LOOP(name, times, text)                                                                    \
    static __attribute__((noinline)) void name(void)                                               \
    {                                                                                              \
        __asm__ volatile(                                                                          \
            "movl $16, %%ecx\n\t"                                                                  \
            "movl %0, %%esi\n\t" LOOP_START ".rept " #times "\n\t" text                            \
            "\n\t.endr\n\t"                                                                        \
            "decl %%ecx\n\t"                                                                       \
            "jnz 1b"                                                                               \
            :                                                                                      \
            : "i"(&node)                                                                           \
            : "eax", "ecx", "edx", "esi", "edi", "memory", "cc");                                  \
    }

LOOP(unused, 8, "movl (%%esi), %%eax\n\taddl %%edx, %%edx\n\tnotl %%edi")
LOOP(used, 8, "movl (%%esi), %%eax\n\taddl %%eax, %%edx\n\tnotl %%edi")
LOOP(chain_8, 8, "movl (%%esi), %%esi")
LOOP(chain_16, 16, "movl (%%esi), %%esi")

static __attribute__((noinline)) void measure(unsigned n, void (*loop)(void))
{
    loop();
    region_begin_at(n);
    loop();
    region_end_at(n);
}

static void run(void)
{
    ring((char *)&node, 1, 0);
    measure(FIRST, chain_16); /* so that each call below has another target than the one before */
    measure(UNUSED, unused);
    measure(USED, used);
    measure(CHAIN_8, chain_8);
    measure(CHAIN_16, chain_16);
}

static void publish_difference(const char *name, unsigned longer, unsigned shorter)
{
    const int64_t difference = cost(longer, 8 * TURNS) - cost(shorter, 8 * TURNS);

    publish(name, beyond_noise(difference), "clocks");
}

static void conclude(void)
{
    publish_difference("load_latency", USED, UNUSED);
    publish_difference("load_to_address", CHAIN_16, CHAIN_8);
}

BENCHMARK("from a load to the use of its value", run, .conclude = conclude);
