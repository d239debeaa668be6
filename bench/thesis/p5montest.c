/*
 * SPDX-License-Identifier: MIT
 * p5montest of the thesis's Appendix B: sets the counters through the device and samples them five
 * times. It prints the lines of Figure B.1; the thesis does not contain the program itself.
 *
 * Counter 1 counts data reads: between two samples there are 2,000 of this program and those of
 * printf; the figure has 20,000,000. Both counters count only in ring 3 (privilege=user).
 */
#include "bench/bench.h"

#include "p5mon_device.h"
#include "stdio.h"

#define SAMPLES 5
#define READS   2000

static const volatile int word;

/* Returns counter 1; -1 after a failure. */
static int sample(int device)
{
    unsigned long long buffer[3];
    if (read(device, buffer, sizeof buffer) != sizeof buffer) {
        printf("p5montest: read failed\n");
        return -1;
    }
    printf("p5montest: read successful\n");
    printf("p5montest: CESR: %08x, PMC0: %u, PMC1: %u\n", (unsigned)buffer[2], (unsigned)buffer[0],
           (unsigned)buffer[1]);
    return (int)buffer[1];
}

static void p5montest(void)
{
    static const unsigned char settings[] = {0x83, 0, 0x80, 0, 3};

    printf("p5montest: Attempting to open p5mon\n");
    int device = open("/dev/p5mon", O_RDWR);
    if (device < 0) {
        printf("p5montest: open failed\n");
        return;
    }
    printf("p5montest: p5mon device opened with ID %d\n", device);
    printf("p5montest: attempt to write p5mon device\n");
    if (write(device, settings, sizeof settings) != sizeof settings) {
        printf("p5montest: write failed\n");
        return;
    }
    printf("p5montest: write of 0x%08x to CESR successful\n", 0x00800083);
    printf("p5montest: attempting to read p5mon device %d times\n", SAMPLES);
    int last = 0;
    for (int i = 0; i < SAMPLES && last >= 0; i++) {
        last = sample(device);
        for (int reads = 0; reads < READS; reads++)
            (void)word;
    }
    printf("p5montest: attempting to close p5mon device\n");
    if (close(device) == 0)
        printf("p5montest: device closed normally\n");
    if (last == 0)
        printf("the counters stand still: they count in ring 3 alone (privilege=user)\n");
}

BENCHMARK("Figure B.1: the p5mon device tested; counts in ring 3 (privilege=user)", p5montest);
