/*
 * SPDX-License-Identifier: MIT
 * Measurements: a stack of those in progress, and space for finished ones, reserved once. Ending a
 * measurement executes the same number of instructions for any file name, so that its effect on an
 * enclosing one is known.
 */
#include "libp4pm/p4pm.h"

#include <stdlib.h>
#include <string.h>

#include "libp4pm/p4pm_device.h"
#include "libp4pm/p4pm_files.h"
#include "libp4pm/p4pm_output.h"

#define TRIES       16 /* of an empty pair; the median is used */
#define OF_OVERHEAD 2  /* measurements in addition to those requested */

/* The counts at the begin of a measurement, and the number of measurements nested in it. */
struct begun {
    struct p4pm_reading at;
    unsigned pairs;
};

/* Differences of the time-stamp counter, and of the counters in the file's order. */
struct p4pm_counts {
    uint64_t of[1 + NETBURST_COUNTERS];
};

static struct p4pm_registers registers;
static struct begun *stack;
static unsigned depth;
static struct p4pm_result *results;
static unsigned n_results, most_results;
static struct p4pm_counts last; /* raw counts of the measurement that ended last */
/* counts of an empty measurement, and its effect on an enclosing one */
static struct p4pm_counts inside, around;

/* ---- begin and end --------------------------------------------------------------------------- */

void p4pm_begin_count(void)
{
    if (depth == most_results)
        p4pm_output_fail(
            "begin_count: %u measurements are open, all that initialize_med() reserved", depth);
    struct begun *begun = &stack[depth++];
    begun->pairs = 0;
    p4pm_read_first(&registers, &begun->at);
}

static void p4pm_store_difference(const struct begun *begun, const struct p4pm_reading *end)
{
    last.of[0] = end->tsc - begun->at.tsc;
    for (unsigned i = 0; i < registers.n; i++)
        last.of[i + 1] = (end->counter[i] - begun->at.counter[i]) & P4PM_COUNTER_MASK;
}

/* Subtracts the overhead, which is 0 unless it was requested; the result is at least 0. There is no
 * branch, so that the same instructions are executed for any count. */
static uint64_t p4pm_corrected(unsigned i, unsigned pairs)
{
    int64_t count = (int64_t)(last.of[i] - inside.of[i] - around.of[i] * pairs);
    return (uint64_t)(count & ~(count >> 63));
}

static void p4pm_fill_result(tsc_cont *result, unsigned pairs)
{
    unsigned place = 0;
    result->tsc = p4pm_corrected(0, pairs);
    for (unsigned i = 0; i < registers.n; i++)
        if (!registers.counter[i].tags)
            result->contadores[place++] = p4pm_corrected(i + 1, pairs);
}

tsc_cont *p4pm_end_count_file(char *result_file)
{
    struct p4pm_reading now;
    p4pm_read_last(&registers, &now);
    if (!depth)
        p4pm_output_fail("end_count: no begin_count");
    if (n_results == most_results)
        p4pm_output_fail("end_count: more than %u measurements; initialize_med() can reserve more",
                         most_results);
    const struct begun *begun = &stack[--depth];
    struct p4pm_result *result = &results[n_results++];
    if (depth)
        stack[depth - 1].pairs += begun->pairs + 1;
    p4pm_output_store_name(result, result_file);
    p4pm_store_difference(begun, &now);
    p4pm_fill_result(&result->counts, begun->pairs);
    return &result->counts;
}

void p4pm_write_files(void)
{
    p4pm_output_write(results, n_results);
}

/* ---- initialization -------------------------------------------------------------------------- */

/* All results have the same names, which are stored once. */
static void p4pm_name_events(tsc_cont *counts)
{
    for (unsigned i = 0; i < registers.n; i++)
        if (!registers.counter[i].tags)
            memcpy(counts->nombres_eventos[counts->num_contadores++], registers.counter[i].name,
                   P4PM_NAME_BYTES);
}

void p4pm_initialize_med(char *register_file, int most_measurements)
{
    if (most_measurements < 1)
        p4pm_output_fail("initialize_med: %d measurements; allowed: 1 or more", most_measurements);
    most_results = (unsigned)most_measurements;
    depth = n_results = 0;
    inside = around = (struct p4pm_counts){{0}};
    p4pm_files_load(register_file, &registers);
    stack = calloc(most_results + OF_OVERHEAD, sizeof *stack);
    results = calloc(most_results + OF_OVERHEAD, sizeof *results);
    if (!stack || !results)
        p4pm_output_fail("initialize_med: no memory for %u measurements of %u bytes", most_results,
                         (unsigned)(sizeof *stack + sizeof *results));
    for (unsigned i = 0; i < most_results + OF_OVERHEAD; i++)
        p4pm_name_events(&results[i].counts);
    p4pm_device_set_registers(&registers);
}

void p4pm_initialize(char *register_file)
{
    p4pm_initialize_med(register_file, MAX_MED);
}

/* ---- overhead -------------------------------------------------------------------------------- */

static int p4pm_compare_counts(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Measures an empty pair, as in a program without an instruction in between. */
static void p4pm_measure_empty(struct p4pm_counts *counts)
{
    n_results = 0;
    begin_count();
    end_count();
    *counts = last;
}

/* Measures a pair around an empty pair. */
static void p4pm_measure_nested(struct p4pm_counts *counts)
{
    n_results = 0;
    begin_count();
    begin_count();
    end_count();
    end_count();
    *counts = last;
}

static void p4pm_compute_median(void (*measure)(struct p4pm_counts *counts),
                                struct p4pm_counts *median)
{
    struct p4pm_counts tried[TRIES];
    uint64_t of_one[TRIES];
    for (unsigned t = 0; t < TRIES; t++)
        measure(&tried[t]);
    for (unsigned i = 0; i <= registers.n; i++) {
        for (unsigned t = 0; t < TRIES; t++)
            of_one[t] = tried[t].of[i];
        qsort(of_one, TRIES, sizeof of_one[0], p4pm_compare_counts);
        median->of[i] = of_one[TRIES / 2];
    }
}

void p4pm_subtract_overhead(void)
{
    struct p4pm_counts empty, with_one;
    if (!most_results || depth || n_results)
        p4pm_output_fail("p4pm_subtract_overhead: call it between initialize() and begin_count()");
    most_results += OF_OVERHEAD;
    p4pm_compute_median(p4pm_measure_empty, &empty);
    p4pm_compute_median(p4pm_measure_nested, &with_one);
    most_results -= OF_OVERHEAD;
    memset(results, 0, (most_results + OF_OVERHEAD) * sizeof *results);
    for (unsigned i = 0; i < most_results + OF_OVERHEAD; i++)
        p4pm_name_events(&results[i].counts);
    n_results = 0;
    inside = empty;
    for (unsigned i = 0; i <= registers.n; i++)
        around.of[i] = with_one.of[i] - empty.of[i];
}
