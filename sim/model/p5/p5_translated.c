/*
 * SPDX-License-Identifier: MIT
 * The P5 model's interface for translated code: hits in the lines and branches used last.
 */
#include "sim/model/translated.h"
#include "sim/model/p5/p5_state.h"

bool p5_translated_places(struct model *model, struct model_places *places)
{
    uint64_t *const count = model->count;
    const struct model_config *config = &model->config;

    *places = (struct model_places){
        .clock = &model->clock,
        .tally =
            {
                [TALLY_INSTRUCTIONS] = &count[P5_instructions_executed],
                [TALLY_V_PIPE] = &count[P5_instructions_executed_in_v_pipe],
                [TALLY_INTERLOCKS] = &count[P5_pipeline_stalled_address_generation_interlock],
                [TALLY_CODE_READS] = &count[P5_code_read],
                [TALLY_DATA_READS] = &count[P5_data_read],
                [TALLY_DATA_WRITES] = &count[P5_data_write],
                [TALLY_WRITE_HITS] = &count[P5_write_to_M_or_E_lines],
                [TALLY_BOTH_PIPES] = &count[P5_memory_accesses_in_both_pipes],
                [TALLY_BANK_CONFLICTS] = &count[P5_bank_conflicts],
                [TALLY_BANK_CLOCKS] = &model->lost[LOST_BANK],
                [TALLY_BRANCHES] = &count[P5_branches],
                [TALLY_TAKEN] = &count[P55C_taken_branches],
                [TALLY_TAKEN_OR_HIT] = &count[P5_taken_branch_or_btb_hit],
                [TALLY_BTB_HITS] = &count[P5_btb_hits],
                [TALLY_RETURNS] = &count[P55C_returns],
                [TALLY_PREDICTED_RETURNS] = &count[P55C_predicted_returns],
                [TALLY_FLOPS] = &count[P5_flops],
                [TALLY_X87_CLOCKS] = &model->lost[LOST_X87],
            },
        .code_changes = &model->code.changes,
        .code_line = &model->code_line,
        .tail = &model->tail,
        .clocks_before = &model->clocks_before,
        .retired_at = &model->retired_at,
        .data_sets = config->cache.data.sets,
        .bank_conflict = config->cache.bank_conflict,
        .returns = {.entries = config->branch.return_stack,
                    .addresses = model->return_stack.addresses,
                    .top = &model->return_stack.top,
                    .depth = &model->return_stack.depth,
                    .mask = RETURN_STACK_MAX - 1},
    };
    return !model->free_causes && config->cache.data.sets <= NEAR_LINES;
}

void p5_translated_x87_places(struct model *model, struct x87_places *places)
{
    *places = (struct x87_places){
        .free = &model->x87_free,
        .multiplier_free = &model->multiplier_free,
        .ready = model->x87_ready,
        .top = &model->x87_top,
        .multiply_issue = model->config.x87.multiply_issue,
    };
}

bool p5_translated_x87_plan(const struct model *model, const struct insn *insn,
                            struct x87_plan *plan)
{
    const struct insn_timing *timing = &insn->timing;

    *plan = (struct x87_plan){.waits = true};
    switch (timing->fpu) {
    case X87_EXCHANGE:
        plan->exchanges = true;
        plan->exchanged = x87_timing_exchanged(&timing->x87);
        plan->waits = timing->pipe != PIPE_V;
        return true;
    case X87_MULTIPLY:
        plan->multiplies = true;
        return true;
    case X87_STORE:
        plan->early = model->config.x87.store_early;
        return true;
    case X87_PLAIN:
        return true;
    default:
        return false;
    }
}

bool p5_translated_x87_is_plain(const struct model *model)
{
    return !model->mmx_state && !cesr_wants_flops(&model->counters);
}

void p5_translated_set_near_lines(struct model *model, struct near_line *lines)
{
    model->data.near = lines;
    for (unsigned set = 0; lines && set <= model->data.set_mask; set++)
        near_line_forget(&lines[set]);
}

