/*
 * SPDX-License-Identifier: MIT
 * Branch prediction in translated code: handles the branch at the end of a block if its BTB entry
 * is known. A branch whose entry is settled, because it has long gone this way, does not change the
 * entry. Learning and the cost of a misprediction are in late code, after the block.
 */
#include <stddef.h>

#include "sim/cpu/translate/translator.h"

/* Indices into struct late's jumps: the reasons why an entry is not settled. */
enum { JUMP_TAG, JUMP_TARGET, JUMP_RETURN, JUMP_STATE, JUMP_COUNTERS };

static bool place_of(const struct translation *t, unsigned i, struct branch_place *known)
{
    const struct insn *insn = &t->block->insns[i];

    return model_branch_place(t->cpu->model, insn->address + insn->length - 1, insn->immediate,
                              known);
}

static struct host_memory in_entry(unsigned offset)
{
    return host_at(HOST_R10, (int32_t)offset);
}

/* Loads the address of the entry that its set used last into R10. */
static void entry_used_last(struct translation *t, const struct branch_place *known)
{
    host_load_address(t->code, HOST_R10, known->recent);
    host_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R10, host_at(HOST_R10, 0));
    host_shift_left(t->code, HOST_R10, known->size_shift);
    host_load_address(t->code, HOST_R11, known->entries);
    host_registers(t->code, HOST_ADD, HOST_64, HOST_R10, HOST_R11);
}

static void settled(struct translation *t, const struct branch_place *known, struct late *late)
{
    host_compare16(t->code, in_entry(known->state), known->settled[late->taken]);
    late->jumps[JUMP_STATE] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    if (!known->two_levels)
        return;
    if (late->taken) { /* both bits for history 15 are set */
        host_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_entry(known->counters),
                              INT32_MIN / 2);
        late->jumps[JUMP_COUNTERS] = host_jump_if(t->code, HOST_IF_BELOW);
    } else { /* both bits for history 0 are clear */
        host_test_immediate16(t->code, in_entry(known->counters), 3);
        late->jumps[JUMP_COUNTERS] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    }
}

static struct tallies known_tallies(bool taken)
{
    return (struct tallies){{
        [TALLY_BRANCHES] = 1,
        [TALLY_TAKEN_OR_HIT] = 1,
        [TALLY_BTB_HITS] = 1,
        [TALLY_TAKEN] = taken,
    }};
}

/* True if the branch begins another iteration of a loop. Iterations are counted, not the events of
 * each. */
static bool is_turn(const struct translation *t, bool taken)
{
    return t->loop.wanted && taken;
}

struct tallies predict_tallies(const struct translation *t, unsigned i, bool taken)
{
    struct branch_place known;

    return place_of(t, i, &known) ? known_tallies(taken) : (struct tallies){{0}};
}

static void tally_known(struct translation *t, bool taken)
{
    const struct tallies tallies = known_tallies(taken);

    if (!is_turn(t, taken))
        tallies_add(t, &tallies);
}

/* ---- the return stack ----------------------------------------------------------------------- */

static struct host_memory return_address(const struct translation *t, enum host_register at)
{
    struct host_memory memory = in_model(t, t->translator->places.returns.addresses);

    memory.index = at;
    memory.scale = 2;
    return memory;
}

static void push_return(struct translation *t, unsigned i)
{
    const struct return_places *stack = &t->translator->places.returns;
    const struct insn *insn = &t->block->insns[i];

    if (!stack->entries || (t->how[i] != HOW_CALL && t->how[i] != HOW_CALL_INDIRECT))
        return;
    host_memory(t->code, HOST_MOV, HOST_32, HOST_R10, in_model(t, stack->top));
    host_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R10, (int32_t)stack->mask);
    host_store_immediate(t->code, HOST_32, return_address(t, HOST_R10),
                         (int32_t)(insn->address + insn->length));
    host_memory_immediate(t->code, HOST_ADD_I, HOST_32, in_model(t, stack->top), 1);
    host_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_model(t, stack->depth),
                          (int32_t)stack->entries);
    host_memory_immediate(t->code, HOST_ADC_I, HOST_32, in_model(t, stack->depth), 0);
}

/* Checks that a RET goes to the return address at the top of the stack; otherwise the model handles
 * it. Pops nothing. */
static void foresee_return(struct translation *t, struct late *late)
{
    const struct return_places *stack = &t->translator->places.returns;

    host_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_model(t, stack->depth), 0);
    late->jumps[JUMP_RETURN] = host_jump_if(t->code, HOST_IF_EQUAL);
    host_memory(t->code, HOST_MOV, HOST_32, HOST_R11, in_model(t, stack->top));
    host_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R11, -1);
    host_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R11, (int32_t)stack->mask);
    host_memory(t->code, HOST_CMP, HOST_32, HOST_ADDRESS, return_address(t, HOST_R11));
    late->jumps[JUMP_TARGET] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
}

