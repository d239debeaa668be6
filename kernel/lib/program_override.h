/*
 * SPDX-License-Identifier: MIT
 * Marks functions that hosted programs replace. The library is linked before all benchmarks and
 * does not grow: additional functions of an operating system are in kernel/lib/program/, which is
 * linked after the benchmarks and only where needed.
 */
#pragma once

/*
 * Used after a declaration, PROGRAM_OVERRIDE(name): a hosted program that calls the function calls
 * program_name() instead, which supports files and sets errno.
 */
#if defined BENCH_NAME && __STDC_HOSTED__
#define PROGRAM_OVERRIDE(name) __asm__("program_" #name)
#else
#define PROGRAM_OVERRIDE(name)
#endif
