/*
 * SPDX-License-Identifier: MIT
 * Branch prediction of the P5 and P55C: predictions, misprediction penalties, and their events. On
 * the P5 only taken branches enter the BTB, and a branch that is not in it is predicted to fall
 * through (Agner 1997). The P5 has no return stack, so a RET is predicted to go to its last
 * target.
 */
#include <Zydis/Mnemonic.h>

#include "sim/model/p5/p5_state.h"
#include "sim/model/translated.h"

static unsigned branch_timing_penalty(const struct model *model, const struct insn *insn,
                                      enum branch_kind kind)
{
    const struct branch_config *config = &model->config.branch;

    switch (kind) {
    case BRANCH_CONDITIONAL:
        return insn->timing.pipe == PIPE_V ? config->conditional_v : config->conditional_u;
    case BRANCH_UNCONDITIONAL:
        return config->direct;
    default:
        return config->indirect;
    }
}

/*
 * PF and F of the P55C. In this many of the clocks lost by a flush, D1 starves (event 33h). In the
 * others EX waits for D1 and D2; until the branch was resolved, D1 held the wrong path.
 */
#define STAGES_BEFORE_D1 2u

static unsigned branch_timing_starved(unsigned clocks)
{
    return clocks < STAGES_BEFORE_D1 ? clocks : STAGES_BEFORE_D1;
}

static bool branch_timing_in_wb(const struct insn *insn, enum branch_kind kind)
{
    return kind == BRANCH_CONDITIONAL && insn->timing.pipe == PIPE_V;
}

static void branch_timing_flush(struct model *model, unsigned clocks)
{
    model->count[P5_pipeline_flushes]++;
    model->count[P55C_d1_starvation_and_fifo_is_empty] += branch_timing_starved(clocks);
    p5_state_stall(model, LOST_MISPREDICT, clocks);
    pipeline_refill(model);
}

static __attribute__((noinline)) void
branch_timing_mispredicted(struct model *model, const struct insn *insn, enum branch_kind kind)
{
    model->count[P55C_pipeline_flushes_due_to_wrong_branch_predictions]++;
    if (branch_timing_in_wb(insn, kind))
        model->count[P55C_pipeline_flushes_due_to_wrong_branch_predictions_resolved_in_wb_stage]++;
    if (kind == BRANCH_RETURN)
        model->count[P55C_mispredicted_or_unpredicted_returns]++;
    branch_timing_flush(model, branch_timing_penalty(model, insn, kind));
}

static void branch_timing_miss_adds(struct branch_miss *miss, uint64_t *count, unsigned n)
{
    miss->count[miss->counts].count = count;
    miss->count[miss->counts++].n = n;
}

/*
 * The same counts as in branch_timing_known() and branch_timing_mispredicted() for a branch
 * predicted in the wrong direction.
 */
void branch_timing_miss(struct model *model, const struct insn *insn, enum branch_kind kind,
                        bool taken, struct branch_miss *miss)
{
    uint64_t *const count = model->count;

    *miss = (struct branch_miss){.clocks = branch_timing_penalty(model, insn, kind),
                                 .refilled_at = &model->refilled_at};
    branch_timing_miss_adds(miss, &count[P5_pipeline_flushes], 1);
    branch_timing_miss_adds(miss, &count[P55C_d1_starvation_and_fifo_is_empty],
                            branch_timing_starved(miss->clocks));
    branch_timing_miss_adds(miss, &model->lost[LOST_MISPREDICT], miss->clocks);
    branch_timing_miss_adds(miss, &count[P55C_pipeline_flushes_due_to_wrong_branch_predictions], 1);
    if (branch_timing_in_wb(insn, kind))
        branch_timing_miss_adds(
            miss,
            &count[P55C_pipeline_flushes_due_to_wrong_branch_predictions_resolved_in_wb_stage], 1);
    if (!taken)
        branch_timing_miss_adds(miss, &count[P55C_btb_miss_prediction_on_not_taken_branch], 1);
}

/* A software interrupt or IRET is no flush (SDM, event 15h); its cost is included in its clocks. */
static __attribute__((noinline)) void branch_timing_far(struct model *model,
                                                        const struct insn *insn)
{
    model->count[P5_taken_branch_or_btb_hit]++;
    switch (insn->mnemonic) {
    case ZYDIS_MNEMONIC_INT:
    case ZYDIS_MNEMONIC_INT1:
    case ZYDIS_MNEMONIC_INT3:
    case ZYDIS_MNEMONIC_INTO:
    case ZYDIS_MNEMONIC_IRET:
    case ZYDIS_MNEMONIC_IRETD:
        break;
    default:
        branch_timing_flush(model, model->config.branch.far);
        return;
    }
    pipeline_refill(model);
}

/*
 * A branch that is not in the BTB is predicted to fall through, or with `backward_taken` to be
 * taken if it goes backward.
 */
static __attribute__((noinline)) void branch_timing_unknown(struct model *model,
                                                            const struct insn *insn, uint32_t tag,
                                                            enum branch_kind kind, bool taken,
                                                            uint32_t target)
{
    const bool predicting = model->predicting;
    const bool backward = predicting && model->config.branch.backward_taken &&
                          kind == BRANCH_CONDITIONAL && target <= tag;

    model->count[P5_taken_branch_or_btb_hit] += taken;
    if (taken != backward)
        branch_timing_mispredicted(model, insn, kind);
    if (taken && predicting)
        btb_enter(&model->btb, tag, target, true);
}

/* The predicted target of a branch in the BTB. */
static uint32_t branch_timing_target(struct model *model, const struct btb_entry *entry,
                                     enum branch_kind kind)
{
    struct return_stack *stack = &model->return_stack;

    if (kind != BRANCH_RETURN || !stack->depth)
        return entry->target;
    model->count[P55C_predicted_returns]++;
    return return_stack_pop(stack);
}

static void branch_timing_known(struct model *model, const struct insn *insn,
                                struct btb_entry *entry, enum branch_kind kind, bool taken,
                                uint32_t target)
{
    const bool predicted = btb_predicts(&model->btb, entry);
    const bool right_target = !taken || branch_timing_target(model, entry, kind) == target;

    model->count[P5_btb_hits]++;
    model->count[P5_taken_branch_or_btb_hit]++;
    btb_learn(&model->btb, entry, taken);
    if (taken)
        entry->target = target;
    if (predicted == taken && right_target)
        return;
    model->count[P55C_btb_false_entries] += predicted == taken;
    model->count[P55C_btb_miss_prediction_on_not_taken_branch] += predicted && !taken;
    branch_timing_mispredicted(model, insn, kind);
}

void p5_branch(struct model *model, const struct insn *insn, uint32_t linear, enum branch_kind kind,
               bool taken, uint32_t target)
{
    const uint32_t tag = linear + insn->length - 1;
    struct btb_entry *entry;

    model->count[P5_branches]++;
    model->count[P55C_taken_branches] += taken;
    if (kind == BRANCH_FAR) {
        if (taken)
            branch_timing_far(model, insn);
        return;
    }
    model->count[P55C_returns] += kind == BRANCH_RETURN;
    entry = model->predicting ? btb_find(&model->btb, tag) : NULL;
    if (entry)
        branch_timing_known(model, insn, entry, kind, taken, target);
    else
        branch_timing_unknown(model, insn, tag, kind, taken, target);
    if (model->config.branch.return_stack && insn->mnemonic == ZYDIS_MNEMONIC_CALL)
        return_stack_push(&model->return_stack, model->config.branch.return_stack, tag + 1);
}
