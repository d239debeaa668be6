/*
 * SPDX-License-Identifier: MIT
 * All that a benchmark needs: it ends in one BENCHMARK(), and its name is its path below bench/.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "kernel/lib/channel.h"
#include "pmc/region.h"

/* One argument: the kernel sets *value to each of the values in turn. */
struct bench_argument {
    const char *name, *values; /* of the last one NULL */
    long *value;
};

struct benchmark {
    const char *name; /* "thesis/program1" */
    const char *text; /* one sentence */
    void (*run)(void);

    /* What follows may be left out. All of it runs in the ring and on the stack that run() has. */
    void (*setup)(void);        /* once, before all runs of a pass: makes what run() works on */
    void (*restore)(void);      /* before each run: puts back what a run uses up */
    const char *(*check)(void); /* behind the last run: what is wrong with its result, or NULL */
    void (*conclude)(void);     /* when all is measured: measured() and finding() are for it */
    const struct bench_argument *arguments;
    uint32_t memory;              /* bytes of the arena that malloc() hands out; or, where they */
    uint32_t (*memory_for)(void); /* depend on the arguments, what tells how many */
    uint32_t needs;               /* NEEDS_..., from the line `needs` of the benchmark's flags */
};

#define NEEDS_MMX      1u
#define NEEDS_PAGING   2u /* it makes page tables of its own, and so does not work without */
#define NEEDS_NETBURST 4u /* it sets a Pentium 4's counters */
#ifndef BENCH_NEEDS
#define BENCH_NEEDS 0
#endif

/*
 * BENCHMARK("one sentence", run);
 * BENCHMARK("one sentence", run, .setup = fill, .check = verify, .memory = 64 * 1024,
 *           .arguments = ARGUMENTS(ARGUMENT(size, "1K..64K*2"), ARGUMENT(order, "up,down")));
 *
 * BENCH_NAME comes from the Makefile. The linker gathers and sorts the .bench.* sections.
 */
#define BENCHMARK(description, ...)                                                                \
    BENCH_NOTE(".bench_source", "");                                                               \
    static const struct benchmark benchmark __attribute__((section(".bench." BENCH_NAME), used,    \
                                                           aligned(4))) = {                        \
        .needs = BENCH_NEEDS, .name = BENCH_NAME, .text = description, /* .run = */ __VA_ARGS__}

#define ARGUMENTS(...) ((const struct bench_argument[]){__VA_ARGS__, {.name = NULL}})

/*
 * A `static long variable` of the file, measured once for each value: numbers with K or M behind,
 * "4,16,64"; a range by steps, "1..9+2", or by factors, "1K..1M*2"; or words, "up,down", of
 * which the variable gets the place in the list, from 0. Each combination of values is a case of
 * its own, reported as group/name:size=4K:order=up.
 */
#define ARGUMENT(variable, list)                                                                   \
    {                                                                                              \
        .name = #variable, .values = list, .value = &variable                                      \
    }

/*
 * At file scope, known work: WORK("region=0 data_read=size/4 branches=size/32 + 1"), counts of one
 * repetition, warm, overhead taken off, as formulas over the arguments. bench/README.md has the
 * grammar; the build checks the formulas, and `make check` the counts. Costs nothing on the box.
 */
#define WORK(text) BENCH_NOTE(".bench_work", text)

/* What tools/benchcheck reads in the linked image: where it stands, in which benchmark, a text. */
#define BENCH_NOTE(section, text)                                                                  \
    __asm__(".pushsection " section ", \"\", @progbits\n\t"                                        \
            ".asciz \"" __FILE__ ":" BENCH_LITERAL(__LINE__) "\"\n\t"                              \
            ".asciz \"" BENCH_NAME "\"\n\t"                                                        \
            ".asciz " BENCH_LITERAL(text) "\n\t"                                                   \
            ".popsection")
#define BENCH_LITERAL(text)  BENCH_LITERAL_(text)
#define BENCH_LITERAL_(text) #text

/* The compiler must have `value` ready here, and may not guess that nobody looks at it. */
#define keep(value) __asm__ volatile("" : : "g"(value) : "memory")

/*
 * For conclude(): what a region counts in one repetition, overhead taken off, in thousandths: the
 * median of those that were not disturbed. An event by its name, or "clocks", which is count_clocks
 * or, where that was not asked for, the time-stamp counter. NOT_MEASURED where there is no number.
 *
 * conclude() may be called several times, with other values that the repetitions allow: a finding
 * that hangs on which of them is right is reported as not settled. So it may hang on nothing else
 * than what measured() gives.
 */
#define NOT_MEASURED INT64_MIN
int64_t measured(unsigned region, const char *event);

/*
 * For conclude(): what follows from what was measured, in thousandths of the unit, as in
 * finding("l1_data_size", 8192 * 1000, "bytes"). It is in the report and in the description of the
 * machine. FINDINGS of them, each of another name, for a case at most.
 */
#define FINDINGS 64
void finding(const char *name, int64_t thousandths, const char *unit);

/* The same in words, as in finding_text("l1_data_replacement", "LRU"). */
void finding_text(const char *name, const char *text);

extern const struct benchmark benchmarks_start[], benchmarks_end[];
