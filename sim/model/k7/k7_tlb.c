/*
 * SPDX-License-Identifier: MIT
 * The K7's TLBs: a first level each for code and data, fully associative, for pages of 4 KB and of
 * 4 MB; a second level for pages of 4 KB. Entries of the first level are entered into the second
 * too.
 */
#include <string.h>

#include "sim/model/k7/k7_state.h"

static void k7_tlb_set_size(struct k7_tlb *tlb, unsigned size, unsigned page_shift)
{
    *tlb = (struct k7_tlb){.size = size, .page_shift = page_shift};
}

int k7_tlbs_init(struct model *model)
{
    const struct tlb_config *config = &model->config.tlb;

    k7_tlb_set_size(&model->tlb_code, config->code, PAGE_SHIFT);
    k7_tlb_set_size(&model->tlb_code_large, config->code_large, LARGE_PAGE_SHIFT);
    k7_tlb_set_size(&model->tlb_data, config->data, PAGE_SHIFT);
    k7_tlb_set_size(&model->tlb_data_large, config->data_large, LARGE_PAGE_SHIFT);
    if (tlb_array_init(&model->tlb_code_l2, config->code_l2, PAGE_SHIFT) != 0)
        return -1;
    return tlb_array_init(&model->tlb_data_l2, config->data_l2, PAGE_SHIFT);
}

void k7_tlbs_release(struct model *model)
{
    tlb_array_release(&model->tlb_code_l2);
    tlb_array_release(&model->tlb_data_l2);
}

/* ---- the first level ------------------------------------------------------------------------- */

/* Finds the entry and moves it to the front. */
static struct tlb_entry *k7_tlb_use(struct k7_tlb *tlb, uint32_t linear)
{
    const uint32_t page = linear >> tlb->page_shift << tlb->page_shift;

    for (unsigned i = 0; i < tlb->count; i++) {
        const struct tlb_entry found = tlb->entries[i];

        if (found.linear != page)
            continue;
        memmove(&tlb->entries[1], &tlb->entries[0], i * sizeof tlb->entries[0]);
        tlb->entries[0] = found;
        return &tlb->entries[0];
    }
    return NULL;
}

static struct tlb_entry *k7_tlb_enter(struct k7_tlb *tlb, const struct tlb_entry *entry)
{
    if (k7_tlb_use(tlb, entry->linear)) {
        tlb->entries[0] = *entry;
        return &tlb->entries[0];
    }
    if (tlb->count < tlb->size)
        tlb->count++;
    memmove(&tlb->entries[1], &tlb->entries[0], (tlb->count - 1) * sizeof tlb->entries[0]);
    tlb->entries[0] = *entry;
    return &tlb->entries[0];
}

static void k7_tlb_drop(struct k7_tlb *tlb, unsigned i)
{
    tlb->count--;
    memmove(&tlb->entries[i], &tlb->entries[i + 1], (tlb->count - i) * sizeof tlb->entries[0]);
}

static void k7_tlb_drop_page(struct k7_tlb *tlb, uint32_t linear)
{
    if (k7_tlb_use(tlb, linear))
        k7_tlb_drop(tlb, 0);
}

static void k7_tlb_drop_local(struct k7_tlb *tlb)
{
    for (unsigned i = tlb->count; i > 0; i--)
        if (!tlb->entries[i - 1].global)
            k7_tlb_drop(tlb, i - 1);
}

static struct k7_tlb *k7_tlb_first_level(struct model *model, enum tlb_kind kind, bool large)
{
    if (kind == TLB_CODE)
        return large ? &model->tlb_code_large : &model->tlb_code;
    return large ? &model->tlb_data_large : &model->tlb_data;
}

static struct tlb *k7_tlb_second_level(struct model *model, enum tlb_kind kind)
{
    return kind == TLB_CODE ? &model->tlb_code_l2 : &model->tlb_data_l2;
}

/* ---- both levels ----------------------------------------------------------------------------- */

const struct tlb_entry *k7_tlb_lookup(struct model *model, enum tlb_kind kind, uint32_t linear)
{
    const bool code = kind == TLB_CODE;
    const struct tlb_entry *entry = k7_tlb_use(k7_tlb_first_level(model, kind, false), linear);

    if (!entry)
        entry = k7_tlb_use(k7_tlb_first_level(model, kind, true), linear);
    if (entry)
        return entry;
    model->walk_kind = kind;
    entry = tlb_array_use(k7_tlb_second_level(model, kind), linear);
    if (entry) {
        k7_count(model, code ? TOTAL_ITLB_L2_HITS : TOTAL_DTLB_L2_HITS, 1);
        *k7_walk_wait(model) += model->config.tlb.l2_hit;
        return k7_tlb_enter(k7_tlb_first_level(model, kind, false), entry);
    }
    k7_count(model, code ? TOTAL_ITLB_MISSES : TOTAL_DTLB_MISSES, 1);
    *k7_walk_wait(model) += model->config.tlb.walk;
    return NULL;
}

struct tlb_entry *k7_tlb_insert(struct model *model, enum tlb_kind kind,
                                const struct tlb_entry *entry)
{
    if (!entry->large)
        tlb_array_insert(k7_tlb_second_level(model, kind), entry);
    return k7_tlb_enter(k7_tlb_first_level(model, kind, entry->large), entry);
}

/* It has no pseudo-LRU tree. */
struct tlb_shape k7_tlb_data_shape(struct model *model)
{
    return (struct tlb_shape){.sets = 1, .ways = model->tlb_data.size};
}

void k7_tlb_flush(struct model *model)
{
    model->tlb_code.count = model->tlb_code_large.count = 0;
    model->tlb_data.count = model->tlb_data_large.count = 0;
    tlb_array_clear(&model->tlb_code_l2);
    tlb_array_clear(&model->tlb_data_l2);
}

void k7_tlb_flush_not_global(struct model *model)
{
    k7_tlb_drop_local(&model->tlb_code);
    k7_tlb_drop_local(&model->tlb_code_large);
    k7_tlb_drop_local(&model->tlb_data);
    k7_tlb_drop_local(&model->tlb_data_large);
    tlb_array_drop_local(&model->tlb_code_l2);
    tlb_array_drop_local(&model->tlb_data_l2);
}

void k7_tlb_flush_page(struct model *model, uint32_t linear)
{
    k7_tlb_drop_page(&model->tlb_code, linear);
    k7_tlb_drop_page(&model->tlb_code_large, linear);
    k7_tlb_drop_page(&model->tlb_data, linear);
    k7_tlb_drop_page(&model->tlb_data_large, linear);
    tlb_array_drop(&model->tlb_code_l2, linear);
    tlb_array_drop(&model->tlb_data_l2, linear);
}
