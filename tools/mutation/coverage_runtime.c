/*
 * SPDX-License-Identifier: MIT
 * Records which code a program executes, for `tools/mutation.py cover`. It is linked into programs
 * that gcc compiled with -fsanitize-coverage=trace-pc, and is itself compiled without.
 * With COVERAGE_DIR set, $COVERAGE_DIR/PROGRAM has a byte for each 4 bytes of code, and
 * $COVERAGE_DIR/guest.KERNEL a byte for each byte of the kernel that vpentium decodes.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A program without PIE is linked to 400000h; a call has 5 bytes, so no two share a byte here. */
#define CODE_START  0x400000u
#define CODE_BYTES  (32u << 20)
#define CODE_SHIFT  2
#define GUEST_BYTES (4u << 20)

enum { PAGE = 4096 };

/* Without COVERAGE_DIR they are plain memory, so that recording needs no test. */
static uint8_t code_map[CODE_BYTES >> CODE_SHIFT] __attribute__((aligned(PAGE)));
static uint8_t guest_map[GUEST_BYTES] __attribute__((aligned(PAGE)));

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    const uintptr_t place = (uintptr_t)__builtin_return_address(0) - CODE_START;

    code_map[(place & (CODE_BYTES - 1)) >> CODE_SHIFT] = 1;
}

/* Puts the file, which all runs of the program share, in the place of the map. */
static void coverage_map_file(uint8_t *map, size_t size, const char *prefix, const char *name)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/%s%s", getenv("COVERAGE_DIR"), prefix, name) >=
        (int)sizeof path)
        return;

    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    if (file < 0)
        return;
    if (ftruncate(file, (off_t)size) == 0 &&
        mmap(map, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
        _exit(125);
    close(file);
}

/* The kernel is the word after -kernel. */
static void coverage_map_guest(int count, char **words)
{
    for (int i = 1; i + 1 < count; i++)
        if (!strcmp(words[i], "-kernel") || !strcmp(words[i], "--kernel"))
            coverage_map_file(guest_map, sizeof guest_map, "guest.", basename(words[i + 1]));
}

/* glibc passes main()'s arguments to constructors. */
__attribute__((constructor)) static void coverage_begin(int count, char **words)
{
    char path[PATH_MAX] = "";

    if (!getenv("COVERAGE_DIR") || readlink("/proc/self/exe", path, sizeof path - 1) < 0)
        return;
    coverage_map_file(code_map, sizeof code_map, "", basename(path));
    coverage_map_guest(count, words);
}

/* ---- the guest ----------------------------------------------------------------------------------
 * The linker has --wrap=decoder_decode: a call of vpentium's decoder_decode(), which
 * sim/cpu/decoder/decoder.h declares, comes here. Blocks are decoded before they are executed. The
 * kernel's code segment begins at 0.
 */

struct cpu;
struct decoded;
struct insn;

int __real_decoder_decode(const struct cpu *cpu, struct decoded *known, const uint8_t *bytes,
                          unsigned size, uint32_t eip, unsigned bits, struct insn *insn)
    __attribute__((weak));
int __wrap_decoder_decode(const struct cpu *cpu, struct decoded *known, const uint8_t *bytes,
                          unsigned size, uint32_t eip, unsigned bits, struct insn *insn);

int __wrap_decoder_decode(const struct cpu *cpu, struct decoded *known, const uint8_t *bytes,
                          unsigned size, uint32_t eip, unsigned bits, struct insn *insn)
{
    if (eip < GUEST_BYTES)
        guest_map[eip] = 1;
    return __real_decoder_decode(cpu, known, bytes, size, eip, bits, insn);
}
