/*
 * SPDX-License-Identifier: MIT
 * Table of plans: numbers are assigned in order, and equal plans are found by a hash.
 */
#include "sim/model/common/plan_table.h"

#include <stdlib.h>
#include <string.h>

#define BUCKETS 4096u

struct plan_table *plan_table_create(size_t size)
{
    struct plan_table *table = calloc(1, sizeof *table);

    if (!table)
        return NULL;
    table->size = size;
    table->plans = calloc(PLANS_MOST, size); /* pages are only touched as the table fills */
    table->next = calloc(PLANS_MOST, sizeof *table->next);
    table->buckets = calloc(BUCKETS, sizeof *table->buckets);
    if (table->plans && table->next && table->buckets)
        return table;
    plan_table_destroy(table);
    return NULL;
}

void plan_table_destroy(struct plan_table *table)
{
    if (!table)
        return;
    free(table->plans);
    free(table->next);
    free(table->buckets);
    free(table);
}

/* FNV-1a (Fowler, Noll and Vo). */
static uint32_t plan_table_hash(const uint8_t *bytes, size_t length)
{
    uint32_t value = 2166136261u;

    for (size_t i = 0; i < length; i++)
        value = (value ^ bytes[i]) * 16777619u;
    return value;
}

unsigned plan_table_number(struct plan_table *table, const void *plan)
{
    uint8_t *plans = table->plans;
    uint32_t *bucket = &table->buckets[plan_table_hash(plan, table->size) % BUCKETS];

    for (uint32_t at = *bucket; at; at = table->next[at])
        if (memcmp(plans + at * table->size, plan, table->size) == 0)
            return at;
    if (table->count == PLANS_MOST - 1)
        return 0;
    table->count++;
    memcpy(plans + table->count * table->size, plan, table->size);
    table->next[table->count] = *bucket;
    return *bucket = table->count;
}

void plan_list_add(uint8_t *list, unsigned capacity, uint8_t *count, uint8_t name)
{
    for (unsigned i = 0; i < *count; i++)
        if (list[i] == name)
            return;
    if (name && *count < capacity)
        list[(*count)++] = name;
}
