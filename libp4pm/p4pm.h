/*
 * SPDX-License-Identifier: MIT
 * p4pm: counts events between marks in a program on a Pentium 4, with register values from a file
 * (README.md). For programs (kernel/process/). An error prints a line and ends the program by
 * exit(1).
 */
#pragma once

/* A measurement: end minus begin. contadores[] and nombres_eventos[] have num_contadores
 * elements. */
typedef struct {
    unsigned long long tsc; /* clocks of the time-stamp counter */
    unsigned long long contadores[18];
    int num_contadores;
    char nombres_eventos[18][50];
} tsc_cont;

_Static_assert(sizeof(tsc_cont) == 1056, "size of a measurement");

/* Number of measurements that initialize() reserves space for. */
#define MAX_MED 200

/* The names are common, so other names are used for linking. */
#define initialize     p4pm_initialize
#define initialize_med p4pm_initialize_med
#define begin_count    p4pm_call_begin
#define end_count()    p4pm_call_end((char *)"") /* executes as much as end_count_file() */
#define end_count_file p4pm_call_end
#define write_files    p4pm_write_files

/* Reads the register file, sets all registers and starts the counters. Reserves space for MAX_MED
 * or the given number of measurements, so that nothing is allocated during a measurement. */
void initialize(char *register_file);
void initialize_med(char *register_file, int most_measurements);

/* The functions that are called as follows. */
void p4pm_begin_count(void);
tsc_cont *p4pm_end_count_file(char *result_file);

/*
 * Begins a measurement; measurements can be nested. Begin and end are calls in assembly: compilers
 * pass arguments and align the stack by different instructions, which would be counted.
 */
static inline void begin_count(void)
{
    __asm__ volatile("call p4pm_begin_count" : : : "eax", "ecx", "edx", "cc", "memory");
}

/*
 * tsc_cont *end_count(void) ends the measurement that was begun last. The result is valid until the
 * program ends. end_count_file() does the same, and stores the name (at most 127 characters) of the
 * file that write_files() writes it to.
 */
static inline tsc_cont *end_count_file(char *result_file)
{
    tsc_cont *counts;
    __asm__ volatile(
        "pushl %1\n\t"
        "call p4pm_end_count_file\n\t"
        "addl $4, %%esp"
        : "=a"(counts)
        : "g"(result_file)
        : "ecx", "edx", "cc", "memory");
    return counts;
}

/*
 * Writes all measurements that have a file name: a line "TSC= N", and for each counter "NAME= N",
 * one measurement after the other if several have the same name. Directories are created.
 */
void write_files(void);

/* ---- extensions to the original -------------------------------------------------------------- */

/*
 * Subtracts the measuring overhead from later results: the counts of an empty pair, and those of
 * each nested pair. The overhead is measured by this call, which must come between initialize() and
 * the first begin. It is exact for the instructions of begin and end; clocks vary.
 */
void p4pm_subtract_overhead(void);
