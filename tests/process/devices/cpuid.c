/*
 * SPDX-License-Identifier: MIT
 * Prints leaves of /dev/cpu/0/cpuid in hexadecimal, and results of calls that must fail.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static long result_of(long result)
{
    return result < 0 ? -errno : result;
}

int main(void)
{
    uint32_t leaf[2][4];
    int device = open("/dev/cpu/0/cpuid", O_RDONLY);
    printf("%ld", result_of(pread(device, leaf, 32, 0)));
    printf(" %.4s%.4s%.4s %x\n", (char *)&leaf[0][1], (char *)&leaf[0][3], (char *)&leaf[0][2],
           leaf[1][0]);
    printf("%ld", result_of(lseek(device, 1, SEEK_SET)));
    printf(" %ld", result_of(read(device, leaf, 16)));
    printf(" %x %ld\n", leaf[0][0], result_of(lseek(device, 0, SEEK_CUR)));
    printf("%ld", result_of(read(device, leaf, 8)));
    printf(" %ld", result_of(read(device, (void *)16, 16)));
    printf(" %ld", result_of(write(device, leaf, 16)));
    device = open("/dev/cpu/0/cpuid", O_RDWR);
    printf(" %ld\n", result_of(write(device, leaf, 16)));
    return 0;
}
