/*
 * SPDX-License-Identifier: MIT
 * Stops a benchmark while it runs, in either ring, and opens the prompt. The benchmark then
 * continues unchanged except for its counts.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define X87_IMAGE_BYTES 108 /* FNSAVE image, 32 bits: Intel SDM volume 1, figure 8-9 */

/* The layout that exceptions leave: boot/exception_stubs.asm, boot/descriptors.h. */
struct stopped_registers {
    uint32_t es, ds;
    uint32_t edi, esi, ebp, esp_at_pusha, ebx, edx, ecx, eax;
    uint32_t vector, error;
    uint32_t eip, cs, eflags, esp, ss; /* esp and ss are the benchmark's in either ring */
};

struct stopped {
    struct stopped_registers registers;
    uint32_t fs, gs;
    uint8_t x87[X87_IMAGE_BYTES] __attribute__((aligned(4)));
    bool has_x87;
};

/*
 * From stop_begin() to stop_end(), benchmarks stop at breakpoints, at exceptions, at the watchdog's
 * alarm, and within an eighth of a second after Ctrl-C. `with_registers`: each stop prints them in
 * one line, for a program. stop_end() may be called at any time and returns the number of stops.
 */
void stop_begin(bool with_registers);
unsigned stop_end(void);
bool stop_is_armed(void);

/*
 * Makes the first run of that routine stop at its beginning; has no effect unless stops are
 * enabled.
 */
void stop_where_it_begins(void (*run)(void));

/* Returns the stopped benchmark, whose state may be changed, or NULL. */
struct stopped *stop_now(void);

/* How the stop ends, after the current command. */
enum stop_end { STOP_GO_ON, STOP_STEP, STOP_KILL };
void stop_until(enum stop_end how);

/* The same, with steps until EIP is outside of start..end-1, or a breakpoint. */
void stop_step_range(uint32_t start, uint32_t end);

/* Reports whether the address is in the benchmarks' stack, whose contents do not last. */
bool stop_is_stack(uint32_t address);

/* Returns the stack for contained accesses during a stop, which must not use the benchmark's. */
void *stop_stack(void);
