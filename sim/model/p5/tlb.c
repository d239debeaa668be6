/*
 * SPDX-License-Identifier: MIT
 * The translation lookaside buffers: code, data, and data for 4 MB pages.
 * No page survives a flush: the P5 has no CR4.PGE, so `global` says nothing here.
 */
#include "sim/model/p5/model_state.h"

#include <stdlib.h>

#include "sim/model/plru.h"

#define PAGE_SHIFT       12
#define LARGE_PAGE_SHIFT 22

static void tlb_clear(struct tlb *tlb)
{
    for (size_t i = 0; i < ((size_t)tlb->set_mask + 1) * tlb->ways; i++)
        tlb->entries[i].linear = NO_PAGE;
    for (unsigned set = 0; set <= tlb->set_mask; set++)
        tlb->ages[set] = 0;
}

static int tlb_init(struct tlb *tlb, struct shape shape, unsigned page_shift)
{
    *tlb = (struct tlb){.ways = shape.ways, .set_mask = shape.sets - 1, .page_shift = page_shift};
    tlb->entries = calloc((size_t)shape.sets * shape.ways, sizeof *tlb->entries);
    tlb->ages = calloc(shape.sets, sizeof *tlb->ages);
    if (!tlb->entries || !tlb->ages)
        return -1;
    tlb_clear(tlb);
    return 0;
}

int tlbs_init(struct model *model)
{
    const struct tlb_config *config = &model->config.tlb;

    if (tlb_init(&model->tlb_code, config->code, PAGE_SHIFT) != 0 ||
        tlb_init(&model->tlb_data, config->data, PAGE_SHIFT) != 0)
        return -1;
    return tlb_init(&model->tlb_large, config->data_large, LARGE_PAGE_SHIFT);
}

void tlbs_release(struct model *model)
{
    struct tlb *const tlbs[] = {&model->tlb_code, &model->tlb_data, &model->tlb_large};

    for (size_t i = 0; i < sizeof tlbs / sizeof *tlbs; i++) {
        free(tlbs[i]->entries);
        free(tlbs[i]->ages);
        *tlbs[i] = (struct tlb){0};
    }
}

/* The way that holds the page, or -1. */
static inline int find(const struct tlb *tlb, uint32_t page_number, uint32_t linear)
{
    const struct tlb_entry *set = &tlb->entries[(page_number & tlb->set_mask) * tlb->ways];
    const unsigned hint = tlb->hints[page_number % TLB_HINTS];

    if (set[hint].linear == linear)
        return (int)hint;
    for (unsigned way = 0; way < tlb->ways; way++)
        if (set[way].linear == linear)
            return (int)way;
    return -1;
}

int tlb_way(const struct tlb *tlb, uint32_t linear)
{
    const uint32_t page_number = linear >> tlb->page_shift;

    return find(tlb, page_number, page_number << tlb->page_shift);
}

static inline struct tlb_entry *use(struct tlb *tlb, uint32_t page_number, unsigned way)
{
    const uint32_t set = page_number & tlb->set_mask;

    tlb->hints[page_number % TLB_HINTS] = (uint8_t)way;
    tlb->ages[set] = plru_touch(tlb->ages[set], tlb->ways, way);
    return &tlb->entries[set * tlb->ways + way];
}

static struct tlb_entry *lookup(struct tlb *tlb, uint32_t linear)
{
    const uint32_t page_number = linear >> tlb->page_shift;
    const int way = find(tlb, page_number, page_number << tlb->page_shift);

    return way < 0 ? NULL : use(tlb, page_number, (unsigned)way);
}

const struct tlb_entry *tlb_lookup(struct model *model, enum tlb_kind kind, uint32_t linear)
{
    struct tlb_entry *entry =
        lookup(kind == TLB_CODE ? &model->tlb_code : &model->tlb_data, linear);

    if (!entry && (kind == TLB_DATA || !model->config.tlb.code_large_split))
        entry = lookup(&model->tlb_large, linear);
    model->walk_kind = kind;
    model->walk_linear = linear;
    if (!entry) {
        model->count[kind == TLB_CODE ? P5_code_tlb_miss : P5_data_tlb_miss]++;
        model->tlb_missed_at = model->clock;
    }
    return entry;
}

/* The hints say nothing here: they are the host's, and must not decide which way is filled. */
static int lowest_free(const struct tlb *tlb, uint32_t set)
{
    for (unsigned way = 0; way < tlb->ways; way++)
        if (tlb->entries[set * tlb->ways + way].linear == NO_PAGE)
            return (int)way;
    return -1;
}

static struct tlb_entry *insert(struct tlb *tlb, const struct tlb_entry *entry)
{
    const uint32_t page_number = entry->linear >> tlb->page_shift;
    const uint32_t set = page_number & tlb->set_mask;
    int way = find(tlb, page_number, entry->linear);

    if (way < 0)
        way = lowest_free(tlb, set);
    if (way < 0)
        way = (int)plru_victim(tlb->ages[set], tlb->ways);
    tlb->entries[set * tlb->ways + (unsigned)way] = *entry;
    return use(tlb, page_number, (unsigned)way);
}

struct tlb_entry *tlb_insert(struct model *model, enum tlb_kind kind, const struct tlb_entry *entry)
{
    struct tlb_entry piece = *entry;

    if (!entry->large)
        return insert(kind == TLB_CODE ? &model->tlb_code : &model->tlb_data, entry);
    if (kind == TLB_DATA || !model->config.tlb.code_large_split)
        return insert(&model->tlb_large, entry);
    piece.large = false;
    piece.linear = model->walk_linear >> PAGE_SHIFT << PAGE_SHIFT;
    piece.physical = entry->physical + (piece.linear - entry->linear);
    return insert(&model->tlb_code, &piece);
}

void tlb_flush(struct model *model)
{
    tlb_clear(&model->tlb_code);
    tlb_clear(&model->tlb_data);
    tlb_clear(&model->tlb_large);
}

static void drop(struct tlb *tlb, uint32_t linear)
{
    struct tlb_entry *entry = lookup(tlb, linear);

    if (entry)
        entry->linear = NO_PAGE;
}

void tlb_flush_page(struct model *model, uint32_t linear)
{
    drop(&model->tlb_code, linear);
    drop(&model->tlb_data, linear);
    drop(&model->tlb_large, linear);
}
