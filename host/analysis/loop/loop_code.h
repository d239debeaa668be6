/*
 * SPDX-License-Identifier: MIT
 * Turns a few lines of assembly into a loop: nasm assembles them into a small kernel
 * (loop_wrapper.asm), which the virtual Pentium runs without booting.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "host/analysis/code/code_form.h"
#include "host/analysis/loop/explain_machine.h"
#include "host/analysis/loop/loop_setup.h"
#include "host/analysis/loop/loop_source.h"
#include "host/analysis/loop/step_log.h"

#define LOOP_ITERATIONS 128   /* initial value of the counting register */
#define LOOP_STEPS      40000 /* maximum number of recorded steps; an eighth with REP */
#define LOOP_WINDOWS    4
#define LOOP_TRIALS     2

/* A part of the run that is recorded. */
struct loop_window {
    unsigned iterations; /* initial value of the counting register */
    unsigned first;      /* iteration from 1: of a loop that ends, the first of its third pass */
    unsigned most;       /* maximum number of recorded iterations */
};

struct loop_code {
    char *folder; /* for files while the loop is in use */
    struct loop_source source;
    uint8_t *image;
    size_t size;
    uint32_t head, end; /* the loop is head..end-1 */
    uint32_t *line_at;  /* the source line of each byte of the loop, from 1 */
    char *messages;     /* nasm's, if it accepted the code */
    struct loop_setup setup;
};

/*
 * `text` is one line with statements separated by ';' (`name` NULL), or the text of the file
 * `name`, with nasm's comments. Returns 0, or -1 after a message, which includes nasm's. `-` after
 * a jump, or the label `turn`, is the loop's beginning; lines before a line `turn:` are executed
 * once.
 */
int loop_code_assemble(struct loop_code *code, const char *text, const char *name);
void loop_code_free(struct loop_code *code);

/* Decodes the loop's bytes and returns the number of instructions; 0 if one is invalid. */
unsigned loop_code_forms(const struct loop_code *code, const struct model *model,
                         struct code_form forms[CODE_MOST]);

/*
 * Prepares the loop to run: assembles it again if it needs another counting register, counts of REP
 * or a buffer below 64 KB, and sets the initial registers. Returns 0, or -1 after a message.
 */
int loop_code_prepare(struct loop_code *code, const struct model *model, const char *name);

/*
 * Returns window `number` of a loop that ends, or of one that does not. A loop walks through less
 * memory in each window than in the one before.
 */
struct loop_window loop_code_window(bool ends, unsigned number);

/* Returns the maximum number of recorded steps. */
unsigned loop_code_steps(const struct loop_code *code);

/*
 * Runs the loop and records the window. `body`: replacement bytes of the same length for the loop,
 * or NULL. Returns 0, or -1 after a message.
 */
int loop_code_run(const struct loop_code *code, const struct explain_machine *machine,
                  const struct loop_window *window, const uint8_t *body, struct step_log *log);

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
