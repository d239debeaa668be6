/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's branch prediction. A branch in the BTB is predicted by its last outcomes, a
 * return by the return stack. A branch that is not in the BTB is predicted statically: backward
 * taken, forward not taken (optimization manual).
 */
#include "sim/model/netburst/netburst_state.h"

int netburst_branches_init(struct model *model)
{
    const struct btb_config btb = {
        .shape = model->config.branch.btb,
        .rule = DIRECTION_TWO_LEVELS,
        .random = model->config.branch.random_replacement,
        .seed = model->config.seed,
    };

    return btb_init(&model->btb, &btb);
}

static bool netburst_branch_predict(struct model *model, uint32_t tag, enum branch_kind kind,
                                    bool taken, uint32_t target)
{
    struct btb_entry *entry = btb_find(&model->btb, tag);
    const bool predicted_taken = entry ? btb_predicts(&model->btb, entry) : target < tag;
    bool right = true;

    if (kind == BRANCH_RETURN) {
        struct return_stack *stack = &model->return_stack;
        return stack->depth && return_stack_pop(stack) == target;
    }
    if (kind == BRANCH_CONDITIONAL)
        right = predicted_taken == taken;
    else if (kind == BRANCH_INDIRECT)
        right = entry && entry->target == target;
    if (entry)
        btb_learn(&model->btb, entry, taken);
    if (entry && taken)
        entry->target = target;
    else if (!entry && taken)
        btb_enter(&model->btb, tag, target, true);
    return right;
}

static void netburst_branch_count_kind(struct model *model, enum branch_kind kind, bool call,
                                       bool right)
{
    const unsigned conditionals = model->config.counters.erratum_doubled ? 2 : 1;
    const bool indirect = kind == BRANCH_INDIRECT || kind == BRANCH_RETURN;

    netburst_add_events(model, LINE_CONDITIONAL, kind == BRANCH_CONDITIONAL ? conditionals : 0);
    netburst_add_events(model, LINE_CALL, call);
    netburst_add_events(model, LINE_RETURN, kind == BRANCH_RETURN);
    netburst_add_events(model, LINE_INDIRECT, indirect);
    if (right)
        return;
    netburst_add_events(model, LINE_WRONG_CONDITIONAL, kind == BRANCH_CONDITIONAL);
    netburst_add_events(model, LINE_WRONG_CALL, call);
    netburst_add_events(model, LINE_WRONG_RETURN, kind == BRANCH_RETURN);
    netburst_add_events(model, LINE_WRONG_INDIRECT, indirect);
}

/* A far transfer is microcode: it is not predicted, and never mispredicted. */
void netburst_branch(struct model *model, const struct insn *insn, uint32_t linear,
                     enum branch_kind kind, bool taken, uint32_t target)
{
    const uint32_t tag = linear + insn->length - 1;
    const bool call = model->pending.plan->attributes & PLAN_CALLS;
    const bool far = kind == BRANCH_FAR;
    const bool right = far || netburst_branch_predict(model, tag, kind, taken, target);

    if (call)
        return_stack_push(&model->return_stack, model->config.branch.return_stack, tag + 1);
    model->pending.run.mispredicted = !right;
    if (taken)
        netburst_record_branch(model, linear, target, right);
    if (!model->counters.running)
        return;
    netburst_add_events(model,
                        taken   ? right ? LINE_BRANCH_TP : LINE_BRANCH_TM
                        : right ? LINE_BRANCH_NP
                                : LINE_BRANCH_NM,
                        1);
    if (!far)
        netburst_branch_count_kind(model, kind, call, right);
}
