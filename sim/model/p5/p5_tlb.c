/*
 * SPDX-License-Identifier: MIT
 * The P5's TLBs: code, data, and data for 4 MB pages. A flush removes every page: the P5 has no
 * CR4.PGE, so `global` has no effect.
 */
#include "sim/model/p5/p5_state.h"

int p5_tlbs_init(struct model *model)
{
    const struct tlb_config *config = &model->config.tlb;

    if (tlb_array_init(&model->tlb_code, config->code, PAGE_SHIFT) != 0 ||
        tlb_array_init(&model->tlb_data, config->data, PAGE_SHIFT) != 0)
        return -1;
    return tlb_array_init(&model->tlb_large, config->data_large, LARGE_PAGE_SHIFT);
}

void p5_tlbs_release(struct model *model)
{
    tlb_array_release(&model->tlb_code);
    tlb_array_release(&model->tlb_data);
    tlb_array_release(&model->tlb_large);
}

const struct tlb_entry *p5_tlb_lookup(struct model *model, enum tlb_kind kind, uint32_t linear)
{
    struct tlb_entry *entry =
        tlb_array_use(kind == TLB_CODE ? &model->tlb_code : &model->tlb_data, linear);

    if (!entry && (kind == TLB_DATA || !model->config.tlb.code_large_split))
        entry = tlb_array_use(&model->tlb_large, linear);
    model->walk_kind = kind;
    model->walk_linear = linear;
    if (!entry) {
        model->count[kind == TLB_CODE ? P5_code_tlb_miss : P5_data_tlb_miss]++;
        model->tlb_missed_at = model->clock;
    }
    return entry;
}

struct tlb_entry *p5_tlb_insert(struct model *model, enum tlb_kind kind,
                                const struct tlb_entry *entry)
{
    struct tlb_entry piece = *entry;

    if (!entry->large)
        return tlb_array_insert(kind == TLB_CODE ? &model->tlb_code : &model->tlb_data, entry);
    if (kind == TLB_DATA || !model->config.tlb.code_large_split)
        return tlb_array_insert(&model->tlb_large, entry);
    piece.large = false;
    piece.linear = model->walk_linear >> PAGE_SHIFT << PAGE_SHIFT;
    piece.physical = entry->physical + (piece.linear - entry->linear);
    return tlb_array_insert(&model->tlb_code, &piece);
}

struct tlb_shape p5_tlb_data_shape(struct model *model)
{
    return tlb_array_shape(&model->tlb_data);
}

void p5_tlb_flush(struct model *model)
{
    tlb_array_clear(&model->tlb_code);
    tlb_array_clear(&model->tlb_data);
    tlb_array_clear(&model->tlb_large);
}

void p5_tlb_flush_not_global(struct model *model)
{
    p5_tlb_flush(model);
}

void p5_tlb_flush_page(struct model *model, uint32_t linear)
{
    tlb_array_drop(&model->tlb_code, linear);
    tlb_array_drop(&model->tlb_data, linear);
    tlb_array_drop(&model->tlb_large, linear);
}
