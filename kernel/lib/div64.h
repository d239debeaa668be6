/*
 * SPDX-License-Identifier: MIT
 * 64-bit division, which GCC calls for `/` and `%` on a 32-bit processor. The names and contracts
 * are those of GCC's libgcc ("Routines for integer arithmetic"). libgcc is not linked because
 * Debian's is compiled for an i686 and contains CMOV.
 */
#pragma once

#include <stdint.h>

/* Truncates, like C's division. Divisor 0 raises #DE. */
uint64_t __udivdi3(uint64_t a, uint64_t b);
uint64_t __umoddi3(uint64_t a, uint64_t b);
int64_t __divdi3(int64_t a, int64_t b);
int64_t __moddi3(int64_t a, int64_t b);

/* Returns the quotient; stores the remainder in *remainder unless that is NULL. */
uint64_t __udivmoddi4(uint64_t a, uint64_t b, uint64_t *remainder);
int64_t __divmoddi4(int64_t a, int64_t b, int64_t *remainder);
