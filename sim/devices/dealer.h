/*
 * SPDX-License-Identifier: MIT
 * Work queue: hands out consecutive numbers to several simulated machines on one host. Each number
 * goes to one machine.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct dealer {
    _Atomic uint32_t *next; /* in a file that all machines share; NULL: no queue */
};

/* Opens the queue. The file has at least 4 bytes and contains the next number in the host's byte
 * order. Returns false if it cannot be shared. */
bool dealer_open(struct dealer *dealer, const char *path);

/* Returns the next number, which no other machine gets; all ones if there is no queue. */
uint32_t dealer_next(struct dealer *dealer);
