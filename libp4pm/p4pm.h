/*
 * SPDX-License-Identifier: MIT
 * p4pm: counts of marked stretches of a program, on a Pentium 4, by the registers that a file says
 * (README.md). For hosted programs. Where something is wrong, a line says so and the program ends
 * by exit(1).
 */
#pragma once

/* A measurement: end less begin. contadores[] and nombres_eventos[] hold num_contadores. */
typedef struct {
    unsigned long long tsc; /* clocks of the time-stamp counter */
    unsigned long long contadores[18];
    int num_contadores;
    char nombres_eventos[18][50];
} tsc_cont;

_Static_assert(sizeof(tsc_cont) == 1056, "what a measurement takes");

/* Measurements that initialize() reserves room for. */
#define MAX_MED 200

/* These names are common, so the linker has others. */
#define initialize     p4pm_initialize
#define initialize_med p4pm_initialize_med
#define begin_count    p4pm_begin_count
#define end_count()    p4pm_end_count_file((char *)"") /* as much as the other executes */
#define end_count_file p4pm_end_count_file
#define write_files    p4pm_write_files

/* Reads the register file, sets all registers, starts the counters; room for MAX_MED or that many
 * measurements is reserved now, so that none is while one goes on. */
void initialize(char *register_file);
void initialize_med(char *register_file, int most_measurements);

/* Begins a measurement; others may be under way. */
void begin_count(void);

/*
 * tsc_cont *end_count(void) ends the one that was begun last. What is returned stays as it is until
 * the program ends. end_count_file() ends it, too, and keeps the name (127 characters at most) of
 * the file that write_files() is to write it to.
 */
tsc_cont *end_count_file(char *result_file);

/*
 * All that was measured with a file's name goes out with the report when the benchmark has run: a
 * line "TSC= N", and for each counter "NAME= N", measurement by measurement where several have one
 * name.
 */
void write_files(void);

/* ---- not of the original ----------------------------------------------------------------------
 */

/*
 * From now on results are without what measuring itself costs, an empty pair and each pair within;
 * what that is is measured now, between initialize() and the first begin. Exact for what begin and
 * end execute; clocks vary.
 */
void p4pm_subtract_overhead(void);

/* At file scope: the file of the source tree is in the image, as a register file of that name. */
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
