/*
 * SPDX-License-Identifier: MIT
 * The run is bounded by its number of recorded steps.
 */
#include "host/analysis/loop/loop_scout.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/loop/loop_image.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

struct scouted_loop {
    uint32_t head, end;
    unsigned taken; /* jumps back */
    uint64_t clocks;
};

struct scouted_run {
    struct step_log log;
    int exception;            /* or -1 */
    unsigned passes;          /* that ended */
    unsigned visits;          /* of the loop's beginning */
    bool outside;             /* it left the code */
    unsigned last;            /* the last step inside the code */
    struct scouted_loop loop; /* head 0: none */
};

static bool is_in_code(const struct loop_code *code, uint32_t address)
{
    return address >= code->first && address < code->after;
}

/* Returns whether an address belongs to the wrapper, or to the jump after the code. */
static bool is_in_wrapper(const struct loop_code *code, uint32_t address)
{
    return (address >= ORIGIN && address < CODE_ORIGIN) ||
           (address >= code->after && address < code->after + 5);
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* Returns whether the step is a jump back, which was taken. */
static bool step_jumps_back(const struct logged_step *step, const struct logged_step *next)
{
    return next->address <= step->address && strncmp(step->text, "call", 4) != 0 &&
           strncmp(step->text, "ret", 3) != 0 && strncmp(step->text, "rep", 3) != 0;
}

static void scout_add_jump(struct scouted_loop **loops, unsigned *n, uint32_t head, uint32_t end)
{
    struct scouted_loop *loop = NULL;
    for (unsigned i = 0; i < *n && !loop; i++)
        if ((*loops)[i].head == head)
            loop = &(*loops)[i];
    if (!loop) {
        loop = allocate_element(loops, n, sizeof **loops);
        loop->head = head;
    }
    loop->end = end > loop->end ? end : loop->end;
    loop->taken++;
}

static bool loop_contains(const struct scouted_loop *outer, const struct scouted_loop *inner)
{
    return outer != inner && outer->head <= inner->head && outer->end >= inner->end;
}

/* Returns whether the loop has another one inside that has more than a few iterations. */
static bool scout_is_outer(const struct scouted_loop *loops, unsigned n, unsigned number)
{
    for (unsigned i = 0; i < n; i++)
        if (loop_contains(&loops[number], &loops[i]))
            return true;
    return false;
}

static void scout_choose(struct loop_code *code, struct scouted_run *run,
                         struct scouted_loop *loops, unsigned n)
{
    const struct scouted_loop *best = NULL;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k + 1 < run->log.n; k++)
            if (run->log.steps[k].address >= loops[i].head &&
                run->log.steps[k].address < loops[i].end)
                loops[i].clocks += run->log.steps[k].until - run->log.steps[k].from;
    for (unsigned i = 0; i < n; i++)
        if (!scout_is_outer(loops, n, i) && (!best || loops[i].clocks > best->clocks))
            best = &loops[i];
    code->n_others = 0;
    for (unsigned i = 0; i < n && code->n_others < LOOP_OTHERS; i++)
        if (&loops[i] != best) {
            code->others[code->n_others][0] = loops[i].head;
            code->others[code->n_others++][1] = loops[i].end;
        }
    if (best)
        run->loop = *best;
}

