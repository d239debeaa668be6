/*
 * SPDX-License-Identifier: MIT
 * Makes a benchmark of a C program written for an operating system, unchanged. Its sources are in a
 * directory bench/<group>/<name>/, whose file hosted.c contains:
 *   #include "bench/hosted.h"
 *   HOSTED_INPUT("the text\nthat stdin reads\n");
 *   HOSTED_FILE("words.txt", "what fopen(\"words.txt\", \"r\") reads\n");
 *   HOSTED_BENCHMARK("Counts words, as wc does", "wc", "-w");
 */

/*
 * The words after the sentence are argv. main() is region 0, until it returns or calls exit().
 * Before each run variables have their initial values, memory is free, streams are at their start,
 * and only the given files exist. Files are also given by HOSTED_FILE_BYTES("name", 1, 2, 3) and
 * HOSTED_FILE_FROM("name", "bench/<group>/<name>/file"), a path in the source tree.
 *
 * A status other than 0 is an error; so is another output than HOSTED_OUTPUT("..."), if that is
 * given. HOSTED_MEMORY, defined before the #include or by the line `memory` of the directory's
 * flags, is the number of bytes for malloc(); HOSTED_STACK (`stack`), if given, is an additional
 * stack for main().
 */
#pragma once

#include "bench/bench.h"
#include "kernel/lib/hosted.h"
#include "kernel/lib/program/program.h"
#include "kernel/lib/stdlib.h"

#ifndef HOSTED_MEMORY
#define HOSTED_MEMORY (256 * 1024)
#endif

#ifndef HOSTED_STACK
#define HOSTED_STACK 0
#endif

/* The value of argc; a program with other arguments redefines it (libp4pm/p4pm.h). */
#ifndef HOSTED_ARGUMENTS
#define HOSTED_ARGUMENTS hosted_program.count
#endif

#define HOSTED_INPUT(text)  static const struct hosted_text hosted_input = {text, sizeof text - 1}
#define HOSTED_OUTPUT(text) static const struct hosted_text hosted_output = {text, sizeof text - 1}

#define HOSTED_FILE(name, text) HOSTED_FILE_(__COUNTER__, name, text, sizeof text - 1)

#define HOSTED_FILE_BYTES(name, ...) HOSTED_FILE_BYTES_(__COUNTER__, name, __VA_ARGS__)

#define HOSTED_FILE_FROM(name, path) HOSTED_FILE_FROM_(__COUNTER__, name, path)

#define HOSTED_BENCHMARK(description, ...)                                                         \
    static const char *const hosted_words[] = {__VA_ARGS__};                                       \
    static const struct hosted_program hosted_program = {                                          \
        .words = hosted_words,                                                                     \
        .count = sizeof hosted_words / sizeof *hosted_words,                                       \
        .input = &hosted_input,                                                                    \
        .output = &hosted_output,                                                                  \
        .data_start = hosted_data_start,                                                           \
        .data_end = hosted_data_end,                                                               \
        .data_copy = hosted_data_copy,                                                             \
        .bss_start = hosted_bss_start,                                                             \
        .bss_end = hosted_bss_end,                                                                 \
        .copied = &hosted_copied,                                                                  \
    };                                                                                             \
    static const struct program_image hosted_all __attribute__((section(".hosted"))) = {           \
        .hosted = &hosted_program,                                                                 \
        .files = hosted_files,                                                                     \
        .files_end = hosted_files_end,                                                             \
        .constructors = hosted_constructors,                                                       \
        .constructors_end = hosted_constructors_end,                                               \
        .destructors = hosted_destructors,                                                         \
        .destructors_end = hosted_destructors_end,                                                 \
        .memory = HOSTED_MEMORY,                                                                   \
    };                                                                                             \
    region_name(0, "main()");                                                                      \
    BENCHMARK(description, hosted_run, .setup = hosted_set_up, .restore = hosted_put_back,         \
              .check = hosted_verify,                                                              \
              .memory = HOSTED_MEMORY + (HOSTED_STACK ? HOSTED_STACK + HOSTED_STACK_EXTRA : 0))

