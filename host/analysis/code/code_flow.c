/*
 * SPDX-License-Identifier: MIT
 * Decodes along all branches, then propagates origins until nothing changes. If paths meet, a
 * value has the origins of both.
 */
#include "host/analysis/code/code_flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/code/flow_execute.h"
#include "host/base/allocation.h"

/* ---- reached instructions -------------------------------------------------------------------- */

struct flow_reader {
    const struct model *model;
    const uint8_t *image;
    uint32_t origin, first, end;
    uint32_t *waiting; /* addresses to decode */
    unsigned n_waiting;
    uint8_t *seen; /* of each byte from `first` */
};

static void flow_reader_add(struct flow_reader *reader, uint32_t address)
{
    if (address < reader->first || address >= reader->end || reader->seen[address - reader->first])
        return;
    reader->seen[address - reader->first] = 1;
    *(uint32_t *)allocate_element(&reader->waiting, &reader->n_waiting, sizeof *reader->waiting) =
        address;
}

static bool ends_flow(const struct code_form *form)
{
    return !strcmp(form->mnemonic, "ret") || !strcmp(form->mnemonic, "jmp") ||
           !strncmp(form->mnemonic, "iret", 4) || !strcmp(form->mnemonic, "hlt");
}

static int form_by_address(const void *a, const void *b)
{
    const struct code_form *x = a, *y = b;
    return (x->insn.address > y->insn.address) - (x->insn.address < y->insn.address);
}

static void code_flow_decode(struct code_flow *flow, struct flow_reader *reader, uint32_t entry)
{
    flow_reader_add(reader, entry);
    for (unsigned i = 0; i < reader->n_waiting && flow->n < FLOW_MOST; i++) {
        uint32_t at = reader->waiting[i];
        struct code_form form;
        if (!code_form_read(reader->model, at, reader->image + (at - reader->origin),
                            reader->end - at, &form))
            continue;
        *(struct code_form *)allocate_element(&flow->forms, &flow->n, sizeof form) = form;
        if (form.relative)
            flow_reader_add(reader, form.target);
        if (!ends_flow(&form))
            flow_reader_add(reader, at + form.insn.length);
    }
    qsort(flow->forms, flow->n, sizeof *flow->forms, form_by_address);
}

const struct code_form *code_flow_at(const struct code_flow *flow, uint32_t address)
{
    const struct code_form key = {.insn.address = address};
    return flow->n ? bsearch(&key, flow->forms, flow->n, sizeof key, form_by_address) : NULL;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Joins a state into that of the instruction at an address; returns whether it changed. */
static bool code_flow_join(const struct code_flow *flow, struct flow_state *states,
                           uint32_t address, const struct flow_state *state)
{
    const struct code_form *to = code_flow_at(flow, address);
    return to && flow_state_join(&states[to - flow->forms], state);
}

static bool code_flow_pass(const struct code_flow *flow, struct flow_state *states,
                           struct code_uses *uses, const struct flow_memory *memory)
{
    bool changed = false;
    for (unsigned i = 0; i < flow->n; i++) {
        const struct code_form *form = &flow->forms[i];
        struct flow_state after = states[i];
        if (!after.reached)
            continue;
        flow_execute(&after, form, uses, memory);
        if (!strcmp(form->mnemonic, "call")) {
            struct flow_state called = after;
            flow_state_call(&called);
            changed |= form->relative && code_flow_join(flow, states, form->target, &called);
            flow_state_return(&after);
        } else if (form->relative) {
            changed |= code_flow_join(flow, states, form->target, &after);
        }
        if (!ends_flow(form))
            changed |= code_flow_join(flow, states, form->insn.address + form->insn.length, &after);
    }
    return changed;
}

/* Returns the instruction that sets the flags of a branch; NULL if it is not nearby. */
static unsigned code_flow_flag_source(const struct code_flow *flow, unsigned branch)
{
    for (unsigned i = branch; i-- > 0 && i + 8 > branch;) {
        const struct code_form *form = &flow->forms[i];
        if (form->insn.address + form->insn.length != flow->forms[i + 1].insn.address)
            break;
        if (form->effects.flags_set & flow->forms[branch].effects.flags_read)
            return i;
    }
    return branch;
}

bool code_flow_is_backward(const struct code_form *form)
{
    return form->relative && form->target <= form->insn.address && strcmp(form->mnemonic, "call");
}

/* Finds the inputs on which the branches back depend. */
static void code_flow_find_counted(struct code_flow *flow, struct flow_state *states)
{
    for (unsigned i = 0; i < flow->n; i++) {
        const struct code_form *form = &flow->forms[i];
        if (!code_flow_is_backward(form))
            continue;
        if (!strncmp(form->mnemonic, "loop", 4)) {
            flow->uses.counted |= states[i].registers[ECX] & FLOW_ALL;
            flow->uses.down |= states[i].registers[ECX] & FLOW_ALL;
            for (unsigned k = 0; k < FLOW_INPUTS; k++)
                if (states[i].registers[ECX] >> k & 1 && !flow->uses.step[k])
                    flow->uses.step[k] = 1;
        }
        unsigned source = code_flow_flag_source(flow, i);
        if (source != i)
            flow->uses.counted |=
                flow_execute_first_operand(&states[source], &flow->forms[source]) & FLOW_ALL;
    }
}

static void code_flow_follow(struct code_flow *flow, const struct flow_memory *memory,
                             uint32_t entry, bool frame)
{
    const struct code_form *first = code_flow_at(flow, entry);
    struct flow_state *states = allocate_zeroed((flow->n + 1) * sizeof *states);
    if (first)
        flow_state_begin(&states[first - flow->forms], frame);
    flow->uses = (struct code_uses){.framed = frame};
    /* First the addresses that are certain; then sums, which have at most one pointer */
    for (unsigned round = 0; first && round < 3; round++) {
        for (unsigned passes = 0; passes < 50; passes++)
            if (!code_flow_pass(flow, states, &flow->uses, memory))
                break;
        flow->uses.sums_known = true;
    }
    code_flow_find_counted(flow, states);
    free(states);
}

void code_flow_read(struct code_flow *flow, const struct model *model, const uint8_t *image,
                    uint32_t origin, uint32_t first, uint32_t end, uint32_t entry)
{
    struct flow_reader reader = {model, image, origin, first, end, NULL, 0, NULL};
    const struct flow_memory memory = {first, end};
    *flow = (struct code_flow){0};
    reader.seen = allocate_zeroed(end - first + 1);
    code_flow_decode(flow, &reader, entry);
    free(reader.seen);
    free(reader.waiting);
    code_flow_follow(flow, &memory, entry, false);
    if (flow->uses.frame_above && !flow->uses.frame_other) /* the body of a function */
        code_flow_follow(flow, &memory, entry, true);
}

void code_flow_free(struct code_flow *flow)
{
    free(flow->forms);
    *flow = (struct code_flow){0};
}

const char *code_flow_input_name(unsigned input, char name[16])
{
    if (input < 8)
        snprintf(name, 16, "%s", code_form_register(1u << input));
    else
        snprintf(name, 16, "arg%u", input - 7);
    return name;
}
