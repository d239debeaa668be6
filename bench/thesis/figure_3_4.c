/*
 * SPDX-License-Identifier: MIT
 * The thesis's Figure 3.4: the counters used directly through the device.
 *
 * It counts in ring 3 (privilege=user). In ring 0 the counters of user-level events do not advance,
 * and the ratio of 0 to 0 is not a number.
 */
#include "bench/bench.h"

#include "p5mon_device.h"
#include "stdio.h"
#include "stdlib.h"

static void figure_3_4(void)
{
    int P5MON;                 /* the p5mon device's ID */
    unsigned long long buf[3]; /* 24-byte reading buffer */
    unsigned char outbuf[5];   /* writing buffer; the figure's char cannot hold 0x83 */
    volatile double ratio;     /* divided at run time, not by the compiler */
    double temp1, temp2;

    /* Both counters are cleared, so the buffer has five bytes. */
    outbuf[0] = 0x83; /* counter 0: data read miss, */
    outbuf[1] = 0;    /* at user level */
    outbuf[2] = 0x80; /* counter 1: data read, */
    outbuf[3] = 0;    /* at user level */
    outbuf[4] = 3;    /* clear both counters */

    P5MON = open("/dev/p5mon", O_RDWR);
    if (P5MON <= 0) { /* the figure tests only for 0, but a failed open() returns -1 */
        printf("opening unsuccessful ");
        exit(1);
    }
    write(P5MON, outbuf, 5);
    read(P5MON, buf, 24);

    temp1 = (double)(long long)buf[0];
    temp2 = (double)(long long)buf[1];
    ratio = temp1 / temp2;
    printf("Counter 0 value: %f\n", temp1);
    printf("Counter 1 value: %f\n", temp2);
    printf("Ratio: %f\n", ratio);
    close(P5MON);
}

BENCHMARK("Figure 3.4: the p5mon device used directly; counts in ring 3 (privilege=user)",
          figure_3_4);
