/*
 * SPDX-License-Identifier: MIT
 * Uses /dev/cpu/0/msr: `msr read NUMBER...`, `msr write NUMBER=VALUE...`, `msr errors NUMBER`, and
 * `msr count COUNTER NUMBER=VALUE...`, which sets registers and counts 1,000 instructions between
 * two reads of the register COUNTER. Numbers are in hexadecimal; results are values or -errno.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int device;

static uint32_t number_of(const char *text)
{
    return (uint32_t)strtoul(text, NULL, 16);
}

static long result_of(long result)
{
    return result < 0 ? -errno : result;
}

static long read_register(uint32_t number, uint64_t *value)
{
    return result_of(pread(device, value, sizeof *value, number));
}

static long write_register(uint32_t number, uint64_t value)
{
    return result_of(pwrite(device, &value, sizeof value, number));
}

/* NUMBER=VALUE. */
static long set_register(const char *text)
{
    return write_register(number_of(text), strtoull(strchr(text, '=') + 1, NULL, 16));
}

static void print_register(uint32_t number)
{
    uint64_t value;
    long result = read_register(number, &value);
    if (result == sizeof value)
        printf("%x: %llx\n", number, (unsigned long long)value);
    else
        printf("%x: %ld\n", number, result);
}

/* Reading the register `number` twice, with 0 or 1,000 instructions more: 500 times DEC and JNZ,
 * which the MOV before them makes 1,001. */
__attribute__((noipa)) static uint64_t count(uint32_t number, int turns)
{
    uint64_t before, after;
    read_register(number, &before);
    if (turns)
        __asm__ volatile("movl $500, %%ecx\n1: decl %%ecx\n\tjnz 1b" : : : "ecx", "cc");
    read_register(number, &after);
    return after - before;
}

static void print_count(uint32_t number)
{
    uint64_t with, without;
    count(number, 1); /* both paths are mapped and cached then */
    count(number, 0);
    with = count(number, 1);
    without = count(number, 0);
    printf("counted %lld\n", (long long)(with - without));
}

static void print_errors(uint32_t number)
{
    uint64_t two[2] = {1, 2};
    printf("sizes: %ld", result_of(pread(device, two, 4, number)));
    printf(" %ld", result_of(pread(device, two, 0, number)));
    printf(" %ld", result_of(pread(device, two, 16, number)));
    printf(" %d\n", two[0] == two[1]);
    printf("pointer: %ld\n", result_of(pread(device, (void *)16, 8, number)));
    printf("seek: %ld", result_of(lseek(device, number, SEEK_SET)));
    printf(" %ld", result_of(read(device, two, 8)));
    printf(" %ld", result_of(lseek(device, 0, SEEK_CUR)));
    printf(" %ld\n", result_of(lseek(device, 0, SEEK_END)));
    close(device);
    device = open("/dev/cpu/0/msr", O_RDONLY);
    printf("read only: %ld\n", write_register(number, 0));
}

int main(int argc, char **argv)
{
    device = open("/dev/cpu/0/msr", O_RDWR);
    if (device < 0) {
        printf("open: %d\n", -errno);
        return 0;
    }
    for (int i = 2; i < argc && !strcmp(argv[1], "read"); i++)
        print_register(number_of(argv[i]));
    for (int i = 2; i < argc && !strcmp(argv[1], "write"); i++)
        printf("%s: %ld\n", argv[i], set_register(argv[i]));
    if (!strcmp(argv[1], "errors"))
        print_errors(number_of(argv[2]));
    for (int i = 3; i < argc && !strcmp(argv[1], "count"); i++)
        if (set_register(argv[i]) != 8)
            printf("%s: not written\n", argv[i]);
    if (!strcmp(argv[1], "count"))
        print_count(number_of(argv[2]));
    return 0;
}
