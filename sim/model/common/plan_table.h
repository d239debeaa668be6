/*
 * SPDX-License-Identifier: MIT
 * Numbered table of plans, a model's properties of instruction forms. A plan is a record without
 * padding that the model fills; equal plans are stored once.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PLANS_MOST 65536u /* a number has 16 bits */

struct plan_table {
    void *plans; /* PLANS_MOST of them; 0 is the model's plan for when the table is full */
    size_t size; /* of each plan */
    uint32_t *next;
    uint32_t *buckets;
    unsigned count;
};

struct plan_table *plan_table_create(size_t size); /* NULL if out of memory */
void plan_table_destroy(struct plan_table *table);

/*
 * Returns the plan's number, from 1 on; 0 if the table is full, which no known program comes near.
 */
unsigned plan_table_number(struct plan_table *table, const void *plan);

/* Adds a register's name to a list of a plan, if it is new and the list has room; 0 is no name. */
void plan_list_add(uint8_t *list, unsigned capacity, uint8_t *count, uint8_t name);
