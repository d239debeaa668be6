/*
 * SPDX-License-Identifier: MIT
 * Runs an assembled loop in the virtual Pentium.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/loop/loop_code.h"
#include "host/analysis/loop/loop_image.h"
#include "host/analysis/toolchain/work_file.h"
#include "host/base/allocation.h"
#include "host/base/host_clock.h"
#include "host/base/message.h"

#define DIVIDEND      2    /* place of EDX among the registers */
#define MEMORY        "32" /* MB; the buffer is above 16 MB */
#define RUN_SECONDS   20
#define TRIAL_SECONDS 3 /* many times what a trial takes; data may keep a loop from ending */
#define EXCEPTION     0x40

const char *loop_code_exception_name(unsigned vector)
{
    static const char *const names[] = {
        [0] = "divide error", [3] = "breakpoint",          [4] = "overflow",
        [5] = "BOUND",        [6] = "undefined opcode",    [7] = "no x87",
        [8] = "double fault", [13] = "general protection", [14] = "page fault",
        [16] = "x87 error",   [17] = "alignment check"};
    return vector < sizeof names / sizeof names[0] ? names[vector] : NULL;
}

static int loop_code_report_exception(int status)
{
    unsigned vector = (unsigned)status - EXCEPTION;
    if (loop_code_exception_name(vector))
        message_print("the code raised exception %u: %s", vector, loop_code_exception_name(vector));
    else if (vector < 32)
        message_print("the code raised exception %u", vector);
    else
        return 0;
    return -1;
}

/* Writes an image with changed loop bytes or facts to a file. */
static char *loop_code_image_file(const struct loop_code *code, const uint8_t *image)
{
    char *path = work_file_path(code->folder, "run.bin");
    if (work_file_write(path, image, code->size) == 0)
        return path;
    free(path);
    return NULL;
}

static int loop_code_run_machine(const struct explain_machine *machine, const char *const *words,
                                 struct child *child)
{
    if (explain_machine_run(machine, words, RUN_SECONDS, child))
        return -1;
    if (loop_code_report_exception(child->status) == 0)
        return 0;
    child_free(child);
    return -1;
}

unsigned loop_code_steps(const struct loop_code *code)
{
    return code->setup.has_repeats ? LOOP_STEPS / 8 : LOOP_STEPS;
}

/* Sets the number of iterations, if the initial value of an input determines it. */
static void loop_code_set_iterations(const struct loop_code *code, uint8_t *image,
                                     uint32_t iterations)
{
    uint8_t counter = code->inputs.counter;
    if (counter != LOOP_NO_COUNTER && !code->inputs.given[counter])
        loop_image_set_input(image, counter, iterations * code->inputs.step);
}

/* Returns a copy of the image, with these bytes of the loop if `body` is not NULL. */
static uint8_t *loop_code_image_copy(const struct loop_code *code, const uint8_t *body)
{
    uint8_t *image = allocate_zeroed(code->size);
    memcpy(image, code->image, code->size);
    if (body)
        memcpy(image + (code->head - ORIGIN), body, code->end - code->head);
    return image;
}

int loop_code_run_passes(const struct loop_code *code, const struct explain_machine *machine,
                         struct step_log *log, int *exception)
{
    uint8_t *image = loop_code_image_copy(code, NULL);
    loop_image_set_fact(image, PASSES, 3);
    char *kernel = loop_code_image_file(code, image),
         *steps = work_file_path(code->folder, "steps");
    char from[16], most[16];
    snprintf(from, sizeof from, "0x%x", loop_image_fact(image, ENTRY));
    snprintf(most, sizeof most, "%u", LOOP_STEPS);
    const char *words[] = {"-m",          MEMORY, "-kernel",      kernel, "-steps",     steps,
                           "-steps-from", from,   "-steps-limit", most,   "-steps-end", NULL};
    struct child child = {0};
    double begun = clock_seconds();
    int status = kernel ? explain_machine_run(machine, words, RUN_SECONDS, &child) : -1;
    if (status && clock_seconds() - begun >= RUN_SECONDS)
        message_print("%s: an instruction does not end; does a REP have a large count?",
                      code->name);
    *exception = -1;
    if (status == 0) {
        if (child.status >= EXCEPTION && child.status < EXCEPTION + 32)
            *exception = child.status - EXCEPTION;
        status = step_log_read(log, steps);
        child_free(&child);
    }
    free(image);
    free(kernel);
    free(steps);
    return status;
}

