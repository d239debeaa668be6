/*
 * SPDX-License-Identifier: MIT
 * Emits the end of a translated block: its branch, predicted or not, retiring, and the exits.
 */
#include <stddef.h>
#include <string.h>

#include "sim/cpu/translator/translator.h"

void block_exit_retire(struct translation *t)
{
    const struct model_places *places = &t->translator->places;
    const struct insn_timing *last = &t->block->insns[t->block->count - 1].timing;
    uint64_t tail;

    memcpy(&tail, &last->tail, sizeof tail);
    host_code_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R10, in_model(t, &places->tail->clocks));
    host_code_memory(t->code, HOST_STORE, HOST_16, HOST_R10, in_model(t, places->clocks_before));
    host_code_load_constant(t->code, HOST_R10, tail);
    host_code_memory(t->code, HOST_STORE, HOST_64, HOST_R10, in_model(t, places->tail));
    host_code_memory(t->code, HOST_STORE, HOST_64, HOST_CLOCK, in_model(t, places->retired_at));
}

/* Counts everything in the block except the branch, before the branch is reported. */
static void block_exit_count(struct translation *t)
{
    const struct insn_timing *last = &t->block->insns[t->block->count - 1].timing;

    translator_add_uncounted(t);
    tally_add(t, TALLY_INSTRUCTIONS, t->block->count);
    tally_add(t, TALLY_V_PIPE, last->v_so_far);
    tally_add(t, TALLY_INTERLOCKS, last->agi_so_far);
    flag_operands_store_pending(t);
    if (!t->loop.wanted)
        x87_code_end(t);
}

static struct block_exit *block_exit_create(struct translation *t, bool jumped)
{
    struct block_exit *way = translator_data(t->translator, sizeof *way);

    *way = (struct block_exit){.from = t->block, .jumped = jumped};
    return way;
}

static void block_exit_leave(struct translation *t, const struct block_exit *way)
{
    host_code_load_address(t->code, HOST_INFO, way);
    host_code_jump_to(t->code, t->translator->leave);
}

/* Enters the block that SLOW_FIND returned, if any. */
static void block_exit_enter_found(struct translation *t)
{
    uint8_t *unknown;

    host_code_test64(t->code, HOST_ADDRESS, HOST_ADDRESS);
    unknown = host_code_jump_if(t->code, HOST_IF_EQUAL);
    host_code_load_constant(t->code, HOST_R10, 1);
    host_code_jump_register(t->code, HOST_ADDRESS);
    host_code_land(unknown, t->code->at);
}

/* Leaves for a fixed target. Falling through into the same cache line does not fetch it again. */
static void block_exit_to_target(struct translation *t, bool jumped, uint32_t target)
{
    const uint32_t next = t->block->physical + t->block->bytes;
    const bool same_line = !jumped && next % NEAR_LINE_BYTES != 0;
    struct block_exit *way = block_exit_create(t, jumped);

    host_code_store_immediate(t->code, 1, HAS_CPU(jumped), jumped);
    host_code_load_constant(t->code, HOST_R10, !same_line);
    way->jump = host_code_jump(t->code);
    host_code_land(way->jump, t->code->at);
    host_code_store_immediate(t->code, HOST_32, HAS_CPU(eip), (int32_t)target);
    block_exit_leave(t, way);
}

/* Leaves for the address in cpu->eip. */
static void block_exit_to_eip(struct translation *t)
{
    block_exit_retire(t);
    block_exit_leave(t, block_exit_create(t, true));
}

/* Enters the block that followed last time if it is at the same address (struct indirect_target).
 * Otherwise looks for the block. */
