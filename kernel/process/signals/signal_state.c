/*
 * SPDX-License-Identifier: MIT
 * Which signal is delivered, and its default action. The frames are in signal_frames.c.
 */
#include "kernel/process/signals/signal_state.h"

#include <stddef.h>

#include "kernel/lib/string.h"
#include "kernel/lib/x86.h"
#include "kernel/machine/memory.h"
#include "kernel/process/process.h"
#include "kernel/process/process_end.h"
#include "kernel/process/signals/posix_timers.h"
#include "kernel/process/signals/queued_signals.h"
#include "kernel/process/signals/signal_frames.h"

struct signals *signals;

static const char *const names[] = {
    [1] = "SIGHUP",     [2] = "SIGINT",   [3] = "SIGQUIT",   [4] = "SIGILL",   [5] = "SIGTRAP",
    [6] = "SIGABRT",    [7] = "SIGBUS",   [8] = "SIGFPE",    [9] = "SIGKILL",  [10] = "SIGUSR1",
    [11] = "SIGSEGV",   [12] = "SIGUSR2", [13] = "SIGPIPE",  [14] = "SIGALRM", [15] = "SIGTERM",
    [16] = "SIGSTKFLT", [17] = "SIGCHLD", [18] = "SIGCONT",  [19] = "SIGSTOP", [20] = "SIGTSTP",
    [21] = "SIGTTIN",   [22] = "SIGTTOU", [23] = "SIGURG",   [24] = "SIGXCPU", [25] = "SIGXFSZ",
    [26] = "SIGVTALRM", [27] = "SIGPROF", [28] = "SIGWINCH", [29] = "SIGIO",   [30] = "SIGPWR",
    [31] = "SIGSYS",
};

int signals_allocate(void)
{
    signals = memory_allocate(sizeof *signals);
    return signals ? 0 : -1;
}

void signals_install_defaults(void)
{
    memset(signals, 0, sizeof *signals);
    signals->stack.flags = SIGNAL_STACK_OFF;
    queued_signals_reset();
}

const char *signals_name(int signal)
{
    bool named = signal > 0 && (size_t)signal < sizeof names / sizeof names[0];
    return named ? names[signal] : "unknown";
}

/* ---- sent by the program --------------------------------------------------------------------- */

static bool signals_is_ignored_by_default(int signal)
{
    return signal == SIGNAL_CHILD || signal == SIGNAL_CONTINUE || signal == SIGNAL_URGENT ||
           signal == SIGNAL_WINDOW;
}

/* Carries out what the signal does without a handler. */
static void signals_act_by_default(int signal)
{
    if (signals_is_ignored_by_default(signal))
        return;
    if (signal >= SIGNAL_STOP && signal <= SIGNAL_TTY_OUTPUT)
        process_end_with("the program stopped itself by a signal, and nothing can continue it");
    process_kill(signal);
}

void signals_send(int signal)
{
    const bool cannot_wait = signal == SIGNAL_KILL || signal == SIGNAL_STOP;
    const struct signal_action *action = &signals->action[signal];
    const bool blocked = signals->blocked & signals_bit(signal);
    if (action->handler == SIGNAL_IGNORE && !cannot_wait && !blocked)
        return;
    if (cannot_wait || (action->handler == SIGNAL_DEFAULT && !blocked))
        signals_act_by_default(signal);
    else
        signals->pending |= signals_bit(signal);
}

void signals_send_by_kernel(int signal)
{
    if (!(signals->pending & signals_bit(signal)))
        signals->by_kernel |= signals_bit(signal);
    signals_send(signal);
}

bool signals_send_by_timer(int signal, unsigned place)
{
    if (signals->pending & signals_bit(signal))
        return false;
    signals_send(signal);
    if (!(signals->pending & signals_bit(signal)))
        return false;
    signals->timer[signal] = (uint8_t)(place + 1);
    return true;
}

void signals_forget_timer(int signal)
{
    if (!queued_signal_waits(signal))
        signals->pending &= ~signals_bit(signal);
    signals->timer[signal] = 0;
}

void signals_forget(int signal)
{
    if (signals->timer[signal])
        posix_timer_forget(signals->timer[signal] - 1u);
    queued_signals_forget(signal);
    signals_forget_timer(signal);
    signals->directed &= ~signals_bit(signal);
    signals->by_kernel &= ~signals_bit(signal);
}

bool signals_is_ignored(int signal)
{
    const uint32_t handler = signals->action[signal].handler;
    return handler == SIGNAL_IGNORE ||
           (handler == SIGNAL_DEFAULT && signals_is_ignored_by_default(signal));
}

bool signals_interrupts(int signal)
{
    return !(signals->blocked & signals_bit(signal)) && !signals_is_ignored(signal);
}

bool signals_interrupt(void)
{
    for (uint64_t ready = signals->pending & ~signals->blocked; ready; ready &= ready - 1)
        if (signals_interrupts(__builtin_ctzll(ready) + 1))
            return true;
    return false;
}

/* ---- masks of waits -------------------------------------------------------------------------- */

void signals_block_for_wait(uint64_t mask)
{
    signals->saved = signals->blocked;
    signals->restores = true;
    signals->blocked = mask & ~(signals_bit(SIGNAL_KILL) | signals_bit(SIGNAL_STOP));
}

void signals_restore_mask(void)
{
    if (signals->restores)
        signals->blocked = signals->saved;
    signals->restores = false;
}

