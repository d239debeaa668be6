/*
 * SPDX-License-Identifier: MIT
 * The P6's TLBs: code and data, each for pages of 4 KB and of 4 MB. A page with CR4.PGE's global
 * bit survives a load of CR3.
 */
#include "sim/model/p6/p6_state.h"

int p6_tlbs_init(struct model *model)
{
    const struct tlb_config *config = &model->config.tlb;

    if (tlb_array_init(&model->tlb_code, config->code, PAGE_SHIFT) != 0 ||
        tlb_array_init(&model->tlb_code_large, config->code_large, LARGE_PAGE_SHIFT) != 0 ||
        tlb_array_init(&model->tlb_data, config->data, PAGE_SHIFT) != 0)
        return -1;
    return tlb_array_init(&model->tlb_data_large, config->data_large, LARGE_PAGE_SHIFT);
}

void p6_tlbs_release(struct model *model)
{
    tlb_array_release(&model->tlb_code);
    tlb_array_release(&model->tlb_code_large);
    tlb_array_release(&model->tlb_data);
    tlb_array_release(&model->tlb_data_large);
}

static struct tlb *p6_tlb_for(struct model *model, enum tlb_kind kind, bool large)
{
    if (kind == TLB_CODE)
        return large ? &model->tlb_code_large : &model->tlb_code;
    return large ? &model->tlb_data_large : &model->tlb_data;
}

/* A P6 has no event for data misses. */
const struct tlb_entry *p6_tlb_lookup(struct model *model, enum tlb_kind kind, uint32_t linear)
{
    struct tlb_entry *entry = tlb_array_use(p6_tlb_for(model, kind, false), linear);

    if (!entry)
        entry = tlb_array_use(p6_tlb_for(model, kind, true), linear);
    model->walk_kind = kind;
    if (!entry) {
        p6_count(model, TOTAL_ITLB_MISSES, kind == TLB_CODE);
        *p6_walk_wait(model) += model->config.tlb.walk;
    }
    return entry;
}

struct tlb_entry *p6_tlb_insert(struct model *model, enum tlb_kind kind,
                                const struct tlb_entry *entry)
{
    return tlb_array_insert(p6_tlb_for(model, kind, entry->large), entry);
}

struct tlb_shape p6_tlb_data_shape(struct model *model)
{
    return tlb_array_shape(&model->tlb_data);
}

void p6_tlb_flush(struct model *model)
{
    tlb_array_clear(&model->tlb_code);
    tlb_array_clear(&model->tlb_code_large);
    tlb_array_clear(&model->tlb_data);
    tlb_array_clear(&model->tlb_data_large);
}

void p6_tlb_flush_not_global(struct model *model)
{
    tlb_array_drop_local(&model->tlb_code);
    tlb_array_drop_local(&model->tlb_code_large);
    tlb_array_drop_local(&model->tlb_data);
    tlb_array_drop_local(&model->tlb_data_large);
}

void p6_tlb_flush_page(struct model *model, uint32_t linear)
{
    tlb_array_drop(&model->tlb_code, linear);
    tlb_array_drop(&model->tlb_code_large, linear);
    tlb_array_drop(&model->tlb_data, linear);
    tlb_array_drop(&model->tlb_data_large, linear);
}
