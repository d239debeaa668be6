/*
 * SPDX-License-Identifier: MIT
 * p4pm: counts events between marks in a program on a Pentium 4, with register values from a file
 * (README.md). For hosted programs. An error prints a line and ends the program by exit(1).
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
#define begin_count    p4pm_begin_count
#define end_count()    p4pm_end_count_file((char *)"") /* executes as much as end_count_file() */
#define end_count_file p4pm_end_count_file
#define write_files    p4pm_write_files

/* Reads the register file, sets all registers and starts the counters. Reserves space for MAX_MED
 * or the given number of measurements, so that nothing is allocated during a measurement. */
void initialize(char *register_file);
void initialize_med(char *register_file, int most_measurements);

/* Begins a measurement; measurements can be nested. */
void begin_count(void);

/*
 * tsc_cont *end_count(void) ends the measurement that was begun last. The result is valid until the
 * program ends. end_count_file() does the same, and stores the name (at most 127 characters) of the
 * file that write_files() writes it to.
 */
tsc_cont *end_count_file(char *result_file);

/*
 * Sends all measurements that have a file name with the report, after the benchmark has run: a line
 * "TSC= N", and for each counter "NAME= N", one measurement after the other if several have the
 * same name.
 */
void write_files(void);

/* ---- extensions to the original -------------------------------------------------------------- */

/*
 * Subtracts the measuring overhead from later results: the counts of an empty pair, and those of
 * each nested pair. The overhead is measured by this call, which must come between initialize() and
 * the first begin. It is exact for the instructions of begin and end; clocks vary.
 */
void p4pm_subtract_overhead(void);

/* At file scope: includes a file of the source tree in the image, as a register file of that
 * name. */
#define P4PM_FILE_FROM(name, path)                                                                 \
    __asm__(                                                                                       \
        ".pushsection .p4pm.bytes, \"a\"\n"                                                        \
        "9: .incbin \"" path                                                                       \
        "\"\n8: .byte 0\n"                                                                         \
        "7: .asciz \"" name                                                                        \
        "\"\n"                                                                                     \
        ".section .p4pm_files, \"a\"\n"                                                            \
        ".long 7b, 9b, 8b - 9b\n"                                                                  \
        ".popsection")
