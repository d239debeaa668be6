/*
 * SPDX-License-Identifier: MIT
 * What a model knows of forms of instructions, by number: a plan is a record without padding that
 * the model fills, and alike ones are kept once.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PLANS_MOST 65536u /* a number has 16 bits */

struct plan_table {
    void *plans; /* PLANS_MOST of them; 0 is what the model puts there for one too many */
    size_t size; /* of each */
    uint32_t *next;
    uint32_t *buckets;
    unsigned count;
};

struct plan_table *plan_table_create(size_t size); /* NULL without memory */
void plan_table_destroy(struct plan_table *table);

/* Its number, from 1 on; 0 where there is room for no more, which no known program comes near. */
unsigned plan_table_number(struct plan_table *table, const void *plan);
