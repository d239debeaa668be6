/*
 * SPDX-License-Identifier: MIT
 * Nested measurements of stretches whose counts are known; the cost of measuring is subtracted.
 */
#include <stdio.h>

#include "p4pm.h"

/* Iterations of 10 instructions, the last a branch, after one instruction. */
#define TURN(turns)                                                                                \
    __asm__ volatile(                                                                              \
        "movl %0, %%ecx\n"                                                                         \
        "1:\n\t"                                                                                   \
        ".rept 8\n\tnop\n\t.endr\n\t"                                                              \
        "decl %%ecx\n\t"                                                                           \
        "jnz 1b"                                                                                   \
        :                                                                                          \
        : "i"(turns)                                                                               \
        : "ecx", "cc")

static void print(const char *what, const tsc_cont *counts)
{
    printf("%-12s", what);
    for (int i = 0; i < counts->num_contadores; i++)
        printf(" %s %llu", counts->nombres_eventos[i], counts->contadores[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    tsc_cont *empty, *hundred, *inner[3], *around;
    (void)argc;
    initialize(argv[1]);
    p4pm_subtract_overhead();

    begin_count();
    empty = end_count();
    begin_count();
    TURN(100);
    hundred = end_count_file("hundred.txt");
    begin_count();
    for (int i = 0; i < 3; i++) {
        begin_count();
        TURN(10);
        inner[i] = end_count();
    }
    around = end_count_file("around.txt");

    print("nothing", empty);
    print("100 turns", hundred);
    for (int i = 0; i < 3; i++)
        print("10 turns", inner[i]);
    (void)around; /* includes the loop's own instructions, which the compiler chooses */
    write_files();
    return 0;
}
