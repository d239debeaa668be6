/*
 * SPDX-License-Identifier: MIT
 * Looks up 1024 keys in a table of 256 keys; half of the lookups succeed. One variant has chains,
 * indexed by a remainder modulo a prime. The other has one table with free slots, indexed by shifts
 * and a mask, and follows no links (probe.asm).
 *
 * DIV takes 41 clocks and does not pair. Both tables are at most 5 KB and stay in the cache.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

enum { KEYS = 256, LOOKUPS = 1024, SLOTS = 512 };

struct link {
    struct link *next;
    uint32_t key, value;
};

struct slot {
    uint32_t key, value; /* no key is 0 */
};

static long variant; /* chains, open */
static struct link **chains;
static volatile unsigned chain_count = 257; /* volatile, so that gcc emits DIV */
static uint32_t *wanted;
static unsigned hits;
static uint32_t sum;

struct slot hash_slots[SLOTS];

region_name(0, "lookups");

/* Returns the sum of the values of all keys found; stores their number in *hit_count. */
uint32_t hash_probe(const uint32_t *keys, unsigned n, unsigned *hit_count);

static uint32_t key_of(unsigned i)
{
    return (i + 1) * 2654435761u; /* an odd factor: keys are distinct and not 0 */
}

static uint32_t value_of(unsigned i)
{
    return i + 7;
}

static void look_in_chains(void)
{
    region_begin(0);
    const unsigned count = chain_count;
    hits = 0;
    sum = 0;
    for (unsigned i = 0; i < LOOKUPS; i++)
        for (const struct link *link = chains[wanted[i] % count]; link; link = link->next)
            if (link->key == wanted[i]) {
                sum += link->value;
                hits++;
                break;
            }
    region_end(0);
}

static unsigned slot_of(uint32_t key)
{
    return (key ^ key >> 9) % SLOTS;
}

static void add(struct link *link, uint32_t key, uint32_t value)
{
    unsigned slot = slot_of(key);
    *link = (struct link){chains[key % chain_count], key, value};
    chains[key % chain_count] = link;
    while (hash_slots[slot].key)
        slot = (slot + 1) % SLOTS;
    hash_slots[slot] = (struct slot){key, value};
}

/*
 * The table has keys 0 to 255. Keys 0 to 511 are looked up twice each, in an order without a
 * pattern.
 */
static void setup(void)
{
    chains = calloc(chain_count, sizeof *chains);
    memset(hash_slots, 0, sizeof hash_slots);
    wanted = malloc(LOOKUPS * sizeof *wanted);
    struct link *links = malloc(KEYS * sizeof *links);
    for (unsigned i = 0; i < KEYS; i++)
        add(&links[i], key_of(i), value_of(i));
    srand(6);
    for (unsigned i = 0; i < LOOKUPS; i++) {
        unsigned other = ((unsigned)rand() >> 2) % (i + 1);
        wanted[i] = wanted[other];
        wanted[other] = key_of(i % (2 * KEYS));
    }
}

static void run(void)
{
    if (variant == 0)
        look_in_chains();
    else
        sum = hash_probe(wanted, LOOKUPS, &hits);
}

/* Each of the 256 keys is found twice, so the sum is that of 7 to 262, twice. */
static const char *check(void)
{
    static char wrong[80];
    const uint32_t expected = KEYS * (7 + 262);
    if (hits == 2 * KEYS && sum == expected)
        return NULL;
    snprintf(wrong, sizeof wrong, "%u keys found, of %d; their values add up to %u, not %u", hits,
             2 * KEYS, (unsigned)sum, (unsigned)expected);
    return wrong;
}

BENCHMARK("key lookup: chains and DIV, or open addressing and shifts", run, .setup = setup,
          .check = check, .memory = 16 * 1024,
          .arguments = ARGUMENTS(ARGUMENT(variant, "chains,open")));
