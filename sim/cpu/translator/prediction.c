/*
 * SPDX-License-Identifier: MIT
 * Branch prediction in translated code: handles the branch at the end of a block if its BTB entry
 * is known. A branch whose entry is settled, because it has long gone this way, does not change the
 * entry. Learning and the cost of a misprediction are in late code, after the block.
 */
#include <stddef.h>

#include "sim/cpu/translator/translator.h"

/* Indices into struct late_code's jumps: the reasons why an entry is not settled. */
enum { JUMP_TAG, JUMP_TARGET, JUMP_RETURN, JUMP_STATE, JUMP_COUNTERS };

static bool prediction_place(const struct translation *t, unsigned i, struct branch_place *known)
{
    const struct insn *insn = &t->block->insns[i];

    return p5_translated_branch_place(t->cpu->model, insn->address + insn->length - 1,
                                      insn->immediate, known);
}

static struct host_memory in_entry(unsigned offset)
{
    return host_at(HOST_R10, (int32_t)offset);
}

/* Loads the address of the entry that its set used last into R10. */
static void prediction_load_entry(struct translation *t, const struct branch_place *known)
{
    host_code_load_address(t->code, HOST_R10, known->recent);
    host_code_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R10, host_at(HOST_R10, 0));
    host_code_shift_left(t->code, HOST_R10, known->size_shift);
    host_code_load_address(t->code, HOST_R11, known->entries);
    host_code_registers(t->code, HOST_ADD, HOST_64, HOST_R10, HOST_R11);
}

static void prediction_settled(struct translation *t, const struct branch_place *known,
                               struct late_code *late)
{
    host_code_compare16(t->code, in_entry(known->state), known->settled[late->taken]);
    late->jumps[JUMP_STATE] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    if (!known->two_levels)
        return;
    if (late->taken) { /* both bits for history 15 are set */
        host_code_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_entry(known->counters),
                                   INT32_MIN / 2);
        late->jumps[JUMP_COUNTERS] = host_code_jump_if(t->code, HOST_IF_BELOW);
    } else { /* both bits for history 0 are clear */
        host_code_test_immediate16(t->code, in_entry(known->counters), 3);
        late->jumps[JUMP_COUNTERS] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    }
}

static struct tallies prediction_known_tallies(bool taken)
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
static bool prediction_is_iteration(const struct translation *t, bool taken)
{
    return t->loop.wanted && taken;
}

struct tallies prediction_tallies(const struct translation *t, unsigned i, bool taken)
{
    struct branch_place known;

    return prediction_place(t, i, &known) ? prediction_known_tallies(taken) : (struct tallies){{0}};
}

static void prediction_tally_known(struct translation *t, bool taken)
{
    const struct tallies tallies = prediction_known_tallies(taken);

    if (!prediction_is_iteration(t, taken))
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

static void prediction_push_return(struct translation *t, unsigned i)
{
    const struct return_places *stack = &t->translator->places.returns;
    const struct insn *insn = &t->block->insns[i];

    if (!stack->entries || (t->how[i] != HOW_CALL && t->how[i] != HOW_CALL_INDIRECT))
        return;
    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R10, in_model(t, stack->top));
    host_code_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R10, (int32_t)stack->mask);
    host_code_store_immediate(t->code, HOST_32, return_address(t, HOST_R10),
                              (int32_t)(insn->address + insn->length));
    host_code_memory_immediate(t->code, HOST_ADD_I, HOST_32, in_model(t, stack->top), 1);
    host_code_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_model(t, stack->depth),
                               (int32_t)stack->entries);
    host_code_memory_immediate(t->code, HOST_ADC_I, HOST_32, in_model(t, stack->depth), 0);
}

/* Checks that a RET goes to the return address at the top of the stack; otherwise the model handles
 * it. Pops nothing. */
static void prediction_check_return(struct translation *t, struct late_code *late)
{
    const struct return_places *stack = &t->translator->places.returns;

    host_code_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_model(t, stack->depth), 0);
    late->jumps[JUMP_RETURN] = host_code_jump_if(t->code, HOST_IF_EQUAL);
    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R11, in_model(t, stack->top));
    host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R11, -1);
    host_code_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R11, (int32_t)stack->mask);
    host_code_memory(t->code, HOST_CMP, HOST_32, HOST_ADDRESS, return_address(t, HOST_R11));
    late->jumps[JUMP_TARGET] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
}

static void prediction_pop_return(struct translation *t, const struct branch_place *known)
{
    const struct return_places *stack = &t->translator->places.returns;

    host_code_memory_immediate(t->code, HOST_ADD_I, HOST_32, in_model(t, stack->top), -1);
    host_code_memory_immediate(t->code, HOST_ADD_I, HOST_32, in_model(t, stack->depth), -1);
    host_code_memory(t->code, HOST_STORE, HOST_32, HOST_ADDRESS, in_entry(known->target));
    tally_add(t, TALLY_PREDICTED_RETURNS, 1);
}

