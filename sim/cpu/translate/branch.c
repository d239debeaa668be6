/*
 * SPDX-License-Identifier: MIT
 * Emits the end of a translated block: its branch, predicted or not, retiring, and the exits.
 */
#include <stddef.h>
#include <string.h>

#include "sim/cpu/translate/translator.h"

void block_retire(struct translation *t)
{
    const struct model_places *places = &t->translator->places;
    const struct insn_timing *last = &t->block->insns[t->block->count - 1].timing;
    uint64_t tail;

    memcpy(&tail, &last->tail, sizeof tail);
    host_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, in_model(t, &places->tail->clocks));
    host_memory(t->code, HOST_STORE, HOST_16, HOST_R10, in_model(t, places->clocks_before));
    host_load_constant(t->code, HOST_R10, tail);
    host_memory(t->code, HOST_STORE, HOST_64, HOST_R10, in_model(t, places->tail));
    host_memory(t->code, HOST_STORE, HOST_64, HOST_CLOCK, in_model(t, places->retired_at));
}

/* Books everything in the block except the branch, before the branch is reported. */
static void book(struct translation *t)
{
    const struct insn_timing *last = &t->block->insns[t->block->count - 1].timing;

    share_book(t);
    tally_add(t, TALLY_INSTRUCTIONS, t->block->count);
    tally_add(t, TALLY_V_PIPE, last->v_so_far);
    tally_add(t, TALLY_INTERLOCKS, last->agi_so_far);
    flags_store(t);
    if (!t->loop.wanted)
        x87_end(t);
}

static struct way_out *way_out(struct translation *t, bool jumped)
{
    struct way_out *way = translator_data(t->translator, sizeof *way);

    *way = (struct way_out){.from = t->block, .jumped = jumped};
    return way;
}

static void leave(struct translation *t, const struct way_out *way)
{
    host_load_address(t->code, HOST_INFO, way);
    host_jump_to(t->code, t->translator->leave);
}

/* Enters the block that SLOW_FIND returned, if any. */
static void enter_found(struct translation *t)
{
    uint8_t *unknown;

    host_test64(t->code, HOST_ADDRESS, HOST_ADDRESS);
    unknown = host_jump_if(t->code, HOST_IF_EQUAL);
    host_load_constant(t->code, HOST_R10, 1);
    host_jump_register(t->code, HOST_ADDRESS);
    host_land(unknown, t->code->at);
}

/* Leaves for a fixed target. Falling through into the same cache line does not fetch it again. */
static void leave_for(struct translation *t, bool jumped, uint32_t target)
{
    const uint32_t next = t->block->physical + t->block->bytes;
    const bool same_line = !jumped && next % NEAR_LINE_BYTES != 0;
    struct way_out *way = way_out(t, jumped);

    host_store_immediate(t->code, 1, HAS_CPU(jumped), jumped);
    host_load_constant(t->code, HOST_R10, !same_line);
    way->jump = host_jump(t->code);
    host_land(way->jump, t->code->at);
    host_store_immediate(t->code, HOST_32, HAS_CPU(eip), (int32_t)target);
    leave(t, way);
}

/* Leaves for the address in cpu->eip. */
static void leave_indirect(struct translation *t)
{
    block_retire(t);
    leave(t, way_out(t, true));
}

/* Enters the block that followed last time if it is at the same address (struct target). Otherwise
 * looks for the block. */
static void follow_indirect(struct translation *t, unsigned i)
{
    struct target *target = translator_data(t->translator, sizeof *target);
    struct place *place = place_here(t, i);
    uint8_t *other;

    place->target = target;
    host_load_address(t->code, HOST_R11, target);
    host_load_constant(t->code, HOST_R10, 1);
    host_memory(t->code, HOST_CMP, HOST_32, HOST_ADDRESS,
                host_at(HOST_R11, (int32_t)offsetof(struct target, linear)));
    other = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_memory(t->code, HOST_MOV, HOST_64, HOST_ADDRESS,
                host_at(HOST_R11, (int32_t)offsetof(struct target, entry)));
    host_jump_register(t->code, HOST_ADDRESS);
    host_land(other, t->code->at);
    call_slow(t, SLOW_FIND, place);
    enter_found(t);
    *target = (struct target){0, t->code->at}; /* no target yet */
    leave(t, way_out(t, true));
}

static void indirect(struct translation *t, unsigned i, enum branch_kind kind)
{
    book(t);
    if (t->accesses[i] && t->how[i] != HOW_CALL_INDIRECT) /* RET, or a jump through memory */
        host_memory(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
    else
        host_registers(t->code, HOST_MOV, HOST_32, HOST_ADDRESS,
                       host_of((unsigned)ZydisRegisterGetId(t->operands[i][0].reg.value)));
    host_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
    predict_indirect(t, i, kind);
    host_store_immediate(t->code, 1, HAS_CPU(jumped), true);
    block_retire(t);
    follow_indirect(t, i);
}

static void direct(struct translation *t, unsigned i)
{
    book(t);
    predict(t, i, BRANCH_UNCONDITIONAL, true);
    block_retire(t);
    leave_for(t, true, t->block->insns[i].immediate);
}

/* Books a block that may be a loop. The counts of a loop are those of its iterations. */
static void book_turn(struct translation *t, unsigned i, struct tallies *block)
{
    const struct tallies branch = predict_tallies(t, i, true);

    t->collects = t->loop.wanted ? block : NULL;
    book(t);
    t->collects = NULL;
    loop_turn(t, block, &branch);
}

static void conditional(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    struct tallies block = {{0}};
    struct x87_state x87;
    uint8_t *taken;

    book_turn(t, i, &block);
    taken = flags_jump(t, insn->opcode & 15u);
    x87 = t->x87;
    if (t->loop.wanted) {
        tallies_add(t, &block);
        loop_book(t);
        x87_end(t);
    }
    predict(t, i, BRANCH_CONDITIONAL, false);
    block_retire(t);
    leave_for(t, false, insn->address + insn->length);
    host_land(taken, t->code->at);
    t->x87 = x87;
    predict(t, i, BRANCH_CONDITIONAL, true);
    block_retire(t);
    if (t->loop.wanted) {
        loop_back(t);
        x87_end(t);
    }
    leave_for(t, true, insn->immediate);
}

static void fall_through(struct translation *t)
{
    const struct insn *last = &t->block->insns[t->block->count - 1u];

    block_retire(t);
    leave_for(t, false, last->address + last->length);
}

void block_end(struct translation *t)
{
    const unsigned i = t->block->count - 1u;

    switch (t->how[i]) {
    case HOW_JCC:
        conditional(t, i);
        break;
    case HOW_JMP:
    case HOW_CALL:
        direct(t, i);
        break;
    case HOW_RET:
        indirect(t, i, BRANCH_RETURN);
        break;
    case HOW_JMP_INDIRECT:
    case HOW_JMP_MEMORY:
    case HOW_CALL_INDIRECT:
        indirect(t, i, BRANCH_INDIRECT);
        break;
    case HOW_INTERPRETED:
        book(t);
        if (t->raw[i].meta.branch_type != ZYDIS_BRANCH_TYPE_NONE)
            leave_indirect(t);
        else
            fall_through(t);
        break;
    default:
        book(t);
        fall_through(t);
        break;
    }
}
