/*
 * SPDX-License-Identifier: MIT
 * Makes a benchmark of a C program written for an operating system, unchanged. Its sources are a
 * folder, bench/<group>/<name>/, and this is in its file hosted.c:
 *
 *     #include "bench/hosted.h"
 *     HOSTED_INPUT("the text\nthat stdin reads\n");
 *     HOSTED_BENCHMARK("Counts words, as wc does", "wc", "-w");
 *
 * The words behind the sentence are argv. main() is region 0, until it returns or calls exit().
 * Before each run variables are as the linker left them, memory is free, and streams are at their
 * start. A status other than 0 is an error; so is another output, where HOSTED_OUTPUT("...") says
 * what main() prints.
 *
 * HOSTED_MEMORY, defined in front of the #include, is what malloc() has, in bytes.
 */
#pragma once

#include "bench/bench.h"
#include "kernel/lib/hosted.h"
#include "kernel/lib/stdlib.h"

#ifndef HOSTED_MEMORY
#define HOSTED_MEMORY (256 * 1024)
#endif

#define HOSTED_INPUT(text)  static const struct hosted_text hosted_input = {text, sizeof text - 1}
#define HOSTED_OUTPUT(text) static const struct hosted_text hosted_output = {text, sizeof text - 1}

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
    region_name(0, "main()");                                                                      \
    BENCHMARK(description, hosted_run, .setup = hosted_set_up, .restore = hosted_put_back,         \
              .check = hosted_verify, .memory = HOSTED_MEMORY)

/* ---- how ------------------------------------------------------------------------------------- */

int main(int argc, char **argv);

/* What HOSTED_INPUT and HOSTED_OUTPUT do not define is empty. */
static const struct hosted_text hosted_input, hosted_output;
static const struct hosted_program hosted_program;
static bool hosted_copied;

/* bench/hosted.ld */
extern char hosted_data_start[], hosted_data_end[], hosted_data_copy[];
extern char hosted_bss_start[], hosted_bss_end[];

static void hosted_set_up(void)
{
    hosted_setup(&hosted_program);
}

static void hosted_put_back(void)
{
    hosted_restore(&hosted_program);
}

static const char *hosted_verify(void)
{
    return hosted_check(&hosted_program);
}

static void hosted_run(void)
{
    hosted_begin();
    if (setjmp(hosted_end) == 0) {
        region_begin(0);
        exit(main(hosted_program.count, hosted_argv));
    }
    region_end(0);
}
