/*
 * SPDX-License-Identifier: MIT
 * Functions of doubles by x87 instructions, with 64 bits of precision; the result is rounded once
 * more, to a double. trigonometry.c has those of angles.
 */
#include "kernel/lib/math.h"

typedef long double extended;

double sqrt(double x)
{
    extended root = x;

    __asm__("fsqrt" : "+t"(root));
    return (double)root;
}

double fabs(double x)
{
    __asm__("fabs" : "+t"(x));
    return x;
}

/*
 * The place of sin() and cos() in earlier versions: without it the rest of the library would move,
 * and counts of benchmarks that call it would change with the sets of the caches.
 */
#ifdef __i386__
__asm__(".pushsection .text.angles, \"ax\", @progbits\n\t.skip 128\n\t.popsection");
#endif
