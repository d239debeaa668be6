/*
 * SPDX-License-Identifier: MIT
 * A block that jumps to its own beginning, x87 registers staying in the host's: not what the unit
 * is like is asked then, and the status word is not looked at, which takes the host longer than
 * most of its operations do. The block's first x87 instruction sets C1, and before it comes nothing
 * that may ask for it.
 */
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/translate/x87_form.h"

static bool in_one_page(const struct block *block)
{
    return (block->linear + block->bytes - 1) >> 12 == block->linear >> 12;
}

static unsigned first_x87(const struct translation *t)
{
    unsigned i = 0;

    while (i < t->block->count && t->how[i] != HOW_X87 && t->how[i] != HOW_INTERPRETED &&
           !t->accesses[i])
        i++;
    return i;
}

bool loop_is_possible(const struct translation *t)
{
    const struct block *block = t->block;
    const unsigned last = block->count - 1u, first = first_x87(t);

    return t->how[last] == HOW_JCC && block->insns[last].immediate == block->insns[0].address &&
           in_one_page(block) && t->how[first] == HOW_X87 &&
           x87_insn_of(t, first).form != FORM_STATUS;
}

void loop_begin(struct translation *t)
{
    if (!t->loop.wanted)
        return;
    t->x87 = t->loop.begin;
    host_store_immediate(t->code, 1, HAS_CPU(x87_again), 0);
    x87_refill(t, &t->loop.begin);
    t->x87.c1 = C1_LOOP;
    t->loop.head = t->code->at;
}

static bool is_as_it_began(const struct translation *t)
{
    const struct x87_state *end = &t->x87, *begin = &t->loop.begin;

    return end->known && end->held == begin->held && end->popped == begin->popped &&
           end->top == begin->top && end->valid == begin->valid &&
           end->model_top == begin->model_top &&
           (end->c1 == C1_HOST || end->c1 == C1_CLEAR || end->c1 == C1_SEEN);
}

void loop_back(struct translation *t)
{
    const struct model_places *places = &t->translator->places;
    const struct block *block = t->block;
    const uint32_t last = (block->physical + block->bytes - 1) / NEAR_LINE_BYTES;
    const uint32_t lines = last - block->physical / NEAR_LINE_BYTES + 1;
    uint8_t *jumps[2];

    t->loop.end = t->x87;
    if (!is_as_it_began(t))
        return;
    block_check(t, jumps);
    tally_add(t, TALLY_CODE_READS, lines);
    host_store_immediate(t->code, HOST_32, in_model(t, places->code_line), (int32_t)last);
    host_store_immediate(t->code, 1, HAS_CPU(x87_again), 1);
    if (!x87_insn_of(t, first_x87(t)).bytes) /* else that says so anew */
        x87_pointers(t, &(struct x87_state){.by_address = t->x87.by_address});
    host_jump_to(t->code, t->loop.head);
    for (unsigned n = 0; n < 2; n++)
        host_land(jumps[n], t->code->at);
}

void loop_see(struct translation *t)
{
    const struct x87_state *end = &t->loop.end;
    uint8_t *came_in, *done;

    host_memory_immediate8(t->code, HOST_CMP_I, HAS_CPU(x87_again), 0);
    came_in = host_jump_if(t->code, HOST_IF_EQUAL);
    if (end->c1 != C1_SEEN)
        x87_look(t);
    if (end->c1 == C1_CLEAR)
        host_memory_immediate(t->code, HOST_AND_I, HOST_16, HAS_CPU(x87_seen), (int16_t)~FPU_C1);
    x87_pointers(t, end);
    done = host_jump(t->code);
    host_land(came_in, t->code->at);
    host_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, HAS_CPU(fpu.status));
    host_memory(t->code, HOST_STORE, HOST_16, HOST_R10, HAS_CPU(x87_seen));
    host_land(done, t->code->at);
    t->x87.c1 = C1_SEEN;
}
