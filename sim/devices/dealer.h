/*
 * SPDX-License-Identifier: MIT
 * Deals numbers to several machines of one host: each number goes to one of them, in order.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct dealer {
    _Atomic uint32_t *next; /* in a file that all of them share; NULL: nothing is dealt here */
};

/* The file, of 4 bytes or more, has the next number in the host's order of bytes. False where it
 * cannot be shared. */
bool dealer_open(struct dealer *dealer, const char *path);

/* The next number, which nobody else gets; all ones where nothing is dealt. */
uint32_t dealer_next(struct dealer *dealer);
