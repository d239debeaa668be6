/*
 * SPDX-License-Identifier: MIT
 * Sums of -account: each region has a hash table of instructions by address and bytes.
 */
#include "sim/inspection/account/account_table.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 64u /* a power of two */

bool account_same_key(const struct account_key *a, const struct account_key *b)
{
    return a->region == b->region && a->counter == b->counter && a->cold == b->cold &&
           a->user == b->user && a->switched_off == b->switched_off && a->stamp == b->stamp &&
           a->ring_3 == b->ring_3 && a->ring_0 == b->ring_0 && a->empty == b->empty &&
           a->program == b->program && strcmp(a->bench, b->bench) == 0;
}

static struct account_region *account_table_new_region(const struct account_key *key)
{
    struct account_region *region = calloc(1, sizeof *region);

    if (!region)
        return NULL;
    region->key = *key;
    region->room = FIRST_ROOM;
    region->last = ACCOUNT_NO_LINE;
    region->lines = calloc(region->room / 2, sizeof *region->lines);
    region->buckets = calloc(region->room, sizeof *region->buckets);
    if (region->lines && region->buckets)
        return region;
    free(region->lines);
    free(region->buckets);
    free(region);
    return NULL;
}

struct account_region *account_table_region(struct account_table *table,
                                            const struct account_key *key)
{
    for (size_t i = table->count; i-- > 0;) /* usually one of the last */
        if (account_same_key(&table->regions[i]->key, key))
            return table->regions[i];

    struct account_region **regions =
        realloc(table->regions, (table->count + 1) * sizeof *table->regions);

    if (regions)
        table->regions = regions;
    struct account_region *region = regions ? account_table_new_region(key) : NULL;

    if (!region)
        table->out_of_memory = true;
    else
        table->regions[table->count++] = region;
    return region;
}

void account_table_release(struct account_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        free(table->regions[i]->lines);
        free(table->regions[i]->buckets);
        free(table->regions[i]);
    }
    free(table->regions);
    *table = (struct account_table){0};
}

static size_t account_table_hash(uint32_t linear, size_t room)
{
    return (linear * 0x9e3779b1u >> 7) & (room - 1);
}

static bool account_table_line_matches(const struct account_line *line,
                                       const struct observation *seen)
{
    return line->seen.linear == seen->linear && line->seen.bits == seen->bits &&
           line->seen.length == seen->length &&
           memcmp(line->seen.bytes, seen->bytes, seen->length) == 0;
}

static bool account_table_grow(struct account_region *region)
{
    const size_t room = 2 * region->room;
    uint32_t *buckets = calloc(room, sizeof *buckets);
    struct account_line *lines = realloc(region->lines, room / 2 * sizeof *lines);

    if (lines)
        region->lines = lines;
    if (!lines || !buckets) {
        free(buckets);
        return false;
    }
    for (size_t i = 0; i < region->count; i++) {
        size_t at = account_table_hash(lines[i].seen.linear, room);

        while (buckets[at])
            at = (at + 1) & (room - 1);
        buckets[at] = (uint32_t)i + 1;
    }
    free(region->buckets);
    region->buckets = buckets;
    region->room = room;
    return true;
}

/* Returns the instruction's line, creating it if necessary; NULL if memory is exhausted. */
static struct account_line *account_table_line(struct account_region *region,
                                               const struct observation *seen)
{
    size_t at = account_table_hash(seen->linear, region->room);

    for (; region->buckets[at]; at = (at + 1) & (region->room - 1)) {
        struct account_line *line = &region->lines[region->buckets[at] - 1];

        if (account_table_line_matches(line, seen))
            return line;
    }
    if (region->count == region->room / 2)
        return account_table_grow(region) ? account_table_line(region, seen) : NULL;
    region->buckets[at] = (uint32_t)region->count + 1;
    region->lines[region->count] = (struct account_line){.seen = *seen};
    return &region->lines[region->count++];
}

static void account_table_add(struct account_cost *sum, const struct account_cost *cost)
{
    for (unsigned i = 0; i < ACCOUNT_FIGURES_MOST; i++)
        sum->figure[i] += cost->figure[i];
}

/* Corrects the U half of a pair that did not form: it was executed alone. */
static void account_table_unpair(struct account_cost *cost)
{
    cost->figure[ACCOUNT_U]--;
    cost->figure[ACCOUNT_ALONE]++;
}

void account_table_attribute(struct account_table *table, struct account_region *region,
                             const struct observation *seen, const struct account_cost *cost)
{
    struct account_line *line = account_table_line(region, seen);

    if (!line) {
        table->out_of_memory = true;
        return;
    }
    if (seen->torn && cost->figure[ACCOUNT_ALONE] && region->last != ACCOUNT_NO_LINE) {
        account_table_unpair(&region->lines[region->last].cost);
        account_table_unpair(&region->cost);
    }
    account_table_add(&line->cost, cost);
    account_table_add(&region->cost, cost);
    region->last = (size_t)(line - region->lines);
}
