/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's TLBs. The code TLB holds a large page in pieces of 4 KB (SDM, table 11-1); the
 * data TLB has as many separate entries for large pages as for small ones.
 */
#include "sim/model/netburst/netburst_state.h"

int netburst_tlbs_init(struct model *model)
{
    const struct tlb_config *config = &model->config.tlb;

    if (tlb_array_init(&model->tlb_code, config->code, PAGE_SHIFT) != 0 ||
        tlb_array_init(&model->tlb_data, config->data, PAGE_SHIFT) != 0)
        return -1;
    return tlb_array_init(&model->tlb_data_large, config->data_large, LARGE_PAGE_SHIFT);
}

void netburst_tlbs_release(struct model *model)
{
    tlb_array_release(&model->tlb_code);
    tlb_array_release(&model->tlb_data);
    tlb_array_release(&model->tlb_data_large);
}

const struct tlb_entry *netburst_tlb_lookup(struct model *model, enum tlb_kind kind,
                                            uint32_t linear)
{
    const bool code = kind == TLB_CODE;
    struct tlb_entry *entry = tlb_array_use(code ? &model->tlb_code : &model->tlb_data, linear);

    if (!entry && !code)
        entry = tlb_array_use(&model->tlb_data_large, linear);
    model->walk_kind = kind;
    if (entry)
        return entry;
    netburst_add_events(model, code ? LINE_WALKS_CODE : LINE_WALKS_DATA, 1);
    netburst_add_events(model, LINE_ITLB_MISSES, code);
    model->walked |= !code;
    *netburst_walk_wait(model) += model->config.tlb.walk;
    return NULL;
}

/*
 * The entry of a large page does not contain the address looked up. Each 4 KB piece is therefore
 * looked up and entered separately.
 */
struct tlb_entry *netburst_tlb_insert(struct model *model, enum tlb_kind kind,
                                      const struct tlb_entry *entry)
{
    if (kind == TLB_CODE)
        return tlb_array_insert(&model->tlb_code, entry);
    return tlb_array_insert(entry->large ? &model->tlb_data_large : &model->tlb_data, entry);
}

struct tlb_shape netburst_tlb_data_shape(struct model *model)
{
    return tlb_array_shape(&model->tlb_data);
}

void netburst_tlb_flush(struct model *model)
{
    tlb_array_clear(&model->tlb_code);
    tlb_array_clear(&model->tlb_data);
    tlb_array_clear(&model->tlb_data_large);
}

void netburst_tlb_flush_not_global(struct model *model)
{
    tlb_array_drop_local(&model->tlb_code);
    tlb_array_drop_local(&model->tlb_data);
    tlb_array_drop_local(&model->tlb_data_large);
}

void netburst_tlb_flush_page(struct model *model, uint32_t linear)
{
    tlb_array_drop(&model->tlb_code, linear);
    tlb_array_drop(&model->tlb_data, linear);
    tlb_array_drop(&model->tlb_data_large, linear);
}