static void pop_return(struct translation *t, const struct branch_place *known)
{
    const struct return_places *stack = &t->translator->places.returns;

    host_memory_immediate(t->code, HOST_ADD_I, HOST_32, in_model(t, stack->top), -1);
    host_memory_immediate(t->code, HOST_ADD_I, HOST_32, in_model(t, stack->depth), -1);
    host_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, in_entry(known->target));
    tally_add(t, TALLY_PREDICTED_RETURNS, 1);
}

/* ---- the branch ----------------------------------------------------------------------------- */

static struct late *branch_late(struct translation *t, unsigned i, enum branch_kind kind,
                                bool taken)
{
    struct late *late = late_add(t, LATE_BRANCH, i);

    late->branch = kind;
    late->taken = taken;
    late->place = place_here(t, i);
    late->place->branch = (uint8_t)kind;
    late->slow = taken ? SLOW_TAKEN : SLOW_NOT_TAKEN;
    return late;
}

void predict(struct translation *t, unsigned i, enum branch_kind kind, bool taken)
{
    const struct insn *insn = &t->block->insns[i];
    const uint32_t tag = insn->address + insn->length - 1;
    struct branch_place known;
    struct late *late;

    if (!place_of(t, i, &known)) {
        struct place *place = place_here(t, i);

        place->branch = (uint8_t)kind;
        call_slow(t, taken ? SLOW_TAKEN : SLOW_NOT_TAKEN, place);
        return;
    }
    late = branch_late(t, i, kind, taken);
    entry_used_last(t, &known);
    if (taken) { /* the entry's target follows its tag */
        host_load_constant(t->code, HOST_R11, (uint64_t)insn->immediate << 32 | tag);
        host_memory(t->code, HOST_CMP, HOST_64, HOST_R11, in_entry(known.tag));
    } else {
        host_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_entry(known.tag), (int32_t)tag);
    }
    late->jumps[JUMP_TAG] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    settled(t, &known, late);
    late->back = t->code->at;
    tally_known(t, taken);
    push_return(t, i);
    late->done = t->code->at;
}

void predict_indirect(struct translation *t, unsigned i, enum branch_kind kind)
{
    const struct insn *insn = &t->block->insns[i];
    const bool returns = kind == BRANCH_RETURN;
    const bool by_stack = returns && t->translator->places.returns.entries;
    struct branch_place known;
    struct late *late;

    if (!place_of(t, i, &known)) {
        struct place *place = place_here(t, i);

        place->branch = (uint8_t)kind;
        call_slow(t, SLOW_INDIRECT, place);
        return;
    }
    late = branch_late(t, i, kind, true);
    late->slow = SLOW_INDIRECT;
    entry_used_last(t, &known);
    host_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_entry(known.tag),
                          (int32_t)(insn->address + insn->length - 1));
    late->jumps[JUMP_TAG] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    if (by_stack) {
        foresee_return(t, late);
    } else {
        host_memory(t->code, HOST_CMP, HOST_32, HOST_ADDRESS, in_entry(known.target));
        late->jumps[JUMP_TARGET] = host_jump_if(t->code, HOST_IF_NOT_EQUAL);
    }
    settled(t, &known, late);
    if (by_stack)
        pop_return(t, &known);
    tally_known(t, true);
    tally_add(t, TALLY_RETURNS, returns);
    push_return(t, i);
    late->done = t->code->at;
}

/* ---- late code ------------------------------------------------------------------------------- */

/* Accounts for a misprediction. */
static void missed(struct translation *t, const struct late *late)
{
    struct branch_miss miss;

    model_branch_miss(t->cpu->model, &t->block->insns[late->i], late->branch, late->taken, &miss);
    for (unsigned n = 0; n < miss.counts; n++)
        host_memory_immediate(t->code, HOST_ADD_I, HOST_64, in_model(t, miss.count[n].count),
                              (int32_t)miss.count[n].n);
    host_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_CLOCK, (int32_t)miss.clocks);
    host_memory(t->code, HOST_STORE, HOST_64, HOST_CLOCK, in_model(t, miss.refilled_at));
    host_jump_to(t->code, late->back);
}

static void learn_state(struct translation *t, const struct branch_place *known,
                        const struct late *late)
{
    const int32_t next = (int32_t)offsetof(struct cpu, next_states[late->taken]);

    host_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R9, in_entry(known->state));
    host_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R11,
                (struct host_memory){HOST_CPU, HOST_R9, 1, next});
    host_memory(t->code, HOST_STORE8, 1, HOST_R11, in_entry(known->state));
    host_register_immediate(t->code, HOST_CMP_I, HOST_32, HOST_R11, BRANCH_MISSED);
    host_land(host_jump_if(t->code, HOST_IF_BELOW), late->back);
    missed(t, late);
}

