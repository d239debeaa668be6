/*
 * SPDX-License-Identifier: MIT
 * Loops: a block that jumps to its own beginning keeps x87 registers on the host from iteration to
 * iteration. It does not check the state of the unit again, and it does not read the status word,
 * which takes the host longer than most x87 operations. The block's first x87 instruction sets C1,
 * and nothing before it can read C1.
 */
#include "sim/cpu/fpu/fpu_unit.h"
#include "sim/cpu/translator/x87_form.h"

static bool in_one_page(const struct block *block)
{
    return (block->linear + block->bytes - 1) >> 12 == block->linear >> 12;
}

static unsigned x87_loop_first(const struct translation *t)
{
    unsigned i = 0;

    while (i < t->block->count && t->how[i] != HOW_X87 && t->how[i] != HOW_INTERPRETED &&
           !t->accesses[i])
        i++;
    return i;
}

bool x87_loop_is_possible(const struct translation *t)
{
    const struct block *block = t->block;
    const unsigned last = block->count - 1u, first = x87_loop_first(t);

    return t->how[last] == HOW_JCC && block->insns[last].immediate == block->insns[0].address &&
           in_one_page(block) && t->how[first] == HOW_X87 &&
           x87_form_of(t, first).form != FORM_STATUS;
}

void x87_loop_begin(struct translation *t)
{
    if (!t->loop.wanted)
        return;
    t->x87 = t->loop.begin;
    host_code_store_immediate(t->code, HOST_64, HAS_CPU(iterations), 0);
    host_code_store_immediate(t->code, HOST_64, HAS_CPU(iterations_counted), 0);
    x87_registers_reload(t, &t->loop.begin);
    t->x87.c1 = C1_LOOP;
    t->loop.head = t->code->at;
}

static bool x87_loop_is_closed(const struct translation *t)
{
    const struct x87_state *end = &t->x87, *begin = &t->loop.begin;

    return end->known && end->allocated == begin->allocated && end->popped == begin->popped &&
           end->top == begin->top && end->valid == begin->valid &&
           end->model_top == begin->model_top &&
           (end->c1 == C1_HOST || end->c1 == C1_CLEAR || end->c1 == C1_SAVED);
}

static unsigned lines_of(const struct block *block)
{
    return (block->physical + block->bytes - 1) / NEAR_LINE_BYTES -
           block->physical / NEAR_LINE_BYTES + 1;
}

void x87_loop_set_iteration(struct translation *t, const struct tallies *block,
                            const struct tallies *branch)
{
    for (unsigned n = 0; n < TALLIES; n++)
        t->loop.iteration.of[n] = (uint8_t)(block->of[n] + branch->of[n]);
}

/* R11 = R10 * n. */
static void times(struct translation *t, unsigned n)
{
    const uint8_t imul[] = {0x4d, 0x6b, 0xda, (uint8_t)n};

    host_code_bytes(t->code, imul, sizeof imul);
}

_Static_assert(3 * BLOCK_MAX_INSNS < 128, "the addend of an iteration is a signed byte");

void x87_loop_count(struct translation *t)
{
    const struct model_places *places = &t->translator->places;

    host_code_memory(t->code, HOST_MOV, HOST_64, HOST_R10, HAS_CPU(iterations));
    host_code_registers(t->code, HOST_MOV, HOST_64, HOST_R11, HOST_R10);
    host_code_memory(t->code, HOST_SUB, HOST_64, HOST_R10, HAS_CPU(iterations_counted));
    host_code_memory(t->code, HOST_STORE, HOST_64, HOST_R11, HAS_CPU(iterations_counted));
    for (unsigned n = 0; n < TALLIES; n++) {
        const unsigned adds =
            t->loop.iteration.of[n] + (n == TALLY_CODE_READS ? lines_of(t->block) : 0);

        if (adds > 1)
            times(t, adds);
        if (adds)
            host_code_memory(t->code, HOST_ADD_TO, HOST_64, adds > 1 ? HOST_R11 : HOST_R10,
                             in_model(t, places->tally[n]));
    }
}

void x87_loop_jump_back(struct translation *t)
{
    uint8_t *jumps[2];

    t->loop.end = t->x87;
    if (!x87_loop_is_closed(t)) {
        tallies_add(t, &t->loop.iteration);
        x87_loop_count(t);
        return;
    }
    host_code_memory_immediate(t->code, HOST_ADD_I, HOST_64, HAS_CPU(iterations), 1);
    block_code_check(t, jumps);
    if (!x87_form_of(t, x87_loop_first(t)).bytes) /* otherwise that instruction sets it */
        x87_code_pointers(t, &(struct x87_state){.by_address = t->x87.by_address});
    host_code_jump_to(t->code, t->loop.head);
    for (unsigned n = 0; n < 2; n++)
        host_code_land(jumps[n], t->code->at);
    x87_loop_count(t);
    tally_add(t, TALLY_CODE_READS, 0u - lines_of(t->block)); /* no next iteration here */
}

void x87_loop_read_status(struct translation *t)
{
    const struct x87_state *end = &t->loop.end;
    uint8_t *came_in, *done;

    host_code_memory_immediate(t->code, HOST_CMP_I, HOST_64, HAS_CPU(iterations), 0);
    came_in = host_code_jump_if(t->code, HOST_IF_EQUAL);
    if (end->c1 != C1_SAVED)
        x87_registers_read_status(t);
    if (end->c1 == C1_CLEAR)
        host_code_memory_immediate(t->code, HOST_AND_I, HOST_16, HAS_CPU(x87_host_status),
                                   (int16_t)~FPU_C1);
    x87_code_pointers(t, end);
    done = host_code_jump(t->code);
    host_code_land(came_in, t->code->at);
    host_code_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, HAS_CPU(fpu.status));
    host_code_memory(t->code, HOST_STORE, HOST_16, HOST_R10, HAS_CPU(x87_host_status));
    host_code_land(done, t->code->at);
    t->x87.c1 = C1_SAVED;
}
