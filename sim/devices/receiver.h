/*
 * SPDX-License-Identifier: MIT
 * The machine at the other end of a serial line, if it is a slow one: it works on a byte for twice
 * the time that one takes on the line, keeps 64, and says in good time when it wants no more, by
 * CTS or by XOFF. What comes although it is full is lost. It is looked at when the UART is: it
 * wakes no processor that has halted.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum receiver_kind {
    RECEIVER_FAST, /* takes all there is */
    RECEIVER_RTS_CTS,
    RECEIVER_XON_XOFF,
    RECEIVER_DEAF, /* wants nothing, and gives no CTS */
};

struct receiver {
    enum receiver_kind kind;
    unsigned kept;   /* bytes not yet worked on */
    uint64_t worked; /* the clock at which it was last done with one */
    bool stops;      /* it has said that it wants no more */
};

void receiver_reset(struct receiver *receiver, enum receiver_kind kind);

/* A byte has come; false where it is lost. `byte_clocks` is its time on the line. */
bool receiver_take(struct receiver *receiver, uint64_t now, uint64_t byte_clocks);

/* It is `now`. XON or XOFF where it has that to send, else 0. */
uint8_t receiver_advance(struct receiver *receiver, uint64_t now, uint64_t byte_clocks);

/* The level of CTS. */
bool receiver_clear_to_send(const struct receiver *receiver);
