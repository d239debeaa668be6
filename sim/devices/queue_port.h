/*
 * SPDX-License-Identifier: MIT
 * Work queue: hands out consecutive numbers to several simulated machines on one host. Each number
 * goes to one machine.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct queue_port {
    _Atomic uint32_t *next; /* in a file that all machines share; NULL: no queue */
};

/* Opens the queue. The file has at least 4 bytes and contains the next number in the host's byte
 * order. Returns false if it cannot be shared. */
bool queue_port_open(struct queue_port *queue, const char *path);

/* Returns the next number, which no other machine gets; all ones if there is no queue. */
uint32_t queue_port_next(struct queue_port *queue);
