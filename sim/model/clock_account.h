/*
 * SPDX-License-Identifier: MIT
 * A model's account of its clocks by cause, for models that execute out of order. Every clock has
 * exactly one cause: what the oldest instruction that had not yet retired was waiting for. The sum
 * of the causes is the model's clock.
 */
#pragma once

#include <stdint.h>
#include <string.h>

#define CLOCK_CAUSES_MOST 24

/* The names are words, for columns. */
struct clock_cause {
    const char *name, *text;
};

/* Clocks by cause in ring 0, and in the other rings. */
struct clock_sums {
    uint64_t of[2][CLOCK_CAUSES_MOST];
};

struct clock_account {
    const struct clock_cause *causes;
    unsigned count;         /* of causes; cause 0 is retirement */
    unsigned halted;        /* the cause that the event does not count */
    unsigned units;         /* units of `of` in a clock */
    const char *event;      /* that counts clocks */
    uint32_t first_msr;     /* of the counters */
    unsigned ring;          /* index of the current ring in `of` */
    struct clock_sums now;  /* up to now */
    struct clock_sums read; /* up to the last read of a counter */
};

static inline void clock_account_add(struct clock_account *account, unsigned cause, uint64_t units)
{
    account->now.of[account->ring][cause] += units;
}

/* Adds up to *left units, and subtracts them from *left. */
static inline void clock_account_spend(struct clock_account *account, unsigned cause,
                                       uint64_t units, uint64_t *left)
{
    const uint64_t spent = units < *left ? units : *left;

    clock_account_add(account, cause, spent);
    *left -= spent;
}

/* A counter is being read. `account` may be NULL. */
static inline void clock_account_note_read(struct clock_account *account)
{
    if (account)
        account->read = account->now;
}
