/*
 * SPDX-License-Identifier: MIT
 * p5montest of the thesis's Appendix B: sets the counters through the device and samples them five
 * times. It prints the lines of Figure B.1; the thesis does not contain the program itself.
 *
 * Counter 1 counts data reads: between two samples there are 2,000 of this program and those of
 * printf; the figure has 20,000,000.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define SAMPLES 5
#define READS   2000

static const volatile int word;

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
    return 0;
}

int main(void)
{
    static const unsigned char settings[] = {0x83, 0, 0x80, 0, 3};

    printf("p5montest: Attempting to open p5mon\n");
    int device = open("/dev/p5mon", O_RDWR);
    if (device < 0) {
        printf("p5montest: open failed\n");
        return 1;
    }
    printf("p5montest: p5mon device opened with ID %d\n", device);
    printf("p5montest: attempt to write p5mon device\n");
    if (write(device, settings, sizeof settings) != sizeof settings) {
        printf("p5montest: write failed\n");
        return 1;
    }
    printf("p5montest: write of 0x%08x to CESR successful\n", 0x00800083);
    printf("p5montest: attempting to read p5mon device %d times\n", SAMPLES);
    for (int i = 0; i < SAMPLES && !sample(device); i++)
        for (int reads = 0; reads < READS; reads++)
            (void)word;
    printf("p5montest: attempting to close p5mon device\n");
    if (close(device) == 0)
        printf("p5montest: device closed normally\n");
    return 0;
}