unsigned p5_translated_near(const struct model *model, uint32_t physical)
{
    const uint32_t line = physical >> LINE_SHIFT;
    const struct cache *data = &model->data;
    const unsigned set = line & data->set_mask;

    if (!line_cache_is_recent(data, line) ||
        (line == model->data_fill.line &&
         (model->clock < model->data_fill.until || model->data_fill.read != ALL_CHUNKS)))
        return 0;
    if (data->states[(set << data->way_shift) + data->recent[set]] != LINE_MODIFIED)
        return NEAR_READ;
    return NEAR_READ | NEAR_WRITE;
}

/*
 * Without a change in the code cache no line is filled, so the conditions on `fresh_line` and
 * `code_fill` remain true: see code_fetch.c.
 */
bool p5_translated_fetch_is_plain(const struct model *model, uint32_t physical, unsigned bytes)
{
    const uint32_t first = physical >> LINE_SHIFT;
    const uint32_t last = (physical + bytes - 1) >> LINE_SHIFT;

    if (!model->predicting || model->fresh || model->clock < model->code_fill.until ||
        (first != last && model->fresh_line != NO_LINE))
        return false;
    for (uint32_t line = first; line <= last; line++)
        if (!line_cache_is_recent(&model->code, line))
            return false;
    return true;
}

void p5_translated_fetch(struct model *model, uint32_t physical, unsigned bytes, bool jumped)
{
    const uint32_t first = physical >> LINE_SHIFT;
    const uint32_t last = (physical + bytes - 1) >> LINE_SHIFT;

    model->count[P5_code_read] += last - first + (jumped | (first != model->code_line));
    model->code_line = last;
}

void p5_translated_entry_wait(struct model *model, const struct insn *insn)
{
    issue_entry_interlock(model, insn);
}

void p5_translated_paired(struct model *model, const struct insn *u, uint32_t address)
{
    model->paired_access = u;
    model->paired_physical = address;
}

void p5_translated_unpaired(struct model *model)
{
    model->paired_access = NULL;
}

bool p5_translated_branch_place(const struct model *model, uint32_t tag, uint32_t target,
                                struct branch_place *place)
{
    const struct btb *btb = &model->btb;
    const unsigned set = tag & btb->set_mask;

    if (btb->ways > BRANCH_WAYS)
        return false;
    *place = (struct branch_place){
        .entries = &btb->entries[set << btb->way_shift],
        .recent = &btb->recent[set],
        .size_shift = (unsigned)__builtin_ctz(sizeof(struct btb_entry)),
        .tag = offsetof(struct btb_entry, tag),
        .target = offsetof(struct btb_entry, target),
        .state = offsetof(struct btb_entry, history),
        .valid = offsetof(struct btb_entry, valid),
        .two_levels = btb->two_levels,
        .counters = offsetof(struct btb_entry, counters),
        .settled = {0x100, 0x100 | (btb->two_levels ? BTB_HISTORIES - 1 : BTB_STATES - 1)},
        .ways = btb->ways,
        .falls_through = !model->config.branch.backward_taken || target > tag,
    };
    return true;
}

void p5_translated_next_states(const struct model *model, uint16_t next[2][BRANCH_STATES])
{
    const struct btb *btb = &model->btb;

    for (unsigned outcome = 0; outcome < 2; outcome++)
        for (unsigned state = 0; state < BTB_STATES; state++)
            next[outcome][state] =
                btb->next[state][outcome] | (btb->taken[state] == outcome ? 0 : BRANCH_MISSED);
}

_Static_assert(BTB_STATES == BRANCH_STATES, "the table has the states of the BTB");
_Static_assert(offsetof(struct btb_entry, valid) == offsetof(struct btb_entry, history) + 1 &&
                   offsetof(struct btb_entry, target) == offsetof(struct btb_entry, tag) + 4,
               "translated code compares two fields at a time");
_Static_assert((sizeof(struct btb_entry) & (sizeof(struct btb_entry) - 1)) == 0,
               "translated code finds an entry by a shift");
_Static_assert(sizeof(struct unit_tail) == 8, "translated code stores all of it at once");
