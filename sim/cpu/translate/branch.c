/*
 * SPDX-License-Identifier: MIT
 * The end of a block: its branch, as the BTB foresees it or not, retiring, and the way out.
 */
#include <stddef.h>
#include <string.h>

#include "sim/cpu/translate/translator.h"

/*
 * The entry at R10 learns the outcome; jumps where that was not foreseen. A state that stays as it
 * is is not stored: the next look at it would have to wait for that.
 */
static uint8_t *next_state(struct translation *t, unsigned state, bool taken)
{
    const struct host_memory at = host_at(HOST_R10, (int32_t)state);
    uint8_t *same, *unseen;

    host_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R9, at);
    host_memory(
        t->code, HOST_MOVZX16, HOST_32, HOST_R11,
        (struct host_memory){HOST_CPU, HOST_R9, 1, (int32_t)offsetof(struct cpu, foreseen[taken])});
    host_registers(t->code, HOST_CMP, HOST_32, HOST_R11, HOST_R9);
    same = host_jump_if(t->code, HOST_IF_EQUAL);
    host_register_immediate(t->code, HOST_CMP_I, HOST_32, HOST_R11, BRANCH_UNSEEN);
    unseen = host_jump_if(t->code, HOST_IF_EQUAL);
    host_memory(t->code, HOST_STORE8, 1, HOST_R11, at);
    host_land(same, t->code->at);
    return unseen;
}

/* The branch at the end, taken to where it always goes or not taken. */
static void predict(struct translation *t, unsigned i, enum branch_kind kind, bool taken)
{
    const struct insn *insn = &t->block->insns[i];
    struct place *place = place_here(t, i);
    struct branch_place known;
    struct late *late;

    place->branch = (uint8_t)kind;
    if (!model_branch_place(t->cpu->model, insn->address + insn->length - 1, &known)) {
        call_slow(t, taken ? SLOW_TAKEN : SLOW_NOT_TAKEN, place);
        return;
    }
    late = late_add(t, !taken && known.falls_through ? LATE_ABSENT : LATE_CALL, i);
    late->slow = taken ? SLOW_TAKEN : SLOW_NOT_TAKEN;
    late->place = place;
    host_load_address(t->code, HOST_R10, known.recent);
    host_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R10, host_at(HOST_R10, 0));
    host_shift_left(t->code, HOST_R10, known.size_shift);
    host_load_address(t->code, HOST_R11, known.entries);
    host_registers(t->code, HOST_ADD, HOST_64, HOST_R10, HOST_R11);
    host_memory_immediate(t->code, HOST_CMP_I, HOST_32, host_at(HOST_R10, (int32_t)known.tag),
                          (int32_t)(insn->address + insn->length - 1));
    late->jumps[0] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    host_memory_immediate8(t->code, HOST_CMP_I, host_at(HOST_R10, (int32_t)known.valid), 0);
    late->jumps[1] = host_jump_if(t->code, HOST_IF_EQUAL);
    if (taken) {
        host_memory_immediate(t->code, HOST_CMP_I, HOST_32,
                              host_at(HOST_R10, (int32_t)known.target), (int32_t)insn->immediate);
        late->jumps[2] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    }
    late->jumps[3] = next_state(t, known.state, taken);
    tally_add(t, TALLY_BRANCHES, 1);
    tally_add(t, TALLY_TAKEN_OR_HIT, 1);
    tally_add(t, TALLY_BTB_HITS, 1);
    tally_add(t, TALLY_TAKEN, taken);
    late->back = t->code->at;
}

