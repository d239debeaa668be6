/*
 * SPDX-License-Identifier: MIT
 * A speed program is one file with work(), the same machine code as a kernel and under Linux: of
 * some tenths of a second at least, with no system call and no privileged instruction.
 */
#pragma once

#include <stdint.h>

/* Returns a number that only the right calculation gives. */
uint32_t work(void);

/* A character goes out: what is around work() has it, each in its way. */
void speed_put(char c);

void speed_say(const char *text);

/* The name, then 16 digits. */
void speed_say_number(const char *name, uint64_t value);

/* Before work(): where paging.c is linked, switches paging on. */
void speed_prepare(void);
