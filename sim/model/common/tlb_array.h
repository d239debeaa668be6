/*
 * SPDX-License-Identifier: MIT
 * One translation lookaside buffer: which pages it holds, and which goes next.
 */
#pragma once

#include <stdbool.h>

#include "sim/model/model.h"
#include "sim/model/parameter_types.h"

#define PAGE_SHIFT       12
#define LARGE_PAGE_SHIFT 22

#define TLB_HINTS 64

struct tlb {
    struct tlb_entry *entries; /* NO_PAGE in linear where there is none */
    uint64_t *ages, only;      /* of each set; of one set the latter */
    unsigned ways, set_mask, page_shift;
    uint8_t hints[TLB_HINTS]; /* the way that hit last, by page number */
};

#define NO_PAGE 1u

struct tlb_shape tlb_array_shape(struct tlb *tlb);

/* For pages of 2^page_shift bytes. 0, or -1 without memory. */
int tlb_array_init(struct tlb *tlb, struct shape shape, unsigned page_shift);
void tlb_array_release(struct tlb *tlb);
void tlb_array_clear(struct tlb *tlb);

/* The way that holds the page of that address, or -1. Changes nothing. */
int tlb_array_way(const struct tlb *tlb, uint32_t linear);

/* The entry that holds it, which is used by that, or NULL. */
struct tlb_entry *tlb_array_use(struct tlb *tlb, uint32_t linear);

/* In place of the page's own, an empty, or the least recently used entry of its set. */
struct tlb_entry *tlb_array_insert(struct tlb *tlb, const struct tlb_entry *entry);

/* That page; or all but those with `global` set. */
void tlb_array_drop(struct tlb *tlb, uint32_t linear);
void tlb_array_drop_local(struct tlb *tlb);
