/*
 * SPDX-License-Identifier: MIT
 * One translation lookaside buffer: which pages it holds, and which is replaced next.
 */
#pragma once

#include <stdbool.h>

#include "sim/model/model.h"
#include "sim/model/parameter_types.h"

#define PAGE_SHIFT       12
#define LARGE_PAGE_SHIFT 22

#define TLB_HINTS 64

struct tlb {
    struct tlb_entry *entries; /* `linear` is NO_PAGE in an empty entry */
    uint64_t *ages, only;      /* for each set; with one set `ages` points to `only` */
    unsigned ways, set_mask, page_shift;
    uint8_t hints[TLB_HINTS]; /* the way that hit last, by page number */
};

#define NO_PAGE 1u

struct tlb_shape tlb_array_shape(struct tlb *tlb);

/* For pages of 2^page_shift bytes. Returns 0, or -1 if out of memory. */
int tlb_array_init(struct tlb *tlb, struct shape shape, unsigned page_shift);
void tlb_array_release(struct tlb *tlb);
void tlb_array_clear(struct tlb *tlb);

/* Returns the way that holds the address's page, or -1. Changes nothing. */
int tlb_array_way(const struct tlb *tlb, uint32_t linear);

/* Returns the entry that holds the page and marks it as used, or NULL. */
struct tlb_entry *tlb_array_use(struct tlb *tlb, uint32_t linear);

/* Replaces the page's own entry, else an empty one, else the least recently used one of its set. */
struct tlb_entry *tlb_array_insert(struct tlb *tlb, const struct tlb_entry *entry);

/* Drop this page's entry; drop all entries without `global`. */
void tlb_array_drop(struct tlb *tlb, uint32_t linear);
void tlb_array_drop_local(struct tlb *tlb);