static void block_exit_follow_indirect(struct translation *t, unsigned i)
{
    struct indirect_target *target = translator_data(t->translator, sizeof *target);
    struct call_site *place = translator_call_site(t, i);
    uint8_t *other;

    place->target = target;
    host_code_load_address(t->code, HOST_R11, target);
    host_code_load_constant(t->code, HOST_R10, 1);
    host_code_memory(t->code, HOST_CMP, HOST_32, HOST_ADDRESS,
                     host_at(HOST_R11, (int32_t)offsetof(struct indirect_target, linear)));
    other = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_code_memory(t->code, HOST_MOV, HOST_64, HOST_ADDRESS,
                     host_at(HOST_R11, (int32_t)offsetof(struct indirect_target, entry)));
    host_code_jump_register(t->code, HOST_ADDRESS);
    host_code_land(other, t->code->at);
    translator_call_slow(t, SLOW_FIND, place);
    block_exit_enter_found(t);
    *target = (struct indirect_target){0, t->code->at}; /* no target yet */
    block_exit_leave(t, block_exit_create(t, true));
}

static void block_exit_indirect(struct translation *t, unsigned i, enum branch_kind kind)
{
    block_exit_count(t);
    if (t->accesses[i] && t->how[i] != HOW_CALL_INDIRECT) /* RET, or a jump through memory */
        host_code_memory(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
    else
        host_code_registers(t->code, HOST_MOV, HOST_32, HOST_ADDRESS,
                            host_of((unsigned)ZydisRegisterGetId(t->operands[i][0].reg.value)));
    host_code_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
    prediction_indirect(t, i, kind);
    host_code_store_immediate(t->code, 1, HAS_CPU(jumped), true);
    block_exit_retire(t);
    block_exit_follow_indirect(t, i);
}

static void block_exit_direct(struct translation *t, unsigned i)
{
    block_exit_count(t);
    prediction_direct(t, i, BRANCH_UNCONDITIONAL, true);
    block_exit_retire(t);
    block_exit_to_target(t, true, t->block->insns[i].immediate);
}

/* Counts a block that may be a loop. The counts of a loop are those of its iterations. */
static void block_exit_count_iteration(struct translation *t, unsigned i, struct tallies *block)
{
    const struct tallies branch = prediction_tallies(t, i, true);

    t->collects = t->loop.wanted ? block : NULL;
    block_exit_count(t);
    t->collects = NULL;
    x87_loop_set_iteration(t, block, &branch);
}

static void block_exit_conditional(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    struct tallies block = {{0}};
    struct x87_state x87;
    uint8_t *taken;

    block_exit_count_iteration(t, i, &block);
    taken = flag_condition_jump(t, insn->opcode & 15u);
    x87 = t->x87;
    if (t->loop.wanted) {
        tallies_add(t, &block);
        x87_loop_count(t);
        x87_code_end(t);
    }
    prediction_direct(t, i, BRANCH_CONDITIONAL, false);
    block_exit_retire(t);
    block_exit_to_target(t, false, insn->address + insn->length);
    host_code_land(taken, t->code->at);
    t->x87 = x87;
    prediction_direct(t, i, BRANCH_CONDITIONAL, true);
    block_exit_retire(t);
    if (t->loop.wanted) {
        x87_loop_jump_back(t);
        x87_code_end(t);
    }
    block_exit_to_target(t, true, insn->immediate);
}

static void block_exit_fall_through(struct translation *t)
{
    const struct insn *last = &t->block->insns[t->block->count - 1u];

    block_exit_retire(t);
    block_exit_to_target(t, false, last->address + last->length);
}

void block_exit_emit(struct translation *t)
{
    const unsigned i = t->block->count - 1u;

    switch (t->how[i]) {
    case HOW_JCC:
        block_exit_conditional(t, i);
        break;
    case HOW_JMP:
    case HOW_CALL:
        block_exit_direct(t, i);
        break;
    case HOW_RET:
        block_exit_indirect(t, i, BRANCH_RETURN);
        break;
    case HOW_JMP_INDIRECT:
    case HOW_JMP_MEMORY:
    case HOW_CALL_INDIRECT:
        block_exit_indirect(t, i, BRANCH_INDIRECT);
        break;
    case HOW_INTERPRETED:
        block_exit_count(t);
        if (t->raw[i].meta.branch_type != ZYDIS_BRANCH_TYPE_NONE)
            block_exit_to_eip(t);
        else
            block_exit_fall_through(t);
        break;
    default:
        block_exit_count(t);
        block_exit_fall_through(t);
        break;
    }
}
