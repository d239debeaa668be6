/*
 * SPDX-License-Identifier: MIT
 * A text may begin with data, and a file may have several functions.
 */
#include "host/analysis/loop/loop_entry.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/analysis/loop/loop_image.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

static bool is_code(const struct elf32_section *section)
{
    return section->flags & SHF_ALLOC && section->flags & SHF_EXECINSTR && section->size;
}

static void loop_entry_set_range(struct loop_code *code)
{
    for (size_t i = 0; i < code->assembled.elf.section_count; i++) {
        const struct elf32_section *section = &code->assembled.elf.sections[i];
        if (!is_code(section))
            continue;
        uint32_t end = section->address + section->size;
        code->first =
            !code->first || section->address < code->first ? section->address : code->first;
        code->after = end > code->after ? end : code->after;
    }
    const struct elf32_symbol *end = elf32_symbol_named(&code->assembled.elf, "wrapper_code_end");
    if (end && end->address + 5 == code->after)
        code->after -= 5; /* the added jump */
}

/* Decodes first..end-1 in order; returns the address after the instruction, or 0. */
static uint32_t loop_entry_decode(const struct loop_code *code, const struct model *model,
                                  uint32_t at, struct code_form *form)
{
    if (at >= code->after ||
        !code_form_read(model, at, code->image + (at - ORIGIN), code->after - at, form))
        return 0;
    return at + form->insn.length;
}

static bool loop_entry_has_loop(const struct loop_code *code, const struct model *model,
                                uint32_t from, uint32_t end)
{
    struct code_form form;
    while (from && from < end) {
        from = loop_entry_decode(code, model, from, &form);
        if (from && code_flow_is_backward(&form))
            return true;
    }
    return false;
}

uint32_t loop_entry_of_loop(const struct loop_code *code, const struct model *model)
{
    struct code_form form;
    uint32_t at = code->entry, begin = at, starts[CODE_MOST];
    unsigned n = 0;
    starts[n++] = begin;
    while ((at = loop_entry_decode(code, model, at, &form))) {
        if (code_flow_is_backward(&form)) {
            while (n > 1 && starts[n - 1] > form.target)
                n--;
            return starts[n - 1] == code->entry ? 0 : starts[n - 1];
        }
        if (!strcmp(form.mnemonic, "ret") && n < CODE_MOST)
            starts[n++] = at;
    }
    return 0;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Returns function `number` of the code, by address; NULL if there are no more. */
static const struct elf32_symbol *loop_entry_function(const struct loop_code *code, unsigned number)
{
    const struct elf32 *elf = &code->assembled.elf;
    for (size_t i = 0; i < elf->symbol_count; i++) {
        const struct elf32_symbol *symbol = &elf->symbols[i];
        if (symbol->is_entry && is_code(&elf->sections[symbol->section]) &&
            strcmp(symbol->name, "turn") && strncmp(symbol->name, "__x86.", 6) && !number--)
            return symbol;
    }
    return NULL;
}

static uint32_t loop_entry_function_end(const struct loop_code *code,
                                        const struct elf32_symbol *function)
{
    uint64_t end = function->size ? function->address + function->size
                                  : elf32_next_symbol(&code->assembled.elf, function->section,
                                                      function->address);
    const struct elf32_symbol *next;
    if (!function->size) /* local labels do not end a function of assembly */
        for (unsigned i = 0; (next = loop_entry_function(code, i)); i++) {
            end = code->after;
            if (next->address > function->address) {
                end = next->address;
                break;
            }
        }
    return (uint32_t)end;
}

static int loop_entry_named(struct loop_code *code, const char *name)
{
    const struct elf32_symbol *symbol = elf32_symbol_named(&code->assembled.elf, name);
    if (symbol && is_code(&code->assembled.elf.sections[symbol->section])) {
        code->entry = symbol->address;
        code->function = symbol->name;
        return 0;
    }
    for (unsigned i = 0; (symbol = loop_entry_function(code, i)); i++)
        if (!strcasecmp(symbol->name, name)) { /* MASM ignores case */
            code->entry = symbol->address;
            code->function = symbol->name;
            return 0;
        }
    char *names = NULL;
    for (unsigned i = 0; (symbol = loop_entry_function(code, i)) && i < 12; i++)
        allocate_appended(&names, ", ", symbol->name);
    message_print("--function: the code has no function '%s'%s%s", name, names ? "; it has " : "",
                  names ? names : "");
    free(names);
    return -1;
}

/* Returns whether the text defines only data, each with a name. */
static bool is_data(const struct loop_code *code)
{
    return code->source.syntax < SYNTAX_C &&
           code_syntax_is_data(code->source.lines, code->source.n_lines);
}

int loop_entry_find(struct loop_code *code, const struct model *model,
                    const struct given_code *given)
{
    const struct elf32_symbol *function, *first = loop_entry_function(code, 0);
    loop_entry_set_range(code);
    if (!code->first || code->first == code->after || is_data(code)) {
        message_print("%s: no instruction to explain%s", given->name ? given->name : "-c",
                      elf32_symbol_named(&code->assembled.elf, "__gnu_lto_slim")
                          ? ": the object has code for the linker only; compile it without -flto"
                          : "");
        return -1;
    }
    if (given->function)
        return loop_entry_named(code, given->function);
    code->entry = assembled_code_first(&code->assembled);
    if (code->entry < code->first || code->entry >= code->after)
        code->entry = code->first;
    if (!first || code->source.marked || code->entry < first->address)
        return 0;
    for (unsigned i = 0; (function = loop_entry_function(code, i)); i++)
        if (loop_entry_has_loop(code, model, function->address,
                                loop_entry_function_end(code, function)))
            break;
    function = function ? function : first;
    code->entry = function->address;
    code->function = function->name;
    return 0;
}
