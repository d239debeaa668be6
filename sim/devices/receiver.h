/*
 * SPDX-License-Identifier: MIT
 * The machine at the other end of a serial line, if it is slow: it takes two byte times to process
 * a byte, buffers 64 bytes, and uses flow control by CTS or XOFF. A byte that arrives while the
 * buffer is full is lost. The receiver is updated together with the UART and does not wake a halted
 * processor.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum receiver_kind {
    RECEIVER_FAST, /* accepts everything */
    RECEIVER_RTS_CTS,
    RECEIVER_XON_XOFF,
    RECEIVER_DEAF, /* accepts nothing and keeps CTS inactive */
};

struct receiver {
    enum receiver_kind kind;
    unsigned waiting; /* bytes not yet processed */
    uint64_t worked;  /* clock at which it finished processing a byte */
    bool stops;       /* it has requested a stop */
};

void receiver_reset(struct receiver *receiver, enum receiver_kind kind);

/* Receives a byte; returns false if it is lost. `byte_clocks` is its time on the line. */
bool receiver_accept(struct receiver *receiver, uint64_t now, uint64_t byte_clocks);

/* Advances to `now`. Returns XON or XOFF if it must be sent, otherwise 0. */
uint8_t receiver_advance(struct receiver *receiver, uint64_t now, uint64_t byte_clocks);

/* The level of CTS. */
bool receiver_clear_to_send(const struct receiver *receiver);
