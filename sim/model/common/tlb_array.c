/*
 * SPDX-License-Identifier: MIT
 * Finds, fills and flushes the entries of a TLB.
 */
#include "sim/model/common/tlb_array.h"

#include <stdlib.h>

#include "sim/model/plru.h"

void tlb_array_clear(struct tlb *tlb)
{
    for (size_t i = 0; i < ((size_t)tlb->set_mask + 1) * tlb->ways; i++)
        tlb->entries[i].linear = NO_PAGE;
    for (unsigned set = 0; set <= tlb->set_mask; set++)
        tlb->ages[set] = 0;
}

int tlb_array_init(struct tlb *tlb, struct shape shape, unsigned page_shift)
{
    *tlb = (struct tlb){.ways = shape.ways, .set_mask = shape.sets - 1, .page_shift = page_shift};
    tlb->entries = calloc((size_t)shape.sets * shape.ways, sizeof *tlb->entries);
    tlb->ages = shape.sets > 1 ? calloc(shape.sets, sizeof *tlb->ages) : &tlb->only;
    if (!tlb->entries || !tlb->ages)
        return -1;
    tlb_array_clear(tlb);
    return 0;
}

void tlb_array_release(struct tlb *tlb)
{
    free(tlb->entries);
    if (tlb->ages != &tlb->only)
        free(tlb->ages);
    *tlb = (struct tlb){0};
}

/* Returns the way that holds the page, or -1. */
static inline int tlb_array_find(const struct tlb *tlb, uint32_t page_number, uint32_t linear)
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

int tlb_array_way(const struct tlb *tlb, uint32_t linear)
{
    const uint32_t page_number = linear >> tlb->page_shift;

    return tlb_array_find(tlb, page_number, page_number << tlb->page_shift);
}

static inline struct tlb_entry *tlb_array_use_way(struct tlb *tlb, uint32_t page_number,
                                                  unsigned way)
{
    const uint32_t set = page_number & tlb->set_mask;

    tlb->hints[page_number % TLB_HINTS] = (uint8_t)way;
    tlb->ages[set] = plru_touch(tlb->ages[set], tlb->ways, way);
    return &tlb->entries[set * tlb->ways + way];
}

struct tlb_entry *tlb_array_use(struct tlb *tlb, uint32_t linear)
{
    const uint32_t page_number = linear >> tlb->page_shift;
    const int way = tlb_array_find(tlb, page_number, page_number << tlb->page_shift);

    return way < 0 ? NULL : tlb_array_use_way(tlb, page_number, (unsigned)way);
}

/*
 * Does not use the hints: they only speed up the host and must not influence which way is filled.
 */
static int lowest_free(const struct tlb *tlb, uint32_t set)
{
    for (unsigned way = 0; way < tlb->ways; way++)
        if (tlb->entries[set * tlb->ways + way].linear == NO_PAGE)
            return (int)way;
    return -1;
}

struct tlb_entry *tlb_array_insert(struct tlb *tlb, const struct tlb_entry *entry)
{
    const uint32_t page_number = entry->linear >> tlb->page_shift;
    const uint32_t set = page_number & tlb->set_mask;
    int way = tlb_array_find(tlb, page_number, entry->linear);

    if (way < 0)
        way = lowest_free(tlb, set);
    if (way < 0)
        way = (int)plru_victim(tlb->ages[set], tlb->ways);
    tlb->entries[set * tlb->ways + (unsigned)way] = *entry;
    return tlb_array_use_way(tlb, page_number, (unsigned)way);
}

void tlb_array_drop(struct tlb *tlb, uint32_t linear)
{
    struct tlb_entry *entry = tlb_array_use(tlb, linear);

    if (entry)
        entry->linear = NO_PAGE;
}

void tlb_array_drop_local(struct tlb *tlb)
{
    for (size_t i = 0; i < ((size_t)tlb->set_mask + 1) * tlb->ways; i++)
        if (!tlb->entries[i].global)
            tlb->entries[i].linear = NO_PAGE;
}

/* ---- the interface of model.h for a TLB of one set ------------------------------------------- */

struct tlb_shape tlb_array_shape(struct tlb *tlb)
{
    return (struct tlb_shape){tlb->set_mask + 1, tlb->ways, tlb->ages};
}

struct tlb_touch tlb_touch_of(unsigned ways, unsigned way)
{
    return (struct tlb_touch){plru_touch(UINT64_MAX, ways, way), plru_touch(0, ways, way)};
}

unsigned tlb_way_used(const struct tlb_shape *shape)
{
    return plru_recent(*shape->tree, shape->ways);
}