void branch_late_absent(struct translation *t, const struct late *late)
{
    const struct insn *insn = &t->block->insns[late->i];
    const uint32_t tag = insn->address + insn->length - 1;
    struct branch_place known;
    uint8_t *there[BRANCH_WAYS];

    model_branch_place(t->cpu->model, tag, &known);
    host_land(late->jumps[0], t->code->at);
    for (unsigned way = 0; way < known.ways; way++) {
        const unsigned at = (way << known.size_shift) + known.tag;

        host_memory_immediate(t->code, HOST_CMP_I, HOST_32, host_at(HOST_R11, (int32_t)at),
                              (int32_t)tag);
        there[way] = host_jump_if(t->code, HOST_IF_EQUAL);
    }
    tally_add(t, TALLY_BRANCHES, 1);
    host_jump_to(t->code, late->back);
    for (unsigned way = 0; way < known.ways; way++)
        host_land(there[way], t->code->at);
    for (unsigned n = 1; n < sizeof late->jumps / sizeof *late->jumps; n++)
        if (late->jumps[n])
            host_land(late->jumps[n], t->code->at);
    call_slow(t, SLOW_NOT_TAKEN, late->place);
}

static void retire(struct translation *t)
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

/* Before the branch is told of: nothing of the block is left but that. */
static void book(struct translation *t)
{
    const struct insn_timing *last = &t->block->insns[t->block->count - 1].timing;

    share_book(t);
    tally_add(t, TALLY_INSTRUCTIONS, t->block->count);
    tally_add(t, TALLY_V_PIPE, last->v_so_far);
    tally_add(t, TALLY_INTERLOCKS, last->agi_so_far);
    flags_store(t);
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

/* To where it always goes. Falling through into the same line reads no line anew. */
static void leave_for(struct translation *t, bool jumped, uint32_t target)
{
    const uint32_t next = t->block->physical + t->block->bytes;
    const bool same_line = !jumped && next % NEAR_LINE_BYTES != 0;
    struct way_out *way = way_out(t, jumped);

    retire(t);
    host_store_immediate(t->code, 1, HAS_CPU(jumped), jumped);
    host_load_constant(t->code, HOST_R10, !same_line);
    way->jump = host_jump(t->code);
    host_land(way->jump, t->code->at);
    host_store_immediate(t->code, HOST_32, HAS_CPU(eip), (int32_t)target);
    leave(t, way);
}

/* To where cpu->eip says. */
static void leave_indirect(struct translation *t)
{
    retire(t);
    leave(t, way_out(t, true));
}

static void indirect(struct translation *t, unsigned i, enum branch_kind kind)
{
    struct place *place;
    uint8_t *unknown;

    book(t);
    place = place_here(t, i);
    place->branch = (uint8_t)kind;
    if (t->accesses[i] && t->how[i] != HOW_CALL_INDIRECT) /* RET, and a jump through memory */
        host_memory(t->code, HOST_MOV, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
    else
        host_registers(t->code, HOST_MOV, HOST_32, HOST_ADDRESS,
                       host_of((unsigned)ZydisRegisterGetId(t->operands[i][0].reg.value)));
    host_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, HAS_CPU(eip));
    call_slow(t, SLOW_INDIRECT, place);
    host_store_immediate(t->code, 1, HAS_CPU(jumped), true);
    retire(t);
    host_test64(t->code, HOST_ADDRESS, HOST_ADDRESS);
    unknown = host_jump_if(t->code, HOST_IF_EQUAL);
    host_load_constant(t->code, HOST_R10, 1);
    host_jump_register(t->code, HOST_ADDRESS);
    host_land(unknown, t->code->at);
    leave(t, way_out(t, true));
}

static void direct(struct translation *t, unsigned i)
{
    book(t);
    predict(t, i, BRANCH_UNCONDITIONAL, true);
    leave_for(t, true, t->block->insns[i].immediate);
}

static void conditional(struct translation *t, unsigned i)
{
    const struct insn *insn = &t->block->insns[i];
    uint8_t *taken;

    book(t);
    taken = flags_jump(t, insn->opcode & 15u);
    predict(t, i, BRANCH_CONDITIONAL, false);
    leave_for(t, false, insn->address + insn->length);
    host_land(taken, t->code->at);
    predict(t, i, BRANCH_CONDITIONAL, true);
    leave_for(t, true, insn->immediate);
}

void block_end(struct translation *t)
{
    const unsigned i = t->block->count - 1u;
    const struct insn *insn = &t->block->insns[i];

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
        leave_indirect(t);
        break;
    default:
        book(t);
        leave_for(t, false, insn->address + insn->length);
        break;
    }
}
