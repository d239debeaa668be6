/*
 * SPDX-License-Identifier: MIT
 * Declares a benchmark: BENCHMARK(), its arguments, known work and findings. A benchmark ends in
 * one BENCHMARK(); its name is its path below bench/.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "kernel/lib/channel.h"
#include "pmc/region.h"

/* One argument: the kernel sets *value to each of the values, one after another. */
struct bench_argument {
    const char *name, *values; /* NULL in the last one */
    long *value;
};

struct benchmark {
    const char *name; /* "thesis/program1" */
    const char *text; /* one sentence */
    void (*run)(void);

    /* The members below are optional. All functions run in the ring and on the stack of run(). */
    void (*setup)(void);        /* once per pass, before all runs: prepares data */
    void (*restore)(void);      /* before each run: restores what a run consumes */
    const char *(*check)(void); /* after the last run: NULL, or an error text */
    void (*conclude)(void);     /* after all measurements; calls finding_measured() */
    const struct bench_argument *arguments;
    uint32_t memory;              /* bytes of the arena for malloc(), or, */
    uint32_t (*memory_for)(void); /* if it depends on the arguments, a function */
    uint32_t needs;               /* NEEDS_..., from the line `needs` of the benchmark's flags */
};

#define NEEDS_MMX      1u
#define NEEDS_PAGING   2u /* it makes its own page tables, so it cannot run without paging */
#define NEEDS_NETBURST 4u /* it programs the counters of a Pentium 4 */
#define NEEDS_P6       8u /* CMOV, FCOMI and the others of a Pentium Pro */
#define NEEDS_SSE      16u
#define NEEDS_SSE2     32u
#define NEEDS_SSE3     64u
#define NEEDS_K7       128u /* 3DNow! with its extensions */
#define USES_SSE       256u /* where CPUID has it: from a line `allow sse` */
#ifndef BENCH_NEEDS
#define BENCH_NEEDS 0
#endif

/*
 * BENCHMARK("one sentence", run);
 * BENCHMARK("one sentence", run, .setup = fill, .check = verify, .memory = 64 * 1024,
 *           .arguments = ARGUMENTS(ARGUMENT(size, "1K..64K*2"), ARGUMENT(order, "up,down")));
 *
 * BENCH_NAME comes from the Makefile. The linker collects and sorts the .bench.* sections.
 */
#define BENCHMARK(description, ...)                                                                \
    BENCH_NOTE(".bench_source", "");                                                               \
    static const struct benchmark benchmark __attribute__((section(".bench." BENCH_NAME), used,    \
                                                           aligned(4))) = {                        \
        .needs = BENCH_NEEDS, .name = BENCH_NAME, .text = description, /* .run = */ __VA_ARGS__}

#define ARGUMENTS(...) ((const struct bench_argument[]){__VA_ARGS__, {.name = NULL}})

/*
 * A `static long variable` of the file, which is measured once for each value. Values are numbers,
 * with K or M appended or not, "4,16,64"; a range by steps, "1..9+2", or by factors, "1K..1M*2"; or
 * words, "up,down", for which the variable is the index in the list, from 0. Each combination of
 * values is a separate case, reported as group/name:size=4K:order=up.
 */
#define ARGUMENT(variable, list)                                                                   \
    {                                                                                              \
        .name = #variable, .values = list, .value = &variable                                      \
    }

/*
 * Known work, at file scope: WORK("region=0 data_read=size/4 branches=size/32 + 1") states expected
 * counts of one repetition, warm, overhead subtracted, as formulas over the arguments. The grammar
 * is in bench/README.md. The build checks the formulas, and `make check` the counts. It adds
 * nothing to the image that runs on the machine.
 */
#define WORK(text) BENCH_NOTE(".bench_work", text)

/* A note in the linked image for tools/benchcheck: source line, benchmark and a text. */
#define BENCH_NOTE(section, text)                                                                  \
    __asm__(".pushsection " section ", \"\", @progbits\n\t"                                        \
            ".asciz \"" __FILE__ ":" BENCH_LITERAL(__LINE__) "\"\n\t"                              \
            ".asciz \"" BENCH_NAME "\"\n\t"                                                        \
            ".asciz " BENCH_LITERAL(text) "\n\t"                                                   \
            ".popsection")
#define BENCH_LITERAL(text)  BENCH_LITERAL_(text)
#define BENCH_LITERAL_(text) #text

/* Makes the compiler compute `value` here, even if nothing else uses it. */
#define keep(value) __asm__ volatile("" : : "g"(value) : "memory")

/*
 * For conclude(): the count of a region in one repetition, overhead subtracted, in thousandths; the
 * median of the undisturbed repetitions. `event` is an event's name or "clocks", which is
 * count_clocks or, if that was not requested, the time-stamp counter. Returns NOT_MEASURED if there
 * is no number.
 *
 * conclude() may be called several times with other values that the repetitions allow. A finding
 * that depends on which of them is right is reported as not settled. So conclude() must depend only
 * on what finding_measured() returns.
 */
#define NOT_MEASURED INT64_MIN
int64_t finding_measured(unsigned region, const char *event);

/*
 * For run() with experiment=multiplex: the count of an event since the session began, estimated
 * from the slices that have ended, without the handler's counts. A session repeats the benchmark,
 * so a part of a run has the difference of two calls. The call is counted as the benchmark's code;
 * in the virtual Pentium (P54C) it takes about 12,000 clocks. While the exact counts of one group
 * are taken, the other groups have no number. NOT_MEASURED: no number, as in other experiments, in
 * ring 3, and before the first slice of the event's group has ended.
 */
int64_t logical_count_in_kernel(const char *event);
static inline int64_t logical_count(const char *event)
{
    uint32_t segment;
    __asm__("mov %%cs, %0" : "=r"(segment));
    return segment & 3 ? NOT_MEASURED : logical_count_in_kernel(event);
}

/*
 * For conclude(): reports a result in thousandths of the unit. Example:
 * finding("l1_data_size", 8192 * 1000, "bytes");
 * It appears in the report and in the description of the machine. A case may have at most FINDINGS,
 * with different names.
 */
#define FINDINGS 64
void finding(const char *name, int64_t thousandths, const char *unit);

/* The same with a text, as in finding_text("l1_data_replacement", "LRU"). */
void finding_text(const char *name, const char *text);

extern const struct benchmark benchmarks_start[], benchmarks_end[];
