/*
 * SPDX-License-Identifier: MIT
 * The example of a Spanish guide to p4pm, with its names and numbers: a hundred measurements, one
 * of them around all others. The guide does not call do_fac() either.
 */
#include "p4pm.h"

#include <stdio.h>

unsigned fac(unsigned n)
{
    return (n < 2) ? 1 : n * fac(n - 1);
}

void do_fac(unsigned n)
{
    printf("\nfac(%u) == %u\n", n, fac(n));
}

int main(int argc, char *argv[])
{
    const int NUMFACT = 20000;
    const int ITERACIONES = 99;
    int i;
    tsc_cont *results;
    char fichero[200];

    (void)argc;
    initialize_med(argv[1], 300);
    begin_count();
    for (i = 0; i < ITERACIONES; i++) {
        begin_count();
        fac(NUMFACT);
        sprintf(fichero, "resultados/resultadoFactorial_%d.txt", i);
        end_count_file(fichero);
    }
    results = end_count_file("resultados/resultadoBucle.txt");

    printf("TSC= %lld\n", results->tsc);
    for (i = 0; i < results->num_contadores; i++)
        printf("%s= %lld\n", results->nombres_eventos[i], results->contadores[i]);
    write_files();
    return 0;
}
