/*
 * SPDX-License-Identifier: MIT
 * The library is linked in front of all benchmarks, and does not grow: what programs for an
 * operating system want beyond it is in kernel/lib/program/, linked behind them where it is called.
 */
#pragma once

/*
 * Behind a declaration, OF_PROGRAM(name): a hosted program that calls it calls program_name()
 * instead, which knows files and sets errno.
 */
#if defined BENCH_NAME && __STDC_HOSTED__
#define OF_PROGRAM(name) __asm__("program_" #name)
#else
#define OF_PROGRAM(name)
#endif
