/*
 * SPDX-License-Identifier: MIT
 * Breakpoints in a benchmark or program: INT3 in its code, or a debug register. They are active
 * only between breakpoints_insert() and breakpoints_remove(), so that nothing is changed without a
 * debugger.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum breakpoint_kind { BREAK_SOFT, BREAK_HARD, BREAK_WRITE, BREAK_ACCESS, BREAK_KINDS };

struct breakpoint {
    enum breakpoint_kind kind;
    uint32_t address;
    unsigned bytes; /* 1, 2 or 4; for BREAK_WRITE and BREAK_ACCESS */
    bool once;      /* stops at the benchmark's beginning; removed when reached */
    bool program;   /* in the memory of a program, which may have no page there */
    bool inserted;  /* INT3 replaces this byte: */
    uint8_t instead;
};

/* Names of the kinds: "soft", "hard", "write", "access". */
extern const char *const breakpoint_names[BREAK_KINDS];

/* Adds a breakpoint; setting the same one again is valid. Returns -1 after a message. */
int breakpoint_set(enum breakpoint_kind kind, uint32_t address, unsigned bytes);

/* Removes a breakpoint; returns -1 if it does not exist. */
int breakpoint_clear(enum breakpoint_kind kind, uint32_t address);
void breakpoints_clear_all(void);

/*
 * Adds a breakpoint that is removed when it is reached. Does nothing, without a message, if code
 * must not be stopped at the address.
 */
void breakpoint_set_once(uint32_t address);
void breakpoints_clear_once(void);

/* Breakpoint number i; NULL after the last. */
const struct breakpoint *breakpoint_number(unsigned i);

/* Reports whether the address is in the kernel's code, where breakpoints are not possible. */
bool breakpoint_is_kernels(uint32_t address);

/*
 * Writes the breakpoints to memory and debug registers, and removes them again. Unmapped memory is
 * skipped.
 */
void breakpoints_insert(void);
void breakpoints_remove(void);

/* Returns the soft or hard breakpoint at that address, or NULL. */
const struct breakpoint *breakpoint_at(enum breakpoint_kind kind, uint32_t address);

/* Returns the breakpoint whose debug register DR6 reports, or NULL. */
const struct breakpoint *breakpoint_of_dr6(uint32_t dr6);
