/*
 * SPDX-License-Identifier: MIT
 * Turns code into a loop to observe: it is assembled, linked and appended to a small kernel
 * (loop_wrapper.asm), which the virtual Pentium runs without booting.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "host/analysis/loop/explain_machine.h"
#include "host/analysis/loop/loop_code_parts.h"
#include "host/analysis/code/step_log.h"

#define LOOP_STEPS   40000 /* maximum number of recorded steps; an eighth with REP */
#define LOOP_WINDOWS 4
#define LOOP_TRIALS  2

/* A part of the run that is recorded. */
struct loop_window {
    unsigned iterations; /* initial value of the counting register */
    unsigned first;      /* iteration from 1, of a loop that does not end */
    unsigned most;       /* maximum number of recorded iterations */
};

/*
 * Assembles or compiles the code and sets the initial values. `-` after a jump, or the label
 * `turn`, is the loop's beginning. Returns 0, or -1 after a message. loop_code_free() frees the
 * code in either case.
 */
int loop_code_make(struct loop_code *code, const struct model *model,
                   const struct given_code *given);
void loop_code_free(struct loop_code *code);

/* Sets the initial values of another attempt; 0 is the first. */
void loop_code_set_inputs(struct loop_code *code, unsigned attempt);

/* Returns the source line of an address, from 1; 0 if it has none. */
unsigned loop_code_line(const struct loop_code *code, uint32_t address);

/* Returns window `number` of a loop that ends, or of one that does not. A loop walks through less
 * memory in each window than in the one before. */
struct loop_window loop_code_window(bool ends, unsigned number);

/* Returns the maximum number of recorded steps. */
unsigned loop_code_steps(const struct loop_code *code);

/*
 * Runs the code and records the window: the third pass if the loop ends. `body`: replacement bytes
 * of the same length for the loop, or NULL. Returns 0, or -1 after a message.
 */
int loop_code_run(const struct loop_code *code, const struct explain_machine *machine, bool ends,
                  const struct loop_window *window, const uint8_t *body, struct step_log *log);

/*
 * Records three passes from the code's first instruction on. Sets *exception to the number of an
 * exception that the code raised, or -1. Returns 0, or -1 after a message.
 */
int loop_code_run_passes(const struct loop_code *code, const struct explain_machine *machine,
                         struct step_log *log, int *exception);

/* Returns "divide error" for an exception, or NULL. */
const char *loop_code_exception_name(unsigned vector);

/* Results of the loop on different data. */
struct loop_results {
    unsigned n; /* fewer than LOOP_TRIALS if the loop faulted or did not end */
    struct loop_result {
        uint32_t sum; /* of registers, x87 state and memory */
        uint32_t flags;
    } of[LOOP_TRIALS];
};

/*
 * Runs the loop with these bytes, or with its own, on different data: registers other than usual,
 * flags set and clear, memory of different numbers and of different pointers into the buffer.
 */
void loop_code_run_trials(const struct loop_code *code, const struct explain_machine *machine,
                          const uint8_t *body, struct loop_results *results);

/* Returns whether the results of a changed loop are those of the loop, except for some flags. */
bool loop_results_are_same(const struct loop_results *loop, const struct loop_results *changed,
                           uint32_t flags_excepted);

/*
 * Counts an event in a pass of `iterations`. msrs: the selector's MSR, its value,
 * and the counter's MSR. Returns 0 with the counter's increment in *counted, or -1 after a message.
 */
int loop_code_count(const struct loop_code *code, const struct explain_machine *machine,
                    uint32_t iterations, const uint32_t msrs[3], uint32_t *counted);