/* ---- the branch ----------------------------------------------------------------------------- */

static struct late_code *prediction_late_branch(struct translation *t, unsigned i,
                                                enum branch_kind kind, bool taken)
{
    struct late_code *late = translator_add_late(t, LATE_BRANCH, i);

    late->branch = kind;
    late->taken = taken;
    late->place = translator_call_site(t, i);
    late->place->branch = (uint8_t)kind;
    late->slow = taken ? SLOW_TAKEN : SLOW_NOT_TAKEN;
    return late;
}

void prediction_direct(struct translation *t, unsigned i, enum branch_kind kind, bool taken)
{
    const struct insn *insn = &t->block->insns[i];
    const uint32_t tag = insn->address + insn->length - 1;
    struct branch_place known;
    struct late_code *late;

    if (!prediction_place(t, i, &known)) {
        struct call_site *place = translator_call_site(t, i);

        place->branch = (uint8_t)kind;
        translator_call_slow(t, taken ? SLOW_TAKEN : SLOW_NOT_TAKEN, place);
        return;
    }
    late = prediction_late_branch(t, i, kind, taken);
    prediction_load_entry(t, &known);
    if (taken) { /* the entry's target follows its tag */
        host_code_load_constant(t->code, HOST_R11, (uint64_t)insn->immediate << 32 | tag);
        host_code_memory(t->code, HOST_CMP, HOST_64, HOST_R11, in_entry(known.tag));
    } else {
        host_code_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_entry(known.tag), (int32_t)tag);
    }
    late->jumps[JUMP_TAG] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    prediction_settled(t, &known, late);
    late->back = t->code->at;
    prediction_tally_known(t, taken);
    prediction_push_return(t, i);
    late->done = t->code->at;
}

void prediction_indirect(struct translation *t, unsigned i, enum branch_kind kind)
{
    const struct insn *insn = &t->block->insns[i];
    const bool returns = kind == BRANCH_RETURN;
    const bool by_stack = returns && t->translator->places.returns.entries;
    struct branch_place known;
    struct late_code *late;

    if (!prediction_place(t, i, &known)) {
        struct call_site *place = translator_call_site(t, i);

        place->branch = (uint8_t)kind;
        translator_call_slow(t, SLOW_INDIRECT, place);
        return;
    }
    late = prediction_late_branch(t, i, kind, true);
    late->slow = SLOW_INDIRECT;
    prediction_load_entry(t, &known);
    host_code_memory_immediate(t->code, HOST_CMP_I, HOST_32, in_entry(known.tag),
                               (int32_t)(insn->address + insn->length - 1));
    late->jumps[JUMP_TAG] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    if (by_stack) {
        prediction_check_return(t, late);
    } else {
        host_code_memory(t->code, HOST_CMP, HOST_32, HOST_ADDRESS, in_entry(known.target));
        late->jumps[JUMP_TARGET] = host_code_jump_if(t->code, HOST_IF_NOT_EQUAL);
    }
    prediction_settled(t, &known, late);
    if (by_stack)
        prediction_pop_return(t, &known);
    prediction_tally_known(t, true);
    tally_add(t, TALLY_RETURNS, returns);
    prediction_push_return(t, i);
    late->done = t->code->at;
}

/* ---- late code ------------------------------------------------------------------------------- */

/* Accounts for a misprediction. */
static void prediction_miss(struct translation *t, const struct late_code *late)
{
    struct branch_miss miss;

    branch_timing_miss(t->cpu->model, &t->block->insns[late->i], late->branch, late->taken, &miss);
    for (unsigned n = 0; n < miss.counts; n++)
        host_code_memory_immediate(t->code, HOST_ADD_I, HOST_64, in_model(t, miss.count[n].count),
                                   (int32_t)miss.count[n].n);
    host_code_register_immediate(t->code, HOST_ADD_I, HOST_64, HOST_CLOCK, (int32_t)miss.clocks);
    host_code_memory(t->code, HOST_STORE, HOST_64, HOST_CLOCK, in_model(t, miss.refilled_at));
    host_code_jump_to(t->code, late->back);
}

static void prediction_learn_state(struct translation *t, const struct branch_place *known,
                                   const struct late_code *late)
{
    const int32_t next = (int32_t)offsetof(struct cpu, next_states[late->taken]);

    host_code_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R9, in_entry(known->state));
    host_code_memory(t->code, HOST_MOVZX16, HOST_32, HOST_R11,
                     (struct host_memory){HOST_CPU, HOST_R9, 1, next});
    host_code_memory(t->code, HOST_STORE8, 1, HOST_R11, in_entry(known->state));
    host_code_register_immediate(t->code, HOST_CMP_I, HOST_32, HOST_R11, BRANCH_MISSED);
    host_code_land(host_code_jump_if(t->code, HOST_IF_BELOW), late->back);
    prediction_miss(t, late);
}

