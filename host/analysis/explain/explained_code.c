/*
 * SPDX-License-Identifier: MIT
 * Runs lines of assembly as a loop, observes it, and adds notes and tried moves.
 */
#include "host/analysis/explain/explained_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/explain/better_order.h"
#include "host/analysis/loop/loop_scout.h"
#include "host/base/message.h"

static int explained_code_record(const struct explained_code *explained,
                                 const struct explain_machine *machine, unsigned window,
                                 const uint8_t *body, struct step_log *log)
{
    const struct loop_code *code = &explained->code;
    struct loop_window watched = loop_code_window(explained->ends, window);
    if (watched.first > explained->visits / 2 + 1)
        watched.first = explained->visits / 2 + 1;
    if (loop_code_run(code, machine, explained->ends, &watched, body, log))
        return -1;
    loop_scout_trim(code, log);
    if (!log->n)
        message_print("the loop's third pass could not be observed");
    return log->n ? 0 : -1;
}

/* Returns whether data of the loop were not in the cache. */
static bool explained_code_misses(const struct explained_loop *loop)
{
    for (unsigned i = 0; i < loop->n; i++)
        if (loop->lines[i].lost[LOST_READ_MISS] > 0 || loop->lines[i].lost[LOST_WRITE_BUFFER] > 0)
            return true;
    return false;
}

/*
 * Runs the code and builds the loop from its steps. If strings or the stack do not fit into the
 * cache, fewer iterations are observed.
 */
static int explained_code_watch(const struct explained_code *explained,
                                const struct explain_machine *machine, const uint8_t *body,
                                struct explained_loop *loop)
{
    const struct loop_code *code = &explained->code;
    bool again;
    unsigned window = 0;
    do {
        struct step_log log;
        if (explained_code_record(explained, machine, window, body, &log))
            return -1;
        int status = explained_loop_make(loop, explained->model, &log, code->head, code->end);
        step_log_free(&log);
        if (status)
            return -1;
        again = code->setup.implicit && explained_code_misses(loop) && ++window < LOOP_WINDOWS;
        if (again)
            explained_loop_free(loop);
    } while (again);
    return 0;
}

static double explained_code_loop_clocks(const struct explained_code *explained,
                                         const struct explain_machine *machine, const uint8_t *body)
{
    struct explained_loop loop;
    if (explained_code_watch(explained, machine, body, &loop))
        return -1;
    double clocks = loop.clocks;
    explained_loop_free(&loop);
    return clocks;
}

double explained_code_clocks(const struct explained_code *explained,
                             const struct explain_machine *machine)
{
    return explained_code_loop_clocks(explained, machine, NULL);
}

static double explained_code_try_body(void *context, const uint8_t *bytes, unsigned size,
                                      uint32_t flags_excepted)
{
    struct explained_code *explained = context;
    struct loop_results changed;
    if (size != explained->code.end - explained->code.head)
        return -1;
    if (explained->ends) {
        if (!explained->has_results)
            loop_code_run_trials(&explained->code, explained->machine, NULL, &explained->results);
        explained->has_results = true;
        if (explained->results.n < LOOP_TRIALS)
            return -1; /* nothing can be compared */
        loop_code_run_trials(&explained->code, explained->machine, bytes, &changed);
        if (!loop_results_are_same(&explained->results, &changed, flags_excepted))
            return -1;
    }
    return explained_code_loop_clocks(explained, explained->machine, bytes);
}

/* Adds the file's source lines to their instructions. */
static void explained_code_name_lines(struct explained_loop *loop, const struct loop_code *code,
                                      const char *name)
{
    for (unsigned i = 0; name && i < loop->n; i++) {
        struct explained_line *line = &loop->lines[i];
        uint32_t number = loop_code_line(code, line->form.insn.address);
        if (!number)
            continue;
        line->file = name;
        line->source_line = (int)number;
        line->source = code->source.lines[number - 1];
    }
}

/*
 * Formats branch targets: the loop's beginning as "-", as in the input, another target as its row
 * number.
 */
static void explained_code_name_targets(struct explained_loop *loop)
{
    for (unsigned i = 0; i < loop->n; i++) {
        struct explained_line *line = &loop->lines[i];
        const struct explained_line *target = explained_loop_line_at(loop, line->form.target);
        if (!line->form.relative)
            continue;
        if (line->form.target == loop->first)
            snprintf(line->text, sizeof line->text, "%s -", line->form.mnemonic);
        else if (target)
            snprintf(line->text, sizeof line->text, "%s (%u)", line->form.mnemonic,
                     (unsigned)(target - loop->lines) + 1);
    }
}

/*
 * Returns the micro-operations of an iteration: the difference in retired uops, divided by the
 * difference in iterations. 0 if the processor does not count them.
 */
static double explained_code_uops(const struct explained_code *explained)
{
    if (!explained->ends || explained->code.inputs.counter == LOOP_NO_COUNTER)
        return 0;

    static const uint32_t retired[3] = {0x186, 0x4300c2, 0xc1}; /* EvntSel0, UOPS_RETIRED */
    uint32_t all, half;
    const char *cpu = explained->machine->cpu;
    if (strcmp(cpu, "ppro") != 0 && strcmp(cpu, "p2") != 0 && strcmp(cpu, "p3") != 0)
        return 0;
    if (loop_code_count(&explained->code, explained->machine, LOOP_ITERATIONS, retired, &all) ||
        loop_code_count(&explained->code, explained->machine, LOOP_ITERATIONS / 2, retired, &half))
        return 0;
    return (double)(all - half) / (LOOP_ITERATIONS / 2);
}

static int explained_code_observe(struct explained_code *explained, const char *name)
{
    struct explained_loop *loop = &explained->loop;
    if (loop_scout_run(&explained->code, explained->machine, &explained->ends, &explained->visits))
        return EXIT_REGRESSION;
    if (explained_code_watch(explained, explained->machine, NULL, loop))
        return EXIT_REGRESSION;
    explained_code_name_lines(loop, &explained->code, name);
    explained_code_name_targets(loop);
    if (explained->pipes) {
        stall_reasons_note_lines(loop);
        better_order_find(loop, explained->machine->cpu, explained_code_try_body, explained);
    } else {
        explained->uops = explained_code_uops(explained);
    }
    return EXIT_FINE;
}

int explained_code_make(struct explained_code *explained, const struct given_code *given,
                        const struct explain_machine *machine)
{
    int status = EXIT_USAGE;
    *explained =
        (struct explained_code){.machine = machine, .pipes = explain_machine_has_pipes(machine)};
    explained->model = code_form_model(explained->pipes ? machine->cpu : "p55c");
    if (explained->model && loop_code_make(&explained->code, explained->model, given) == 0)
        status = explained_code_observe(explained, given->name);
    return status;
}

void explained_code_free(struct explained_code *explained)
{
    explained_loop_free(&explained->loop);
    loop_code_free(&explained->code);
    if (explained->model)
        model_destroy(explained->model);
}
