/*
 * SPDX-License-Identifier: MIT
 * The P6's branch prediction: two-level prediction by the BTB, static prediction by the decoder,
 * mispredictions. Every near branch enters the BTB when it first executes, taken or not (AGN);
 * returns are predicted by the return stack.
 */
#include <Zydis/Mnemonic.h>

#include "sim/model/p6/p6_state.h"

struct p6_prediction {
    bool right;
    bool by_decoder; /* the decoder redirected fetching: BACLEARS */
};

/* Returns whether the return stack, or if it is empty `otherwise`, predicts the target. */
static bool p6_branch_return_right(struct model *model, uint32_t otherwise, uint32_t target)
{
    struct return_stack *stack = &model->return_stack;

    return (stack->depth ? return_stack_pop(stack) : otherwise) == target;
}

/*
 * Prediction by the decoder: backward branches are taken, direct branches have known targets,
 * indirect ones are not predicted.
 */
static struct p6_prediction p6_branch_predict_static(struct model *model, uint32_t linear,
                                                     enum branch_kind kind, bool taken,
                                                     uint32_t target)
{
    const bool backward = target <= linear;

    switch (kind) {
    case BRANCH_CONDITIONAL:
        return (struct p6_prediction){.right = taken == backward, .by_decoder = backward};
    case BRANCH_UNCONDITIONAL:
        return (struct p6_prediction){.right = true, .by_decoder = true};
    case BRANCH_RETURN:
        return (struct p6_prediction){.right = p6_branch_return_right(model, target + 1, target),
                                      .by_decoder = true};
    default:
        return (struct p6_prediction){0};
    }
}

static struct p6_prediction p6_branch_predict_btb(struct model *model, struct btb_entry *entry,
                                                  enum branch_kind kind, bool taken,
                                                  uint32_t target)
{
    const bool predicted = btb_predicts(&model->btb, entry);
    bool target_right = entry->target == target;

    if (kind == BRANCH_RETURN)
        target_right = p6_branch_return_right(model, entry->target, target);
    btb_learn(&model->btb, entry, taken);
    if (taken)
        entry->target = target;
    return (struct p6_prediction){.right = predicted == taken && (!taken || target_right)};
}

static struct p6_prediction p6_branch_predict(struct model *model, uint32_t tag,
                                              enum branch_kind kind, bool taken, uint32_t target)
{
    struct btb_entry *entry = btb_find(&model->btb, tag);
    struct p6_prediction prediction;

    if (entry)
        return p6_branch_predict_btb(model, entry, kind, taken, target);
    p6_count(model, TOTAL_BTB_MISSES, 1);
    prediction = p6_branch_predict_static(model, tag, kind, taken, target);
    p6_count(model, TOTAL_BACLEARS, prediction.by_decoder);
    btb_enter(&model->btb, tag, target, taken);
    return prediction;
}

/* Bits of DEBUGCTL: SDM volume 3, 17.14 (P6) and 17.4.1. */
#define DEBUG_LAST_BRANCH      1u /* the last taken branch is recorded */
#define DEBUG_STEP_ON_BRANCHES 2u /* BTF */

/* #DB clears both bits, so that its handler starts with neither. */
void p6_debug_exception(struct model *model)
{
    model->debug_control &= ~(uint64_t)(DEBUG_LAST_BRANCH | DEBUG_STEP_ON_BRANCHES);
}

bool p6_steps_on_branches(const struct model *model)
{
    return model->debug_control & DEBUG_STEP_ON_BRANCHES;
}

uint64_t p6_branches_taken(const struct model *model)
{
    return model->branches_taken;
}

static void p6_branch_count(struct model *model, bool taken, bool right)
{
    p6_count(model, TOTAL_BRANCHES, 1);
    p6_count(model, TOTAL_TAKEN, taken);
    p6_count(model, TOTAL_MISPREDICTED, !right);
    p6_count(model, TOTAL_MISPREDICTED_TAKEN, !right && taken);
}

/* A far transfer is microcode that restarts fetching: it is not predicted. */
void p6_branch(struct model *model, const struct insn *insn, uint32_t linear, enum branch_kind kind,
               bool taken, uint32_t target)
{
    const uint32_t tag = linear + insn->length - 1;
    struct p6_run *run = &model->pending.run;
    struct p6_prediction prediction = {.right = true};

    if (kind != BRANCH_FAR)
        prediction = p6_branch_predict(model, tag, kind, taken, target);
    if (insn->mnemonic == ZYDIS_MNEMONIC_CALL && kind != BRANCH_FAR)
        return_stack_push(&model->return_stack, model->config.branch.return_stack, tag + 1);
    run->taken = taken;
    run->target = target;
    run->mispredicted = !prediction.right;
    run->decoder_target = taken && prediction.right && prediction.by_decoder;
    p6_branch_count(model, taken, prediction.right);
    model->branches_taken += taken;
    if (taken && (model->debug_control & DEBUG_LAST_BRANCH)) {
        model->last_branch[0] = linear;
        model->last_branch[1] = target;
    }
}
