/*
 * SPDX-License-Identifier: MIT
 * A benchmark that is stopped where it runs, in either ring: the prompt is there meanwhile, and it
 * goes on as if nothing had been, but for its counts.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define X87_IMAGE_BYTES 108 /* of FNSAVE, 32 bits: Intel SDM volume 1, figure 8-9 */

/* As exceptions leave it: boot/exception_stubs.asm, boot/descriptors.h. */
struct stopped_registers {
    uint32_t es, ds;
    uint32_t edi, esi, ebp, esp_at_pusha, ebx, edx, ecx, eax;
    uint32_t vector, error;
    uint32_t eip, cs, eflags, esp, ss; /* the last two are its own, whatever ring it is in */
};

struct stopped {
    struct stopped_registers registers;
    uint32_t fs, gs;
    uint8_t x87[X87_IMAGE_BYTES] __attribute__((aligned(4)));
    bool has_x87;
};

/*
 * From stop_begin() to stop_end() benchmarks stop at breakpoints, at what they raise, at the
 * watchdog's alarm, and at Ctrl-C within an eighth of a second. stop_end() may be called at any
 * time, and says how often one stopped.
 */
void stop_begin(void);
unsigned stop_end(void);
bool stop_is_armed(void);

/* The first run of that one is to stop where it begins; nothing while none is to stop. */
void stop_where_it_begins(void (*run)(void));

/* The one that is stopped now; NULL. It may be changed. */
struct stopped *stop_now(void);

/* What ends a stop, behind the command that asked for it. */
enum stop_end { STOP_GO_ON, STOP_STEP, STOP_KILL };
void stop_until(enum stop_end how);

/* Whether it is of the benchmarks' stack: nothing there stays. */
bool stop_is_stack(uint32_t address);

/* The stack for what is contained while one is stopped, whose own it must not touch. */
void *stop_stack(void);
