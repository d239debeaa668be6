/*
 * SPDX-License-Identifier: MIT
 * Leaving a program, for benchmarks that are whole programs.
 */
#pragma once

/* Ends the benchmark's run as if its routine had returned. Nobody looks at the status. */
void exit(int status) __attribute__((noreturn));
