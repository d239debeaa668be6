/*
 * SPDX-License-Identifier: MIT
 * The buffers of the thesis's Figures 3.2 and 3.3 by system calls alone: the ten modes of
 * Table 3.1, and calls that must fail. Counter 0 counts floating-point operations, counter 1
 * misaligned accesses.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int device;
static uint32_t words[2];

static long result_of(long result)
{
    return result < 0 ? -errno : result;
}

static void operations(unsigned n)
{
    __asm__ volatile("fldz\n1: fadd %%st(0), %%st\n\tdecl %0\n\tjnz 1b\n\tfstp %%st(0)" : "+r"(n));
}

static void misaligned_reads(unsigned n)
{
    while (n--)
        __asm__ volatile("movl 1+%0, %%eax" : : "m"(words) : "eax");
}

/* Events 22h and 0Bh in ring 3; presets of 1000 and 2000. */
static void configure(unsigned char mode)
{
    static unsigned char buffer[15] = {0xA2, 0, 0x8B, 0, 0, 0xE8, 3, 0, 0, 0, 0xD0, 7, 0, 0, 0};
    buffer[4] = mode;
    write(device, buffer, mode >= 4 && mode <= 8 ? 15 : 5);
}

static void try_mode(unsigned char mode)
{
    unsigned long long result[3];
    configure(3);
    operations(3);
    misaligned_reads(2);
    configure(mode);
    operations(5);
    misaligned_reads(4);
    read(device, result, sizeof result);
    printf("mode %d: %llx %llx %llx\n", mode, result[0], result[1], result[2]);
}

static void try_errors(void)
{
    unsigned char buffer[24] = {0};
    printf("write: %ld", result_of(write(device, buffer, 4)));
    printf(" %ld", result_of(write(device, buffer, 24)));
    printf(" %ld", result_of(write(device, (void *)16, 5)));
    buffer[4] = 10;
    printf(" %ld", result_of(write(device, buffer, 5)));
    buffer[4] = 8;
    printf(" %ld\n", result_of(write(device, buffer, 5)));
    printf("read: %ld", result_of(read(device, buffer, 8)));
    printf(" %ld\n", result_of(read(device, (void *)16, 24)));
}

int main(void)
{
    device = open("/dev/p5mon", O_RDWR);
    if (device < 0) {
        printf("open: %d\n", -errno);
        return 0;
    }
    try_errors();
    for (unsigned char mode = 0; mode < 10; mode++)
        try_mode(mode);
    return 0;
}
