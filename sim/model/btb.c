/*
 * SPDX-License-Identifier: MIT
 * The branch target buffer: who is in it, what it predicts, and what a wrong prediction costs.
 * An entry is named by the address of its branch's last byte (tag of TR9, RBIL); only taken
 * branches enter; one that is not there is predicted to fall through (Agner 1997).
 */
#include "state.h"

#include <Zydis/Mnemonic.h>
#include <stdlib.h>
#include <string.h>

#include "plru.h"

#define HISTORIES 4

/* Both rules are machines of four states, of which a new entry is in the last. */
static void init_histories(struct btb *btb, enum direction_rule rule)
{
    for (unsigned history = 0; history < HISTORIES; history++) {
        if (rule == DIRECTION_SATURATING) {
            btb->taken[history] = history >= HISTORIES / 2;
            btb->next[history][0] = (uint8_t)(history ? history - 1 : 0);
            btb->next[history][1] = (uint8_t)(history < HISTORIES - 1 ? history + 1 : history);
        } else {
            btb->taken[history] = history != 0;
            btb->next[history][0] = history << 1 & (HISTORIES - 1);
            btb->next[history][1] = (history << 1 & (HISTORIES - 1)) | 1;
        }
    }
}

int btb_init(struct btb *btb, const struct branch_config *config)
{
    const struct shape shape = config->btb;

    *btb = (struct btb){.ways = shape.ways, .set_mask = shape.sets - 1};
    while (1u << btb->way_shift < shape.ways)
        btb->way_shift++;
    init_histories(btb, config->rule);
    btb->entries = calloc((size_t)shape.sets * shape.ways, sizeof *btb->entries);
    btb->ages = calloc(shape.sets, sizeof *btb->ages);
    btb->recent = calloc(shape.sets, 1);
    return btb->entries && btb->ages && btb->recent ? 0 : -1;
}

void btb_release(struct btb *btb)
{
    free(btb->entries);
    free(btb->ages);
    free(btb->recent);
    *btb = (struct btb){0};
}

void btb_clear(struct btb *btb)
{
    memset(btb->entries, 0, ((size_t)btb->set_mask + 1) * btb->ways * sizeof *btb->entries);
    memset(btb->ages, 0, ((size_t)btb->set_mask + 1) * sizeof *btb->ages);
    memset(btb->recent, 0, (size_t)btb->set_mask + 1);
}

static inline struct btb_entry *use(struct btb *btb, unsigned set, unsigned way)
{
    btb->recent[set] = (uint8_t)way;
    btb->ages[set] = plru_touch(btb->ages[set], btb->ways, way);
    return &btb->entries[(set << btb->way_shift) + way];
}

static inline bool is_at(const struct btb_entry *entry, uint32_t tag)
{
    return entry->tag == tag && entry->valid;
}

static inline struct btb_entry *find(struct btb *btb, uint32_t tag)
{
    const unsigned set = tag & btb->set_mask;
    struct btb_entry *entries = &btb->entries[set << btb->way_shift];

    if (is_at(&entries[btb->recent[set]], tag))
        return &entries[btb->recent[set]];
    for (unsigned way = 0; way < btb->ways; way++)
        if (is_at(&entries[way], tag))
            return use(btb, set, way);
    return NULL;
}

static void allocate(struct btb *btb, uint32_t tag, uint32_t target)
{
    const unsigned set = tag & btb->set_mask;
    unsigned way = 0;
    struct btb_entry *entry;

    while (way < btb->ways && btb->entries[(set << btb->way_shift) + way].valid)
        way++;
    if (way == btb->ways)
        way = plru_victim(btb->ages[set], btb->ways);
    entry = use(btb, set, way);
    *entry =
        (struct btb_entry){.tag = tag, .target = target, .history = HISTORIES - 1, .valid = true};
}

static unsigned penalty(const struct model *model, const struct insn *insn, enum branch_kind kind)
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

/* Software interrupts and IRET are no flushes (SDM, event 15h); what they cost is in their clocks.
 */
static __attribute__((noinline)) void far_branch(struct model *model, const struct insn *insn)
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
        model->count[P5_pipeline_flushes]++;
        stall(model, LOST_MISPREDICT, model->config.branch.far);
    }
    pipeline_refill(model);
}

static __attribute__((noinline)) void mispredicted(struct model *model, const struct insn *insn,
                                                   enum branch_kind kind)
{
    model->count[P5_pipeline_flushes]++;
    stall(model, LOST_MISPREDICT, penalty(model, insn, kind));
    pipeline_refill(model);
}

/* Not there: predicted to fall through. */
static __attribute__((noinline)) void absent(struct model *model, const struct insn *insn,
                                             uint32_t tag, enum branch_kind kind, uint32_t target)
{
    model->count[P5_taken_branch_or_btb_hit]++;
    mispredicted(model, insn, kind);
    if (!(model->tr12 & TR12_NO_BRANCH_PREDICTION))
        allocate(&model->btb, tag, target);
}

void model_branch(struct model *model, const struct insn *insn, uint32_t linear,
                  enum branch_kind kind, bool taken, uint32_t target)
{
    const uint32_t tag = linear + insn->length - 1;
    struct btb_entry *entry;
    bool right;

    model->count[P5_branches]++;
    if (kind == BRANCH_FAR) {
        if (taken)
            far_branch(model, insn);
        return;
    }
    entry = model->tr12 & TR12_NO_BRANCH_PREDICTION ? NULL : find(&model->btb, tag);
    if (!entry) {
        if (taken)
            absent(model, insn, tag, kind, target);
        return;
    }
    model->count[P5_btb_hits]++;
    model->count[P5_taken_branch_or_btb_hit]++;
    right = model->btb.taken[entry->history] == taken && (!taken || entry->target == target);
    entry->history = model->btb.next[entry->history][taken];
    if (taken)
        entry->target = target;
    if (!right)
        mispredicted(model, insn, kind);
}
