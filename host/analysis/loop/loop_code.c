/*
 * SPDX-License-Identifier: MIT
 * Assembles code in a temporary directory: again, if it needs additions. It is appended to the
 * wrapper's image.
 */
#include "host/analysis/loop/loop_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/loop/loop_build.h"
#include "host/analysis/loop/loop_entry.h"
#include "host/analysis/loop/loop_image.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/temporary_folder.h"

static void loop_code_read_flow(struct loop_code *code, const struct model *model)
{
    code_flow_free(&code->flow);
    code_flow_read(&code->flow, model, code->image, ORIGIN, code->first, code->after, code->entry);
}

/* ---- the loop -------------------------------------------------------------------------------- */

static bool loop_code_has(const struct loop_code *code, bool wanted(const struct code_form *form))
{
    for (unsigned i = 0; i < code->flow.n; i++)
        if (wanted(&code->flow.forms[i]))
            return true;
    return false;
}

static bool is_return(const struct code_form *form)
{
    return !strcmp(form->mnemonic, "ret");
}

/* Finds the loop as far as the text determines it: marked, own, called or counted. */
static void loop_code_find_loop(struct loop_code *code, const struct model *model)
{
    const struct elf32_symbol *turn = elf32_symbol_named(&code->assembled.elf, "turn");
    loop_code_read_flow(code, model);
    if (turn && (code->source.marked || code->source.counted)) {
        code->head = turn->address;
        code->end = code->after;
        return;
    }
    if (!loop_code_has(code, code_flow_is_backward)) {
        uint32_t entry = code->function ? 0 : loop_entry_of_loop(code, model);
        if (entry) {
            code->entry = entry;
            loop_code_read_flow(code, model);
        } else if (loop_code_has(code, is_return) || code->source.syntax >= SYNTAX_C) {
            code->called = true;
        } else {
            code->source.counted = true;
        }
    }
}

/* The instructions of the loop, or of all the code if the loop is not known yet. */
static unsigned loop_code_setup_forms(const struct loop_code *code, struct code_form **forms)
{
    unsigned n = 0;
    *forms = allocate_zeroed((code->flow.n + 1) * sizeof **forms);
    for (unsigned i = 0; i < code->flow.n; i++)
        if (code->flow.forms[i].insn.address >= code->head)
            (*forms)[n++] = code->flow.forms[i];
    return n;
}

/* Finds the lines of the REPs that need a count, before the code is assembled again. */
static void loop_code_find_repeat_lines(struct loop_code *code, const struct code_form *forms)
{
    free(code->source.repeat_lines);
    code->source.repeat_lines =
        allocate_zeroed((code->source.n_lines + 1) * sizeof *code->source.repeat_lines);
    for (unsigned i = 0; i < code->setup.repeats; i++) {
        uint32_t at = forms[code->setup.uncounted[i]].insn.address;
        uint32_t line = assembled_code_line(&code->assembled, at);
        if (line && line <= code->source.n_lines)
            code->source.repeat_lines[line - 1] = true;
    }
}

/*
 * Assembles the code again if it needs a count, another counting register, counts of REP, or a
 * buffer below 64 KB.
 */
static int loop_code_complete(struct loop_code *code, const struct model *model,
                              const struct given_code *given)
{
    struct code_form *forms;
    const bool was_counted = code->source.counted;
    unsigned n = loop_code_setup_forms(code, &forms);
    unsigned own = was_counted && n >= 2 && code->head ? n - 2 : n;
    loop_setup_make(&code->setup, forms, own, !code->source.counted && !code->called);
    bool repeats = code->setup.repeats && code->source.syntax < SYNTAX_C;
    code->setup.repeats = repeats ? code->setup.repeats : 0;
    int status = 0;
    if (repeats || code->setup.low_buffer || code->source.counted) {
        loop_code_find_repeat_lines(code, forms);
        code->first = code->after = 0;
        code->function = NULL;
        status = loop_build(code, given) || loop_entry_find(code, model, given);
        if (!status)
            loop_code_find_loop(code, model);
    }
    free(forms);
    return status ? -1 : 0;
}

static void loop_code_read_lines(struct loop_code *code)
{
    code->line_at = allocate_zeroed((code->after - code->first + 1) * sizeof *code->line_at);
    for (unsigned i = 0; i < code->flow.n; i++) {
        const struct code_form *form = &code->flow.forms[i];
        unsigned line = assembled_code_line(&code->assembled, form->insn.address);
        bool added = line && line <= code->source.n_lines && code->source.repeat_lines &&
                     code->source.repeat_lines[line - 1] && !form->repeats &&
                     code->source.syntax != SYNTAX_NASM;
        if (line <= code->source.n_lines && !added)
            code->line_at[form->insn.address - code->first] = line;
    }
}

