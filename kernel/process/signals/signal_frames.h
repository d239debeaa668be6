/*
 * SPDX-License-Identifier: MIT
 * The frames on a program's stack from which a signal handler starts and returns, in Linux's layout
 * (arch/x86/include/asm/sigframe.h, uapi/asm/sigcontext.h).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "boot/descriptors.h"

#define SIGNAL_CODE_USER   0
#define SIGNAL_CODE_KERNEL 0x80
#define SIGNAL_CODE_TIMER  (-2)
#define SIGNAL_CODE_THREAD (-6)

/* Linux's siginfo_t */
struct signal_info {
    int32_t signal, error, code;
    uint32_t address_or_sender, user_or_overrun, value;
    uint32_t unused[26];
};
_Static_assert(sizeof(struct signal_info) == 128, "Linux's siginfo_t");

struct signal_cause {
    int signal;
    int32_t code;            /* si_code */
    uint32_t vector, error;  /* of an exception; otherwise 0 */
    uint32_t address;        /* si_addr of an exception; si_timerid of a timer */
    uint32_t overrun, value; /* of a timer */
    bool has_info;           /* the program has sent this siginfo: */
    struct signal_info info;
};

struct signal_info signal_frames_info(const struct signal_cause *cause);

/*
 * Pushes a frame and makes the program continue in its handler. Returns 0, or -1 if the stack is
 * not writable.
 */
int signal_frames_push(struct trap_frame *frame, const struct signal_cause *cause);
