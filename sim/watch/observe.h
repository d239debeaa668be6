/*
 * SPDX-License-Identifier: MIT
 * Watches the processor instruction by instruction and hands what happened to the writers of
 * --annotate, --account, --steps, --trace and --vcd, and overflows of counter 0 to NMI. It changes
 * nothing that the model counts. Each clock belongs to one instruction: from the end of the one
 * before to its own end, so that waiting for its code is its own; entering a handler belongs to
 * the instruction that raised it or came before, and so does being halted.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/cpu/cpu.h"

enum unit { UNIT_U_ALONE, UNIT_U_PAIRED, UNIT_V };

/* One instruction, executed once. */
struct observation {
    uint32_t linear; /* address of its first byte */
    uint8_t bits;    /* 16 or 32: the code segment's size */
    uint8_t length;
    uint8_t bytes[15];
    enum unit unit;
    bool torn;       /* the one before was to be its U half; both went alone */
    uint64_t from;   /* the clock at which the one before was done */
    uint64_t enters; /* ... at which it entered execution */
    uint64_t until;  /* ... at which it was done */
    bool completed;  /* false: it raised an exception, and may be executed again */
    uint64_t lost[LOST_CAUSES];
    struct x87_needs x87; /* when it issued */
    uint64_t x87_ready;   /* the clock at which its x87 result is there */
};

struct account;
struct annotate;
struct steps;
struct trace;
struct vcd;

struct observer {
    struct cpu *cpu;
    struct annotate *annotate; /* each NULL where it is not wanted */
    struct account *account;
    struct steps *steps;
    struct trace *trace;
    struct vcd *vcd;
    bool pm0_nmi;
    struct observation now;
    bool open;        /* `now` has begun and not ended */
    bool interrupt;   /* the running block must be left */
    unsigned retired; /* instructions of it */
    uint64_t booked;  /* clocks up to here are somebody's */
    int64_t overflows;
    uint64_t pm0_rises; /* the clock at which PM0 says the last overflow; UINT64_MAX for none */
};

/* Begins to watch; the fields besides `cpu` and the writers are filled. */
void observer_start(struct observer *observer);

/* What is left is booked. */
void observer_finish(struct observer *observer);

/* ---- hooks of the run loop ----------------------------------------------------------------- */

void observer_block(struct observer *observer);
void observer_begin(struct observer *observer, const struct insn *insn);
void observer_issued(struct observer *observer, const struct insn *insn);

/* The first `executed` instructions of the running block are done. */
void observer_retire(struct observer *observer, unsigned executed);

/* The instruction has been completed. Returns whether an interrupt must be taken behind it. */
bool observer_done(struct observer *observer, const struct insn *insn);

/* A handler has been entered, or time has passed halted. */
void observer_catch_up(struct observer *observer);