unsigned loop_code_line(const struct loop_code *code, uint32_t address)
{
    return code->line_at && address >= code->first && address < code->after
               ? code->line_at[address - code->first]
               : 0;
}

void loop_code_set_inputs(struct loop_code *code, unsigned attempt)
{
    uint32_t buffer = loop_image_fact(code->image, BUFFER);
    loop_inputs_set(&code->inputs, &code->flow.uses, &code->setup, buffer, attempt);
    if (code->flow.uses.framed && !code->inputs.given[EBP])
        code->inputs.values[EBP] = loop_image_fact(code->image, STACK) - 4;
    if (code->source.counted || (code->source.marked && code->inputs.counter == LOOP_NO_COUNTER)) {
        code->inputs.counter = code->setup.counter;
        code->inputs.step = 1;
        if (!code->inputs.given[code->setup.counter])
            code->inputs.values[code->setup.counter] = LOOP_ITERATIONS;
    }
    if (code->called) {
        code->inputs.counter = code->setup.counter;
        code->inputs.step = 1;
        code->inputs.values[code->setup.counter] = LOOP_ITERATIONS;
        loop_image_set_called(code->image, code->entry, code->setup.counter);
        code->head = loop_image_fact(code->image, CALLS);
        code->end = loop_image_fact(code->image, CALLS_END);
    } else {
        loop_image_set_entry(code->image, code->entry);
    }
    for (unsigned i = 0; i < FLOW_INPUTS; i++)
        loop_image_set_input(code->image, i, code->inputs.values[i]);
    loop_image_set_fact(code->image, STACK_TOUCHED, code->setup.uses_stack);
}

static int loop_code_refuse_foreign(const struct loop_code *code, const struct given_code *given)
{
    const char *reason;
    unsigned line =
        code->source.syntax >= SYNTAX_C
            ? 0
            : code_syntax_foreign_line(code->source.lines, code->source.n_lines, &reason);
    if (line)
        message_print("%s:%u: %s: '%s'", loop_build_name(given), line, reason,
                      code->source.lines[line - 1]);
    return line ? -1 : 0;
}

int loop_code_make(struct loop_code *code, const struct model *model,
                   const struct given_code *given)
{
    *code = (struct loop_code){
        .name = loop_build_name(given), .setup.counter = ECX, .source.syntax = given->syntax};
    if (given->text)
        loop_source_split(&code->source, given->text, given->name);
    if (given->text && !code->source.n_lines) {
        message_print("%s: no instruction to explain", loop_build_name(given));
        return -1;
    }
    const char *folder = temporary_folder_new();
    code->folder = folder ? allocate_copy(folder) : NULL;
    if (!folder || loop_inputs_parse(&code->inputs, given->init) ||
        loop_code_refuse_foreign(code, given) || loop_build(code, given) ||
        loop_entry_find(code, model, given))
        return -1;
    loop_code_find_loop(code, model);
    if (loop_code_complete(code, model, given))
        return -1;
    loop_code_read_lines(code);
    loop_code_set_inputs(code, 0);
    if (code->assembled.notes.messages && *code->assembled.notes.messages) {
        const struct code_origin origin = {.syntax = code->source.syntax,
                                           .folder = code->folder,
                                           .name = loop_build_name(given),
                                           .lines = code->source.lines,
                                           .n_lines = code->source.n_lines};
        code_origin_report(&origin, code->assembled.notes.messages); /* warnings */
    }
    return 0;
}

void loop_code_free(struct loop_code *code)
{
    assembled_code_free(&code->assembled);
    code_flow_free(&code->flow);
    loop_source_free(&code->source);
    free(code->folder);
    free(code->image);
    free(code->line_at);
    *code = (struct loop_code){0};
}

struct loop_window loop_code_window(bool ends, unsigned number)
{
    static const unsigned iterations[LOOP_WINDOWS] = {LOOP_ITERATIONS, 32, 8, 4};
    static const unsigned first[LOOP_WINDOWS] = {2 * LOOP_ITERATIONS + 1, 17, 5, 4};
    unsigned counted = iterations[number];
    return (struct loop_window){
        .iterations = counted,
        .first = first[number],
        .most = ends || !number ? LOOP_STEPS : counted,
    };
}