/* R11 has the counters, R9 twice the history; with the outcome added R9 is the next history. */
static void prediction_store_two_levels(struct translation *t, const struct branch_place *known,
                                        bool taken)
{
    host_code_memory(t->code, HOST_STORE, HOST_32, HOST_R11, in_entry(known->counters));
    if (taken)
        host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R9, 1);
    host_code_register_immediate(t->code, HOST_AND_I, HOST_32, HOST_R9, known->settled[1] & 0xff);
    host_code_memory(t->code, HOST_STORE8, 1, HOST_R9, in_entry(known->state));
}

/*
 * The upper of the two bits for a history is the prediction. If it was right, the lower bit is set
 * to the same value. If it was wrong, counting inverts the lower bit, and from 01 and 10 the upper
 * bit too.
 */
static void prediction_learn_two_levels(struct translation *t, const struct branch_place *known,
                                        const struct late_code *late)
{
    const enum host_bit operation = late->taken ? HOST_BIT_SET : HOST_BIT_CLEAR;
    const enum host_condition otherwise = late->taken ? HOST_IF_NOT_BELOW : HOST_IF_BELOW;
    uint8_t *wrong, *lower_only;

    host_code_memory(t->code, HOST_MOVZX8, HOST_32, HOST_R9, in_entry(known->state));
    host_code_memory(t->code, HOST_MOV, HOST_32, HOST_R11, in_entry(known->counters));
    host_code_registers(t->code, HOST_ADD, HOST_32, HOST_R9, HOST_R9);
    host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R9, 1);
    host_code_bit(t->code, HOST_BIT_KEEP, HOST_R11, HOST_R9);
    host_code_memory(t->code, HOST_LEA, HOST_32, HOST_R9, host_at(HOST_R9, -1));
    wrong = host_code_jump_if(t->code, otherwise);
    host_code_bit(t->code, operation, HOST_R11, HOST_R9);
    prediction_store_two_levels(t, known, late->taken);
    host_code_jump_to(t->code, late->back);
    host_code_land(wrong, t->code->at);
    host_code_bit(t->code, HOST_BIT_TURN, HOST_R11, HOST_R9);
    lower_only = host_code_jump_if(t->code, otherwise);
    host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R9, 1);
    host_code_bit(t->code, operation, HOST_R11, HOST_R9);
    host_code_register_immediate(t->code, HOST_ADD_I, HOST_32, HOST_R9, -1);
    host_code_land(lower_only, t->code->at);
    prediction_store_two_levels(t, known, late->taken);
    prediction_miss(t, late);
}

/* A branch that is not taken and is in no entry of its set only counts as a branch. */
static void prediction_absent(struct translation *t, const struct branch_place *known,
                              const struct late_code *late)
{
    const struct insn *insn = &t->block->insns[late->i];
    const uint32_t tag = insn->address + insn->length - 1;
    uint8_t *there[BRANCH_WAYS];

    host_code_load_address(t->code, HOST_R11, known->entries);
    for (unsigned way = 0; way < known->ways; way++) {
        const unsigned at = (way << known->size_shift) + known->tag;

        host_code_memory_immediate(t->code, HOST_CMP_I, HOST_32, host_at(HOST_R11, (int32_t)at),
                                   (int32_t)tag);
        there[way] = host_code_jump_if(t->code, HOST_IF_EQUAL);
    }
    tally_add(t, TALLY_BRANCHES, 1);
    host_code_jump_to(t->code, late->done);
    for (unsigned way = 0; way < known->ways; way++)
        host_code_land(there[way], t->code->at);
}

static void prediction_land(struct translation *t, uint8_t *jump)
{
    if (jump)
        host_code_land(jump, t->code->at);
}

void prediction_late(struct translation *t, const struct late_code *late)
{
    const struct tallies iteration = prediction_known_tallies(true);
    struct branch_place known;
    uint8_t *invalid = NULL;

    prediction_place(t, late->i, &known);
    if (late->back) {
        prediction_land(t, late->jumps[JUMP_STATE]);
        prediction_land(t, late->jumps[JUMP_COUNTERS]);
        host_code_memory_immediate8(t->code, HOST_CMP_I, in_entry(known.valid), 0);
        invalid = host_code_jump_if(t->code, HOST_IF_EQUAL);
        if (known.two_levels)
            prediction_learn_two_levels(t, &known, late);
        else
            prediction_learn_state(t, &known, late);
    }
    prediction_land(t, late->jumps[JUMP_TAG]);
    if (!late->taken && known.falls_through)
        prediction_absent(t, &known, late);
    prediction_land(t, invalid);
    prediction_land(t, late->jumps[JUMP_TARGET]);
    prediction_land(t, late->jumps[JUMP_RETURN]);
    if (!late->back) {
        prediction_land(t, late->jumps[JUMP_STATE]);
        prediction_land(t, late->jumps[JUMP_COUNTERS]);
    }
    translator_call_slow(t, late->slow, late->place);
    if (prediction_is_iteration(t, late->taken))
        tallies_subtract(t, &iteration);
    host_code_jump_to(t->code, late->done);
}
