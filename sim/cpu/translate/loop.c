/*
 * SPDX-License-Identifier: MIT
 * Loops: a block that jumps to its own beginning keeps x87 registers on the host from iteration to
 * iteration. It does not check the state of the unit again, and it does not read the status word,
 * which takes the host longer than most x87 operations. The block's first x87 instruction sets C1,
 * and nothing before it can read C1.
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
    host_store_immediate(t->code, HOST_64, HAS_CPU(turns), 0);
    host_store_immediate(t->code, HOST_64, HAS_CPU(turns_booked), 0);
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

static unsigned lines_of(const struct block *block)
{
    return (block->physical + block->bytes - 1) / NEAR_LINE_BYTES -
           block->physical / NEAR_LINE_BYTES + 1;
}

void loop_turn(struct translation *t, const struct tallies *block, const struct tallies *branch)
{
    for (unsigned n = 0; n < TALLIES; n++)
        t->loop.turn.of[n] = (uint8_t)(block->of[n] + branch->of[n]);
}

/* R11 = R10 * n. */
static void times(struct translation *t, unsigned n)
{
    const uint8_t imul[] = {0x4d, 0x6b, 0xda, (uint8_t)n};

    host_bytes(t->code, imul, sizeof imul);
}

_Static_assert(3 * BLOCK_MAX_INSNS < 128, "the addend of an iteration is a signed byte");

void loop_book(struct translation *t)
{
    const struct model_places *places = &t->translator->places;

    host_memory(t->code, HOST_MOV, HOST_64, HOST_R10, HAS_CPU(turns));
    host_registers(t->code, HOST_MOV, HOST_64, HOST_R11, HOST_R10);
    host_memory(t->code, HOST_SUB, HOST_64, HOST_R10, HAS_CPU(turns_booked));
    host_memory(t->code, HOST_STORE, HOST_64, HOST_R11, HAS_CPU(turns_booked));
    for (unsigned n = 0; n < TALLIES; n++) {
        const unsigned adds = t->loop.turn.of[n] + (n == TALLY_CODE_READS ? lines_of(t->block) : 0);

        if (adds > 1)
            times(t, adds);
        if (adds)
            host_memory(t->code, HOST_ADD_TO, HOST_64, adds > 1 ? HOST_R11 : HOST_R10,
                        in_model(t, places->tally[n]));
    }
}

void loop_back(struct translation *t)
{
    uint8_t *jumps[2];

    t->loop.end = t->x87;
    if (!is_as_it_began(t)) {
        tallies_add(t, &t->loop.turn);
        loop_book(t);
        return;
    }
    host_memory_immediate(t->code, HOST_ADD_I, HOST_64, HAS_CPU(turns), 1);
    block_check(t, jumps);
    if (!x87_insn_of(t, first_x87(t)).bytes) /* otherwise that instruction sets it */
        x87_pointers(t, &(struct x87_state){.by_address = t->x87.by_address});
    host_jump_to(t->code, t->loop.head);
    for (unsigned n = 0; n < 2; n++)
        host_land(jumps[n], t->code->at);
    loop_book(t);
    tally_add(t, TALLY_CODE_READS, 0u - lines_of(t->block)); /* no next iteration here */
}

void loop_see(struct translation *t)
{
    const struct x87_state *end = &t->loop.end;
    uint8_t *came_in, *done;

    host_memory_immediate(t->code, HOST_CMP_I, HOST_64, HAS_CPU(turns), 0);
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
