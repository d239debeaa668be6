/*
 * SPDX-License-Identifier: MIT
 * Where a benchmark is to stop: INT3 in its code, or a debug register. They are in force between
 * breakpoints_in() and breakpoints_out() alone, so that nothing is changed while nobody debugs.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum breakpoint_kind { BREAK_SOFT, BREAK_HARD, BREAK_WRITE, BREAK_ACCESS, BREAK_KINDS };

struct breakpoint {
    enum breakpoint_kind kind;
    uint32_t address;
    unsigned bytes; /* 1, 2 or 4, of a write or an access */
    bool once;      /* the benchmark's beginning: it goes when it was met */
    uint8_t instead;
};

/* "soft", "hard", "write", "access". */
extern const char *const breakpoint_names[BREAK_KINDS];

/* One more; the same again is well. -1 after a message. */
int breakpoint_set(enum breakpoint_kind kind, uint32_t address, unsigned bytes);

/* Takes it away; -1 where there is none. */
int breakpoint_clear(enum breakpoint_kind kind, uint32_t address);
void breakpoints_clear_all(void);

/* One that goes when it was met, without a word where code must not be stopped there. */
void breakpoint_set_once(uint32_t address);
void breakpoints_clear_once(void);

/* Number i of all; NULL behind the last. */
const struct breakpoint *breakpoint_number(unsigned i);

/* Whether it lies in the kernel's own code, where nothing can be stopped. */
bool breakpoint_is_kernels(uint32_t address);

/* Into memory and debug registers, and out of them. Memory that is not there is left alone. */
void breakpoints_in(void);
void breakpoints_out(void);

/* The soft one at that address, or the hard one; NULL. */
const struct breakpoint *breakpoint_at(enum breakpoint_kind kind, uint32_t address);

/* The one of a debug register that DR6 tells of; NULL. */
const struct breakpoint *breakpoint_told(uint32_t dr6);
