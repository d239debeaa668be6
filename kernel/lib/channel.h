/*
 * SPDX-License-Identifier: MIT
 * Channels for C: channel(3) stores a time stamp into a buffer, as event 3 of the program;
 * channel_value(3, v) stores v with it. kernel/lib/channel.inc is the same for nasm; a test checks
 * that both yield the same machine code.
 *
 * All general registers and the flags are preserved, in ring 0 and in ring 3. n is a constant from
 * 0 to 255. The code is always the same: if no session wants stamps (`left` is 0), JECXZ, which
 * does not change the flags, skips RDTSC and the stores.
 */
#pragma once

#include <stdint.h>

#define CHANNELS 256

enum stamp_kind {
    STAMP_CHANNEL,
    STAMP_VALUE,
    STAMP_EXCEPTION,
    STAMP_INTERRUPT,
    STAMP_IN,
    STAMP_OUT,
    STAMP_WATCH,
    STAMP_KINDS
};

struct stamp {
    uint32_t low; /* bits 0 to 31 of the time-stamp counter */
    /* Bits 0 to 7: bits 32 to 39 of the counter; 8 to 23: number; 24 to 31: enum stamp_kind. */
    uint32_t what;
    uint32_t value; /* unused for STAMP_CHANNEL */
    uint32_t spent; /* for a handler's stamp: clocks in the handler, as measured by it */
};

/* Buffer for stamps, in memory that ring 3 may write. */
struct channel_state {
    uint32_t left;      /* free entries; 0 if no session wants stamps */
    struct stamp *next; /* the first free entry */
    uint32_t met;       /* stamps that the program has reached, stored or not */
};

extern struct channel_state channel_state;

/* Name of a channel of a benchmark; the linker gathers all names. */
struct channel_name {
    const char *bench, *name;
    uint32_t number;
};

extern const struct channel_name channel_names_start[], channel_names_end[];

#define channel(n) CHANNEL_ASM(n, STAMP_CHANNEL, "", "i"(0))
#define channel_value(n, v)                                                                        \
    CHANNEL_ASM(n, STAMP_VALUE, "movl %%esi, 8(%%ebx)\n\t", "S"((uint32_t)(v)))

/* Names a channel; used at file scope. */
#define channel_name(n, text)                                                                      \
    CHANNEL_NUMBER(n);                                                                             \
    static const struct channel_name CHANNEL_JOIN(channel_name_, __LINE__)                         \
        __attribute__((section(".channel_names"), used)) = {BENCH_NAME, "" text, n}

/* ---- implementation -------------------------------------------------------------------------- */

#define CHANNEL_JOIN(a, b)  CHANNEL_JOIN_(a, b)
#define CHANNEL_JOIN_(a, b) a##b

#define CHANNEL_NUMBER(n)                                                                          \
    _Static_assert((n) >= 0 && (n) < CHANNELS, "a channel must be a constant from 0 to 255")

/* PUSHA and POPA pair with nothing on a P5, so no stamp shares a clock with the program's code. */
#define CHANNEL_ASM(n, kind, keep_value, value)                                                    \
    do {                                                                                           \
        CHANNEL_NUMBER(n);                                                                         \
        __asm__ volatile(                                                                          \
            "pushal\n\t"                                                                           \
            "movl %2, %%eax\n\t"                                                                   \
            "movl %0, %%ecx\n\t"                                                                   \
            "leal 1(%%eax), %%eax\n\t"                                                             \
            "movl %%eax, %2\n\t"                                                                   \
            "jecxz 773f\n\t"                                                                       \
            "movl %1, %%ebx\n\t" keep_value                                                        \
            "leal -1(%%ecx), %%ecx\n\t"                                                            \
            "leal 16(%%ebx), %%edx\n\t"                                                            \
            "movl %%ecx, %0\n\t"                                                                   \
            "movl %%edx, %1\n\t"                                                                   \
            "movl %3, %%ecx\n\t"                                                                   \
            "rdtsc\n\t"                                                                            \
            "movb %%dl, %%cl\n\t"                                                                  \
            "movl %%eax, (%%ebx)\n\t"                                                              \
            "movl %%ecx, 4(%%ebx)\n"                                                               \
            "773:\n\t popal"                                                                       \
            :                                                                                      \
            : "m"(channel_state.left), "m"(channel_state.next), "m"(channel_state.met),            \
              "i"((n) << 8 | (kind) << 24), value                                                  \
            : "memory");                                                                           \
    } while (0)
