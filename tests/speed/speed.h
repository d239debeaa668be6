/*
 * SPDX-License-Identifier: MIT
 * A speed program is one file with work(), the same machine code in a kernel and under Linux: at
 * least some tenths of a second, with no system call and no privileged instruction.
 */
#pragma once

#include <stdint.h>

/* Returns a number that depends on the whole computation. */
uint32_t work(void);

/* Sends a character; the kernel and the Linux program each implement it. */
void speed_put(char c);

void speed_say(const char *text);

/* Prints the name, then 16 digits. */
void speed_say_number(const char *name, uint64_t value);

/* Called before work(); switches paging on if paging.c is linked. */
void speed_prepare(void);