/* Finds the loops of the code, or counts the iterations of the known one. */
static void scout_find_loop(struct loop_code *code, struct scouted_run *run)
{
    struct scouted_loop *loops = NULL;
    unsigned n = 0;
    for (unsigned i = 0; i + 1 < run->log.n; i++) {
        const struct logged_step *step = &run->log.steps[i], *next = step + 1;
        if (is_in_code(code, step->address) && is_in_code(code, next->address) &&
            step_jumps_back(step, next))
            scout_add_jump(&loops, &n, next->address, step->address + step->length);
    }
    if (code->head)
        run->loop = (struct scouted_loop){.head = code->head, .end = code->end};
    else
        scout_choose(code, run, loops, n);
    for (unsigned i = 0; i < run->log.n; i++)
        run->visits += run->log.steps[i].address == run->loop.head;
    free(loops);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static int scout_try(struct loop_code *code, const struct explain_machine *machine,
                     unsigned attempt, struct scouted_run *run)
{
    const uint32_t after = loop_image_fact(code->image, AFTER);
    *run = (struct scouted_run){0};
    loop_code_set_inputs(code, attempt);
    if (loop_code_run_passes(code, machine, &run->log, &run->exception))
        return -1;
    for (unsigned i = 0; i < run->log.n && !run->outside; i++) {
        uint32_t address = run->log.steps[i].address;
        run->passes += address == after;
        run->outside = !is_in_code(code, address) && !is_in_wrapper(code, address);
        if (is_in_code(code, address))
            run->last = i;
    }
    scout_find_loop(code, run);
    return 0;
}

/* Returns whether the loop can be observed: it is entered again in a pass. */
static bool scout_has_iterations(const struct scouted_run *run)
{
    unsigned passes = run->passes ? run->passes : 1;
    return run->loop.head && run->exception < 0 && !run->outside && run->visits >= 2 * passes;
}

static void scout_place(const struct loop_code *code, const struct scouted_run *run,
                        char place[200])
{
    const struct logged_step *step = run->log.n ? &run->log.steps[run->last] : NULL;
    unsigned line = step ? loop_code_line(code, step->address) : 0;
    if (line)
        snprintf(place, 200, "line %u, '%.120s'", line, code->source.lines[line - 1]);
    else
        snprintf(place, 200, "'%.120s'", step ? step->text : "");
}

/* Returns the processor that has the instruction at a place that raised #UD; NULL if none is known.
 */
static const char *scout_processor(const char *place)
{
    static const char *const processors[][2] = {
        {"xmm", "p3"},    {"prefetch", "p3"}, {"sfence", "p3"}, {"mm", "p55c"},
        {"cmov", "ppro"}, {"comi", "ppro"},   {"fcmov", "ppro"}};
    const char *cpu = NULL;
    char *lower = allocate_copy(place);
    for (char *at = lower; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    for (unsigned i = 0; i < sizeof processors / sizeof processors[0] && !cpu; i++) {
        const char *found = strstr(lower, processors[i][0]);
        if (found && (i || strpbrk(found, "01234567")))
            cpu = processors[i][1];
    }
    free(lower);
    return cpu;
}

static int scout_refuse(const struct loop_code *code, const struct scouted_run *run)
{
    char place[200];
    char *values =
        loop_inputs_text(&code->inputs, &code->flow.uses, loop_image_fact(code->image, BUFFER));
    scout_place(code, run, place);
    if (run->outside) {
        message_print(
            "%s: the code was stopped, because it left its own instructions after %s; "
            "initial values: %s",
            code->name, place, values);
    } else if (run->exception >= 0) {
        const char *name = loop_code_exception_name((unsigned)run->exception);
        const char *cpu = run->exception == 6 ? scout_processor(place) : NULL;
        message_print("%s: the code raised exception %d%s%s at %s; %s%s%sinitial values: %s",
                      code->name, run->exception, name ? ": " : "", name ? name : "", place,
                      cpu ? "the instruction needs --cpu " : "", cpu ? cpu : "", cpu ? "; " : "",
                      values);
    } else if (!run->passes && run->log.n < LOOP_STEPS) {
        message_print("%s: the code stopped at %s", code->name, place);
    } else if (!run->passes) {
        message_print(
            "%s: the code did not end and was stopped after %u instructions, at %s; "
            "initial values: %s",
            code->name, run->log.n, place, values);
    } else {
        const char *missing = code->assembled.notes.missing;
        message_print(
            "%s: the loop was left before its second iteration; %s%s%sinitial values: %s%s",
            code->name, missing ? "the code ends where it calls " : "", missing ? missing : "",
            missing ? ", which it does not define: add the function, or remove the call; " : "",
            values, missing ? "" : "; set others with --init, as in --init 'ecx=64, esi=buffer'");
    }
    free(values);
    return -1;
}

int loop_scout_run(struct loop_code *code, const struct explain_machine *machine, bool *ends,
                   unsigned *visits)
{
    struct scouted_run run = {0}, first = {0};
    int status = 0;
    for (unsigned attempt = 0; attempt < LOOP_ATTEMPTS; attempt++) {
        step_log_free(&run.log);
        status = scout_try(code, machine, attempt, &run);
        if (status || scout_has_iterations(&run) || code->head)
            break;
        if (!attempt) {
            first = run;
            run.log = (struct step_log){0};
        }
    }
    if (!status && !scout_has_iterations(&run)) {
        if (!code->head)
            loop_code_set_inputs(code, 0);
        status = scout_refuse(code, first.log.n ? &first : &run);
    } else if (!status) {
        code->head = run.loop.head;
        code->end = run.loop.end;
        *ends = run.passes >= 3;
        *visits = run.visits;
    }
    step_log_free(&run.log);
    step_log_free(&first.log);
    return status;
}

/* ---- iterations of an inner loop ------------------------------------------------------------- */

void loop_scout_trim(const struct loop_code *code, struct step_log *log)
{
    unsigned start = log->n, run = 0, best = 0, best_start = 0, best_end = log->n;
    bool left = false, any = false;
    for (unsigned i = 0; i < log->n; i++) {
        uint32_t address = log->steps[i].address;
        bool inside = address >= code->head && address < code->end;
        if (start < log->n && !inside && strncmp(log->steps[i - 1].text, "call", 4)) {
            any = true;
            left = true;
        }
        if (address != code->head)
            continue;
        run = start < log->n && !left ? run + 1 : 0;
        start = !left && start < log->n ? start : i;
        left = false;
        if (run && run >= best) {
            best = run;
            best_start = start;
            best_end = i + 1;
        }
    }
    if (!any || !best)
        return;
    for (unsigned i = best_start + 1; best > 2 && i < best_end; i++)
        if (log->steps[i].address == code->head) { /* the first may differ: the loop was entered */
            best_start = i;
            break;
        }
    memmove(log->steps, log->steps + best_start, (best_end - best_start) * sizeof *log->steps);
    log->n = best_end - best_start;
}
