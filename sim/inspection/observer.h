/*
 * SPDX-License-Identifier: MIT
 * Observes the processor instruction by instruction, and passes what happened to the writers of
 * -annotate, -account, -steps, -trace and -vcd, and overflows of counter 0 to NMI. It does not
 * change what the model counts. Each clock belongs to one instruction, which owns the clocks from
 * the end of the previous one to its own end, including the wait for its code. Entering a handler
 * and being halted belong to the instruction that raised the event or preceded it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/cpu/cpu.h"

enum unit { UNIT_U_ALONE, UNIT_U_PAIRED, UNIT_V };

/* One execution of an instruction. */
struct observation {
    uint32_t linear; /* address of its first byte */
    uint8_t bits;    /* 16 or 32: the code segment's size */
    uint8_t length;
    uint8_t bytes[15];
    enum unit unit;
    bool torn;       /* the previous one was to be its U half; both executed alone */
    uint64_t from;   /* clock at which the previous one was done */
    uint64_t enters; /* clock at which it entered execution */
    uint64_t until;  /* clock at which it was done */
    bool completed;  /* false: it raised an exception, and may be executed again */
    uint64_t lost[LOST_CAUSES];
    struct x87_needs x87; /* state at issue */
    uint64_t x87_ready;   /* clock at which its x87 result is ready */
};

struct account;
struct annotation;
struct steps;
struct trace;
struct vcd;

struct observer {
    struct cpu *cpu;
    struct annotation *annotate; /* writers; NULL: not requested */
    struct account *account;
    struct steps *steps;
    struct trace *trace;
    struct vcd *vcd;
    bool pm0_nmi;
    struct observation now;
    bool open;           /* `now` has begun but not ended */
    bool interrupt;      /* the running block must be left */
    unsigned retired;    /* number of its instructions that were retired */
    uint64_t attributed; /* clocks up to here have been attributed */
    int64_t overflows;
    uint64_t pm0_rises; /* clock at which PM0 reports the last overflow; UINT64_MAX: none */
};

/* Starts observing; fills the fields other than `cpu` and the writers. */
void observer_start(struct observer *observer);

/* Attributes the remaining clocks. */
void observer_finish(struct observer *observer);

/* ---- hooks of the run loop ----------------------------------------------------------------- */

void observer_block(struct observer *observer);
void observer_begin(struct observer *observer, const struct insn *insn);
void observer_issued(struct observer *observer, const struct insn *insn);

/* Called when the first `executed` instructions of the running block are done. */
void observer_retire(struct observer *observer, unsigned executed);

/* Called when the instruction is completed. Returns true if an interrupt must be taken after it. */
bool observer_done(struct observer *observer, const struct insn *insn);

/* Called after a handler was entered, or time has passed in a halt. */
void observer_catch_up(struct observer *observer);
