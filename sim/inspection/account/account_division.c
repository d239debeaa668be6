/*
 * SPDX-License-Identifier: MIT
 * Divides the clocks of an instruction by cause, and adds them to the open regions.
 */
#include "sim/inspection/account/account_state.h"

#include "sim/cpu/cpu.h"

#define VALUE_MASK ((1ull << 40) - 1)

/* Deducts up to `clocks` from those left. */
static uint64_t account_deduct(uint64_t *left, uint64_t clocks)
{
    const uint64_t deducted = clocks < *left ? clocks : *left;

    *left -= deducted;
    return deducted;
}

static bool is_prefix(uint8_t byte)
{
    return byte == 0x66 || byte == 0x67 || byte == 0xf2 || byte == 0xf3 || byte == 0xf0 ||
           byte == 0x2e || byte == 0x36 || byte == 0x3e || byte == 0x26 || byte == 0x64 ||
           byte == 0x65;
}

/* True for D8h to DFh, and WAIT. */
static bool account_is_x87(const struct observation *seen)
{
    unsigned i = 0;

    while (i < seen->length && is_prefix(seen->bytes[i]))
        i++;
    return i < seen->length && ((seen->bytes[i] & 0xf8) == 0xd8 || seen->bytes[i] == 0x9b);
}

/* Divides the clocks that a counter counted in the instruction among the figures. They are fewer
 * than the instruction's clocks if the ring changed in it. */
static void account_divide_clocks(struct account_cost *cost, const struct observation *seen,
                                  bool began, uint64_t counted)
{
    uint64_t own = seen->until - seen->from, left = counted;

    *cost = (struct account_cost){.figure = {[ACCOUNT_CLOCKS] = counted}};
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        own -= seen->lost[i];
    const bool issues = began && seen->completed && seen->unit != UNIT_V && own;

    cost->figure[ACCOUNT_ISSUE] = account_deduct(&left, issues);
    for (unsigned i = 0; i < LOST_CAUSES; i++)
        cost->figure[ACCOUNT_LOST + i] = account_deduct(&left, seen->lost[i]);
    cost->figure[account_is_x87(seen) ? ACCOUNT_X87 : ACCOUNT_EXECUTING] = left;
    if (began && seen->completed)
        cost->figure[ACCOUNT_ALONE + seen->unit]++;
    cost->figure[ACCOUNT_RAISED] = began && !seen->completed;
}

/* Sets *clocks to the increase of counter n; returns true if the counter counts in this ring. */
static bool account_counter_increase(struct account *account, unsigned n,
                                     const struct observation *seen, uint64_t *clocks)
{
    const struct cpu *cpu = account->config.cpu;
    const struct counter_look look = model_counter(cpu->model, n);

    *clocks = (look.value - account->value[n]) & VALUE_MASK;
    account->value[n] = look.value;
    if (seen->until > seen->from)
        return *clocks;
    return cpu->cpl == 3 ? look.ring_3 : look.ring_0;
}

void account_divide_pipes(struct account *account, const struct observation *seen, bool began)
{
    for (unsigned n = 0; n < account->counters; n++) {
        struct account_cost by_counter, by_stamp;
        uint64_t clocks;
        const bool counts = account_counter_increase(account, n, seen, &clocks);
        unsigned left = account->opened[n];

        account_divide_clocks(&by_counter, seen, began, clocks);
        account_divide_clocks(&by_stamp, seen, began, seen->until - seen->from);
        for (unsigned r = 0; left; r++) {
            struct account_region *region = account->open[n][r];

            if (!region)
                continue;
            left--;
            if (counts || region->key.stamp)
                account_table_attribute(&account->table, region, seen,
                                        region->key.stamp ? &by_stamp : &by_counter);
        }
    }
}

/* ---- a model that executes out of order ------------------------------------------------------ */

static void account_add_ring(struct account_cost *cost, const struct account *account,
                             const struct clock_sums *until, unsigned ring)
{
    const struct clock_account *clocks = account->clocks;

    for (unsigned i = 0; i < clocks->count; i++)
        if (i != clocks->halted) {
            const uint64_t units = until->of[ring][i] - account->until.of[ring][i];

            cost->figure[ACCOUNT_CAUSES + i] += units;
            cost->figure[ACCOUNT_ALL_CLOCKS] += units;
        }
}

static void account_divide_region(struct account *account, struct account_region *region,
                                  const struct observation *seen, const struct clock_sums *until,
                                  bool executes)
{
    const bool counts = account->config.cpu->cpl == 3 ? region->key.ring_3 : region->key.ring_0;
    struct account_cost cost = {0};

    if (region->key.ring_0)
        account_add_ring(&cost, account, until, 0);
    if (region->key.ring_3)
        account_add_ring(&cost, account, until, 1);
    cost.figure[ACCOUNT_EXECUTED] = counts && executes && seen->completed;
    cost.figure[ACCOUNT_EXCEPTED] = counts && executes && !seen->completed;
    if (counts || cost.figure[ACCOUNT_ALL_CLOCKS])
        account_table_attribute(&account->table, region, seen, &cost);
}

void account_divide_causes(struct account *account, const struct observation *seen,
                           const struct clock_sums *until, bool executes)
{
    for (unsigned n = 0; n < account->counters; n++) {
        unsigned left = account->opened[n];

        for (unsigned r = 0; left; r++)
            if (account->open[n][r]) {
                account_divide_region(account, account->open[n][r], seen, until, executes);
                left--;
            }
    }
    account->until = *until;
}