int loop_code_run(const struct loop_code *code, const struct explain_machine *machine, bool ends,
                  const struct loop_window *window, const uint8_t *body, struct step_log *log)
{
    uint8_t *image = loop_code_image_copy(code, body);
    loop_code_set_iterations(code, image, window->iterations);
    char *kernel = loop_code_image_file(code, image),
         *steps = work_file_path(code->folder, "steps");
    char head[16], end[16], nth[16], most[16];
    snprintf(head, sizeof head, "0x%x", ends ? loop_image_fact(image, ENTRY) : code->head);
    snprintf(end, sizeof end, "0x%x", loop_image_fact(image, AFTER));
    snprintf(nth, sizeof nth, "%u", ends ? 3 : window->first);
    snprintf(most, sizeof most, "%u", loop_code_steps(code));
    const char *words[] = {"-m",           MEMORY, "-kernel",    kernel, "-steps",     steps,
                           "-steps-from",  head,   "-steps-to",  end,    "-steps-nth", nth,
                           "-steps-limit", most,   "-steps-end", NULL};
    struct child child = {0};
    int status = kernel ? loop_code_run_machine(machine, words, &child) : -1;
    if (status == 0) {
        status = step_log_read(log, steps);
        if (status == 0)
            step_log_truncate(log, code->head, window->most);
        child_free(&child);
    }
    free(image);
    free(kernel);
    free(steps);
    return status;
}

/* Returns a copy of the image with the loop's bytes, and with registers of different values. */
static uint8_t *loop_code_trial_image(const struct loop_code *code, const uint8_t *body)
{
    uint8_t *image = loop_code_image_copy(code, body);
    for (unsigned i = 0; i < LOOP_REGISTERS; i++)
        if (loop_image_register_value(image, i) == 1)
            loop_image_set_register(image, i, 0x9e3779b1u * (i + 1));
    if (loop_image_register_value(image, DIVIDEND) == 0)
        loop_image_set_register(image, DIVIDEND, 5); /* less than a possible divisor */
    loop_image_set_fact(image, PASSES, LOOP_TRIALS);
    loop_image_set_fact(image, TRIALS, 1);
    return image;
}

void loop_code_run_trials(const struct loop_code *code, const struct explain_machine *machine,
                          const uint8_t *body, struct loop_results *results)
{
    uint8_t *image = loop_code_trial_image(code, body);
    char *kernel = loop_code_image_file(code, image);
    const char *words[] = {"-m", MEMORY, "-kernel", kernel, NULL};
    struct child child = {0};
    *results = (struct loop_results){0};
    if (kernel && explain_machine_try(machine, words, TRIAL_SECONDS, &child) == 0) {
        const char *at = child.output;
        while (results->n < LOOP_TRIALS) {
            struct loop_result *result = &results->of[results->n];
            int length = 0;
            if (sscanf(at, "%8x\n%8x\n%n", &result->sum, &result->flags, &length) != 2 || !length)
                break;
            at += length;
            results->n++;
        }
        child_free(&child);
    }
    free(image);
    free(kernel);
}

bool loop_results_are_same(const struct loop_results *loop, const struct loop_results *changed,
                           uint32_t flags_excepted)
{
    const uint32_t compared = (FLAGS_STATUS | FLAG_D) & ~flags_excepted;
    for (unsigned i = 0; i < loop->n; i++)
        if (i >= changed->n || loop->of[i].sum != changed->of[i].sum ||
            ((loop->of[i].flags ^ changed->of[i].flags) & compared))
            return false;
    return true;
}

int loop_code_count(const struct loop_code *code, const struct explain_machine *machine,
                    uint32_t iterations, const uint32_t msrs[3], uint32_t *counted)
{
    uint8_t *image = loop_code_image_copy(code, NULL);
    loop_image_set_fact(image, SELECT_MSR, msrs[0]);
    loop_image_set_fact(image, SELECT, msrs[1]);
    loop_image_set_fact(image, COUNT, msrs[2]);
    loop_code_set_iterations(code, image, iterations);
    loop_image_set_fact(image, PASSES, 2);
    char *kernel = loop_code_image_file(code, image);
    const char *words[] = {"-m", MEMORY, "-kernel", kernel, NULL};
    struct child child = {0};
    int status = kernel ? explain_machine_run(machine, words, RUN_SECONDS, &child) : -1;
    if (status == 0) {
        status = child.status ? -1 : 0; /* it raised an exception */
        *counted = (uint32_t)strtoul(child.output, NULL, 16);
        child_free(&child);
    }
    free(image);
    free(kernel);
    return status;
}
