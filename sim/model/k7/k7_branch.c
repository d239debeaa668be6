/*
 * SPDX-License-Identifier: MIT
 * The K7's branch prediction. The BTB holds branches that were taken once. A two-bit counter,
 * selected by the outcomes of the last conditional branches and the branch's address, predicts the
 * direction of conditional branches; the return stack predicts returns. A branch that is not in
 * the BTB falls through; a direct jump is found by decoding and costs no more than a taken branch.
 */
#include <Zydis/Mnemonic.h>
#include <stdlib.h>
#include <string.h>

#include "sim/model/k7/k7_state.h"

int k7_branches_init(struct model *model)
{
    const struct branch_config *config = &model->config.branch;
    const struct btb_config btb = {
        .shape = config->btb,
        .rule = DIRECTION_SATURATING, /* only its targets are used */
        .random = config->random_replacement,
        .seed = model->config.seed,
    };
    const size_t counters = (size_t)1 << (config->history + config->address);

    model->directions = malloc(counters);
    if (!model->directions || btb_init(&model->btb, &btb) != 0)
        return -1;
    memset(model->directions, 1, counters); /* weakly not taken: an assumption */
    return 0;
}

void k7_branches_release(struct model *model)
{
    free(model->directions);
    btb_release(&model->btb);
}

static uint8_t *k7_branch_direction(struct model *model, uint32_t tag)
{
    const struct branch_config *config = &model->config.branch;
    const uint32_t history = model->history & ((1u << config->history) - 1);
    const uint32_t address = tag & ((1u << config->address) - 1);

    return &model->directions[history << config->address | address];
}

static void k7_branch_learn(struct model *model, uint8_t *direction, bool taken)
{
    if (taken && *direction < 3)
        ++*direction;
    else if (!taken && *direction > 0)
        --*direction;
    model->history = model->history << 1 | taken;
}

static bool k7_branch_conditional_right(struct model *model, const struct btb_entry *entry,
                                        uint32_t tag, bool taken)
{
    uint8_t *direction = k7_branch_direction(model, tag);
    const bool predicted = entry && *direction >= 2;

    k7_branch_learn(model, direction, taken);
    return predicted == taken;
}

static bool k7_branch_return_right(struct model *model, uint32_t target)
{
    struct return_stack *stack = &model->return_stack;
    const bool right = stack->depth && return_stack_pop(stack) == target;

    k7_count(model, TOTAL_RETURNS, 1);
    k7_count(model, TOTAL_RETURN_STACK_HITS, right);
    k7_count(model, TOTAL_RETURNS_MISPREDICTED, !right);
    return right;
}

static bool k7_branch_is_right(struct model *model, const struct btb_entry *entry, uint32_t tag,
                               enum branch_kind kind, bool taken, uint32_t target)
{
    switch (kind) {
    case BRANCH_CONDITIONAL:
        return k7_branch_conditional_right(model, entry, tag, taken);
    case BRANCH_INDIRECT:
        if (entry && entry->target == target)
            return true;
        k7_count(model, TOTAL_INDIRECT_MISPREDICTED, 1);
        return false;
    case BRANCH_RETURN:
        return k7_branch_return_right(model, target);
    default:
        return true;
    }
}

static bool k7_branch_predict(struct model *model, uint32_t tag, enum branch_kind kind, bool taken,
                              uint32_t target)
{
    struct btb_entry *entry = btb_find(&model->btb, tag);
    const bool right = k7_branch_is_right(model, entry, tag, kind, taken, target);

    if (entry && taken)
        entry->target = target;
    else if (taken)
        btb_enter(&model->btb, tag, target, true);
    return right;
}

static void k7_branch_push_return(struct model *model, uint32_t address)
{
    const unsigned entries = model->config.branch.return_stack;

    k7_count(model, TOTAL_RETURN_STACK_OVERFLOWS, model->return_stack.depth == entries);
    return_stack_push(&model->return_stack, entries, address);
}

/* A far transfer is microcode and is not predicted. */
void k7_branch(struct model *model, const struct insn *insn, uint32_t linear, enum branch_kind kind,
               bool taken, uint32_t target)
{
    const uint32_t tag = linear + insn->length - 1;
    const bool far = kind == BRANCH_FAR;
    const bool right = far || k7_branch_predict(model, tag, kind, taken, target);

    if (insn->mnemonic == ZYDIS_MNEMONIC_CALL && !far)
        k7_branch_push_return(model, tag + 1);
    model->pending.run.taken = taken;
    model->pending.run.mispredicted = !right;
    k7_count(model, TOTAL_BRANCHES, 1);
    k7_count(model, TOTAL_TAKEN, taken);
    k7_count(model, TOTAL_FAR, far);
    k7_count(model, TOTAL_MISPREDICTED, !right);
    k7_count(model, TOTAL_MISPREDICTED_TAKEN, !right && taken);
}