/* ---- implementation -------------------------------------------------------------------------- */

int main(int argc, char **argv);

#define HOSTED_FILE_(...) HOSTED_FILE__(__VA_ARGS__)
#define HOSTED_FILE__(number, file, text, size)                                                    \
    static const struct hosted_file hosted_file_##number                                           \
        __attribute__((section(".hosted_files"), used)) = {file, text, size}

#define HOSTED_FILE_BYTES_(...) HOSTED_FILE_BYTES__(__VA_ARGS__)
#define HOSTED_FILE_BYTES__(number, file, ...)                                                     \
    static const unsigned char hosted_bytes_##number[] = {__VA_ARGS__};                            \
    HOSTED_FILE__(number, file, (const char *)hosted_bytes_##number, sizeof hosted_bytes_##number)

#define HOSTED_FILE_FROM_(...) HOSTED_FILE_FROM__(__VA_ARGS__)
#define HOSTED_FILE_FROM__(number, file, path)                                                     \
    __asm__(                                                                                       \
        ".pushsection .hosted.bytes, \"a\"\n"                                                      \
        "9: .incbin \"" path                                                                       \
        "\"\n8: .byte 0\n"                                                                         \
        "7: .asciz \"" file                                                                        \
        "\"\n"                                                                                     \
        ".section .hosted_files, \"a\"\n"                                                          \
        ".long 7b, 9b, 8b - 9b\n"                                                                  \
        ".popsection")

/* Both are empty unless HOSTED_INPUT and HOSTED_OUTPUT define them. */
static const struct hosted_text hosted_input, hosted_output;
static const struct hosted_program hosted_program;
static const struct program_image hosted_all;
static bool hosted_copied;

/* Symbols of bench/hosted.ld. */
extern char hosted_data_start[], hosted_data_end[], hosted_data_copy[];
extern char hosted_bss_start[], hosted_bss_end[];
extern const struct hosted_file hosted_files[], hosted_files_end[];
extern void (*const hosted_constructors[])(void), (*const hosted_constructors_end[])(void);
extern void (*const hosted_destructors[])(void), (*const hosted_destructors_end[])(void);

static void hosted_set_up(void)
{
    program_setup(&hosted_all);
}

static void hosted_put_back(void)
{
    program_restore(&hosted_all);
}

/* The stack is allocated first in each run; marks at its end show whether main() overran it. */
#define HOSTED_STACK_EXTRA 64
#define HOSTED_STACK_WORDS 4
#define HOSTED_STACK_MARK  0x6b637473u

static uint32_t *hosted_stack;

static inline void hosted_run_on_stack(int count)
{
    hosted_stack = malloc(HOSTED_STACK);
    for (unsigned i = 0; i < HOSTED_STACK_WORDS; i++)
        hosted_stack[i] = HOSTED_STACK_MARK;
    region_begin(0);
    __asm__ volatile(
        "movl %0, %%esp\n\t"
        "pushl %1\n\t"
        "pushl %2\n\t"
        "call main\n\t"
        "pushl %%eax\n\t"
        "call exit\n\t"
        "hlt"
        :
        : "r"((char *)hosted_stack + HOSTED_STACK), "r"(hosted_argv), "r"(count)
        : "memory");
    __builtin_unreachable();
}

static const char *hosted_verify(void)
{
    for (unsigned i = 0; HOSTED_STACK && i < HOSTED_STACK_WORDS; i++)
        if (hosted_stack[i] != HOSTED_STACK_MARK)
            return "the stack was overrun: increase it with the line `stack` in the benchmark's "
                   "flags";
    return program_check(&hosted_all);
}

static void hosted_run(void)
{
    program_begin(&hosted_all);
    if (setjmp(hosted_end) == 0) {
        const int count = HOSTED_ARGUMENTS;
        if (HOSTED_STACK)
            hosted_run_on_stack(count);
        region_begin(0);
        exit(main(count, hosted_argv));
    }
    region_end(0);
    program_end(&hosted_all);
}
