/*
 * SPDX-License-Identifier: MIT
 * Signals of a program: those that it sends to itself and those that its exceptions cause. No other
 * program can send one, and none comes between two instructions.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "boot/descriptors.h"

struct signal_cause;

#define SIGNALS 64 /* numbers 1 to 64 */

/* Linux's numbers (arch/x86/include/uapi/asm/signal.h). */
enum {
    SIGNAL_TRAP = 5,
    SIGNAL_ABORT = 6,
    SIGNAL_BUS = 7,
    SIGNAL_FPE = 8,
    SIGNAL_KILL = 9,
    SIGNAL_ILLEGAL = 4,
    SIGNAL_SEGMENT = 11,
    SIGNAL_ALARM = 14,
    SIGNAL_CHILD = 17,
    SIGNAL_CONTINUE = 18,
    SIGNAL_STOP = 19,
    SIGNAL_TTY_OUTPUT = 22,
    SIGNAL_URGENT = 23,
    SIGNAL_VIRTUAL_ALARM = 26,
    SIGNAL_PROFILE = 27,
    SIGNAL_WINDOW = 28
};

/* A signal up to this number is pending once at most. */
#define LAST_UNQUEUED 31

/* Values of `handler` that are no functions. */
enum { SIGNAL_DEFAULT = 0, SIGNAL_IGNORE = 1 };

/* Bits of `flags`. */
#define SIGNAL_WITH_INFO 0x00000004u
#define SIGNAL_RESTORER  0x04000000u
#define SIGNAL_ON_STACK  0x08000000u
#define SIGNAL_NO_DEFER  0x40000000u
#define SIGNAL_RESET     0x80000000u

struct signal_action {
    uint32_t handler, flags, restorer;
    uint64_t mask;
};

struct signal_stack {
    uint32_t address, flags, bytes;
};
#define SIGNAL_STACK_OFF 2u /* in `flags` */

extern struct signals {
    struct signal_action action[SIGNALS + 1]; /* by number; [0] is unused */
    uint64_t blocked, pending;                /* bit n - 1 is signal n */
    uint64_t directed;                        /* pending, and sent by tkill() or tgkill() */
    uint64_t by_kernel;                       /* pending, and sent by this kernel */
    uint8_t timer[SIGNALS + 1]; /* 1 + the place of the POSIX timer that has sent it; 0: none */
    uint64_t saved;             /* the mask after a call that changes it for a wait */
    bool restores;              /* `saved` is in use */
    struct signal_stack stack;
} * signals;

static inline uint64_t signals_bit(int signal)
{
    return 1ull << (signal - 1);
}

/* Takes memory for the state. Returns 0 or -1. */
int signals_allocate(void);

/* Forgets handlers and masks, before each run. */
void signals_install_defaults(void);

/* Returns Linux's name of a signal, "SIGFPE", or "unknown". */
const char *signals_name(int signal);

/* Sends a signal to the program, as kill() does. It may end the program. */
void signals_send(int signal);

/* The same for a signal of this kernel, which the handler recognises by si_code. */
void signals_send_by_kernel(int signal);

/*
 * The same for a POSIX timer at that place (posix_timers.c). Returns whether the signal is pending
 * now by this timer.
 */
bool signals_send_by_timer(int signal, unsigned place);

/* Forgets the pending signal of a timer. */
void signals_forget_timer(int signal);

/* Forgets the pending signal of any sender, because the program ignores it now. */
void signals_forget(int signal);

/* Returns whether the signal's action is to do nothing. */
bool signals_is_ignored(int signal);

/* Returns whether the signal would end a wait: it is neither blocked nor ignored. */
bool signals_interrupts(int signal);

/* Returns whether a pending signal ends the wait of the current call. */
bool signals_interrupt(void);

/* Sets the mask for the wait of the current call; handlers return to the mask before it. */
void signals_block_for_wait(uint64_t mask);

/* Restores the mask after a wait that no signal has ended. */
void signals_restore_mask(void);

/* Returns the mask that is in force after the current call and its handlers. */
uint64_t signals_mask_after_call(void);

/* Takes one pending signal of a set, in Linux's order. Returns false if none is pending. */
bool signals_take(uint64_t set, struct signal_cause *cause);

/*
 * Calls the handlers of all pending signals that are not blocked, by changing the frame of the
 * system call that returns. As on Linux, the last signal's handler runs first.
 */
void signals_deliver_pending(struct trap_frame *frame);

/*
 * Calls the program's handler for the exception in the frame, by changing the frame. Returns false
 * if the program has no handler: the exception then ends it.
 */
bool signals_deliver_fault(struct trap_frame *frame);

/* Restores the registers from a handler's frame, which is of the kind with siginfo or without. */
void signals_return(struct trap_frame *frame, bool with_info);