uint64_t signals_mask_after_call(void)
{
    return signals->restores ? signals->saved : signals->blocked;
}

/* ---- delivery -------------------------------------------------------------------------------- */

/* SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS: Linux delivers these first. */
#define SYNCHRONOUS 0x400004D8ull

bool signals_take(uint64_t set, struct signal_cause *cause)
{
    uint64_t ready = signals->pending & set;
    if (ready & signals->directed)
        ready &= signals->directed;
    if (ready & SYNCHRONOUS)
        ready &= SYNCHRONOUS;
    if (!ready)
        return false;
    const int signal = __builtin_ctzll(ready) + 1;
    const uint64_t bit = signals_bit(signal);
    *cause = (struct signal_cause){.signal = signal,
                                   .code = signals->by_kernel & bit  ? SIGNAL_CODE_KERNEL
                                           : signals->directed & bit ? SIGNAL_CODE_THREAD
                                                                     : SIGNAL_CODE_USER};
    signals->pending &= ~bit;
    signals->directed &= ~bit;
    signals->by_kernel &= ~bit;
    bool more;
    if (signals->timer[signal]) { /* it was sent before those of the list */
        posix_timer_take(signals->timer[signal] - 1u, cause);
        more = queued_signal_waits(signal);
    } else {
        queued_signal_take(signal, cause, &more);
    }
    signals->timer[signal] = 0;
    if (more)
        signals->pending |= bit;
    return true;
}

void signals_deliver_pending(struct trap_frame *frame)
{
    struct signal_cause cause;
    while (signals_take(~signals->blocked, &cause)) {
        const uint32_t handler = signals->action[cause.signal].handler;
        if (handler == SIGNAL_DEFAULT)
            signals_act_by_default(cause.signal);
        else if (handler != SIGNAL_IGNORE && signal_frames_push(frame, &cause))
            process_kill(SIGNAL_SEGMENT);
    }
    signals_restore_mask();
}

/* ---- caused by exceptions -------------------------------------------------------------------- */

#define VECTOR_DIVIDE     0
#define VECTOR_INVALID    6
#define VECTOR_PAGE_FAULT 14
#define VECTOR_X87        16
#define VECTOR_SSE        19

/* The signal of each exception, as Linux maps them (arch/x86/kernel/traps.c). 0: not the program's.
 */
static int signals_of_vector(uint32_t vector)
{
    static const uint8_t signal[20] = {
        [0] = SIGNAL_FPE,     [1] = SIGNAL_TRAP,     [3] = SIGNAL_TRAP,     [4] = SIGNAL_SEGMENT,
        [5] = SIGNAL_SEGMENT, [6] = SIGNAL_ILLEGAL,  [10] = SIGNAL_SEGMENT, [11] = SIGNAL_BUS,
        [12] = SIGNAL_BUS,    [13] = SIGNAL_SEGMENT, [14] = SIGNAL_SEGMENT, [16] = SIGNAL_FPE,
        [17] = SIGNAL_BUS,    [19] = SIGNAL_FPE,
    };
    return vector < sizeof signal ? signal[vector] : 0;
}

/* si_code of an x87 exception, by the first unmasked bit of the status word. */
static int32_t signals_x87_code(void)
{
    uint16_t status, control;
    __asm__ volatile("fnstsw %0; fnstcw %1" : "=m"(status), "=m"(control));
    const unsigned unmasked = status & ~control & 0x3Fu;
    return unmasked & 0x01   ? 7 /* FPE_FLTINV */
           : unmasked & 0x04 ? 3 /* FPE_FLTDIV */
           : unmasked & 0x08 ? 4 /* FPE_FLTOVF */
           : unmasked & 0x12 ? 5 /* FPE_FLTUND, also denormal operands */
           : unmasked & 0x20 ? 6 /* FPE_FLTRES */
                             : 0;
}

static int32_t signals_code(const struct trap_frame *frame)
{
    switch (frame->vector) {
    case VECTOR_DIVIDE:
        return 1; /* FPE_INTDIV */
    case VECTOR_INVALID:
        return 2; /* ILL_ILLOPN */
    case VECTOR_X87:
        return signals_x87_code();
    case VECTOR_PAGE_FAULT:
        return frame->error & 1 ? 2 /* SEGV_ACCERR */ : 1 /* SEGV_MAPERR */;
    default:
        return SIGNAL_CODE_KERNEL;
    }
}

/* si_addr: Linux reports none for an exception whose code is SI_KERNEL. */
static uint32_t signals_address(const struct trap_frame *frame)
{
    if (frame->vector == VECTOR_PAGE_FAULT)
        return read_cr2();
    return signals_code(frame) == SIGNAL_CODE_KERNEL ? 0 : frame->eip;
}

bool signals_deliver_fault(struct trap_frame *frame)
{
    const int signal = signals_of_vector(frame->vector);
    if (!signal || process.ring != RING_USER)
        return false;
    const struct signal_action *action = &signals->action[signal];
    if (action->handler == SIGNAL_DEFAULT || action->handler == SIGNAL_IGNORE ||
        signals->blocked & signals_bit(signal)) {
        process.signal = signal;
        return false;
    }
    const struct signal_cause cause = {
        .signal = signal,
        .code = signals_code(frame),
        .vector = frame->vector,
        .error = frame->error,
        .address = signals_address(frame),
    };
    if (signal_frames_push(frame, &cause) == 0)
        return true;
    process.signal = SIGNAL_SEGMENT; /* the handler's frame does not fit on the stack */
    return false;
}