/* R11 has the counters, R9 twice the history; with the outcome added R9 is the next history. */
static void store_two_levels(struct translation *t, const struct branch_place *known, bool taken)
{
    host_memory(t->code, HOST_STORE, HOST_32, HOST_R11, in_entry(known->counters));
    if (taken)
        host_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R9, 1);
    host_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R9, known->settled[1] & 0xff);
    host_memory(t->code, HOST_STORE8, 1, HOST_R9, in_entry(known->state));
}

/*
 * The upper of the two bits for a history is the prediction. If it was right, the lower bit is set
 * to the same value. If it was wrong, counting inverts the lower bit, and from 01 and 10 the upper
 * bit too.
 */
static void learn_two_levels(struct translation *t, const struct branch_place *known,
                             const struct late *late)
{
    const enum host_bit operation = late->taken ? HOST_BIT_SET : HOST_BIT_CLEAR;
    const enum host_condition otherwise = late->taken ? HOST_IF_NOT_BELOW : HOST_IF_BELOW;
    uint8_t *wrong, *lower_only;

    host_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R9, in_entry(known->state));
    host_memory(t->code, HOST_MOV, HOST_32, HOST_R11, in_entry(known->counters));
    host_registers(t->code, HOST_ADD, HOST_32, HOST_R9, HOST_R9);
    host_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R9, 1);
    host_bit(t->code, HOST_BIT_KEEP, HOST_R11, HOST_R9);
    host_memory(t->code, HOST_LEA, HOST_32, HOST_R9, host_at(HOST_R9, -1));
    wrong = host_jump_if(t->code, otherwise);
    host_bit(t->code, operation, HOST_R11, HOST_R9);
    store_two_levels(t, known, late->taken);
    host_jump_to(t->code, late->back);
    host_land(wrong, t->code->at);
    host_bit(t->code, HOST_BIT_TURN, HOST_R11, HOST_R9);
    lower_only = host_jump_if(t->code, otherwise);
    host_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R9, 1);
    host_bit(t->code, operation, HOST_R11, HOST_R9);
    host_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R9, -1);
    host_land(lower_only, t->code->at);
    store_two_levels(t, known, late->taken);
    missed(t, late);
}

/* A branch that is not taken and is in no entry of its set only counts as a branch. */
static void absent(struct translation *t, const struct branch_place *known, const struct late *late)
{
    const struct insn *insn = &t->block->insns[late->i];
    const uint32_t tag = insn->address + insn->length - 1;
    uint8_t *there[BRANCH_WAYS];

    host_load_address(t->code, HOST_R11, known->entries);
    for (unsigned way = 0; way < known->ways; way++) {
        const unsigned at = (way << known->size_shift) + known->tag;

        host_memory_immediate(t->code, HOST_CMP_I, HOST_32, host_at(HOST_R11, (int32_t)at),
                              (int32_t)tag);
        there[way] = host_jump_if(t->code, HOST_IF_EQUAL);
    }
    tally_add(t, TALLY_BRANCHES, 1);
    host_jump_to(t->code, late->done);
    for (unsigned way = 0; way < known->ways; way++)
        host_land(there[way], t->code->at);
}

static void land(struct translation *t, uint8_t *jump)
{
    if (jump)
        host_land(jump, t->code->at);
}

void predict_late(struct translation *t, const struct late *late)
{
    const struct tallies turn = known_tallies(true);
    struct branch_place known;
    uint8_t *invalid = NULL;

    place_of(t, late->i, &known);
    if (late->back) {
        land(t, late->jumps[JUMP_STATE]);
        land(t, late->jumps[JUMP_COUNTERS]);
        host_memory_immediate8(t->code, HOST_CMP_I, in_entry(known.valid), 0);
        invalid = host_jump_if(t->code, HOST_IF_EQUAL);
        if (known.two_levels)
            learn_two_levels(t, &known, late);
        else
            learn_state(t, &known, late);
    }
    land(t, late->jumps[JUMP_TAG]);
    if (!late->taken && known.falls_through)
        absent(t, &known, late);
    land(t, invalid);
    land(t, late->jumps[JUMP_TARGET]);
    land(t, late->jumps[JUMP_RETURN]);
    if (!late->back) {
        land(t, late->jumps[JUMP_STATE]);
        land(t, late->jumps[JUMP_COUNTERS]);
    }
    call_slow(t, late->slow, late->place);
    if (is_turn(t, late->taken))
        tallies_subtract(t, &turn);
    host_jump_to(t->code, late->done);
}
