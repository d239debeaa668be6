/*
 * SPDX-License-Identifier: MIT
 * Keeping one plan for all instructions that are alike.
 */
#include "sim/model/k7/k7_plan.h"

#include <stdlib.h>
#include <string.h>

struct k7_plans *k7_plans_create(void)
{
    struct k7_plans *plans = calloc(1, sizeof *plans);

    if (!plans)
        return NULL;
    plans->plans = calloc(K7_PLANS_MOST, sizeof *plans->plans); /* touched as it fills */
    if (plans->plans)
        return plans;
    free(plans);
    return NULL;
}

void k7_plans_destroy(struct k7_plans *plans)
{
    if (plans)
        free(plans->plans);
    free(plans);
}

/* FNV-1a (Fowler, Noll and Vo). */
static uint32_t hash(const struct k7_plan *plan)
{
    const uint8_t *bytes = (const uint8_t *)plan;
    uint32_t value = 2166136261u;

    for (size_t i = 0; i < offsetof(struct k7_plan, next); i++)
        value = (value ^ bytes[i]) * 16777619u;
    return value;
}

unsigned k7_plan_number(struct k7_plans *plans, const struct k7_plan *plan)
{
    uint32_t *bucket = &plans->buckets[hash(plan) % K7_PLANS_BUCKETS];

    for (uint32_t at = *bucket; at; at = plans->plans[at].next)
        if (memcmp(&plans->plans[at], plan, offsetof(struct k7_plan, next)) == 0)
            return at;
    if (plans->count == K7_PLANS_MOST - 1)
        return 0;
    plans->plans[++plans->count] = *plan;
    plans->plans[plans->count].next = *bucket;
    return *bucket = plans->count;
}
