/*
 * SPDX-License-Identifier: MIT
 * Estimation in integers; probabilities are in millionths.
 */
#include "stats/steady.h"

#include "stats/u128.h"

#define CHANCE_ONE    1000000u
#define CHANCE_ENOUGH 1000u
#define LEAST_KEPT    2

/*
 * Samples longer than this percentage of the time between two disturbances are not repeated in the
 * hope of an undisturbed one.
 */
#define HOPELESS_PERCENT 90

/* The probability, in millionths, that a sample of that many clocks is disturbed. */
static uint64_t chance(uint64_t clocks, uint64_t every)
{
    if (clocks >= every)
        return CHANCE_ONE;
    return u128_divide(u128_product(clocks, CHANCE_ONE), every, 0, 0).low;
}

static bool is_undisturbed(uint64_t clocks, uint32_t n, uint32_t kept, const struct disturbance *by)
{
    uint64_t one = chance(clocks, by->every), all = CHANCE_ONE;
    for (uint32_t i = 0; i < n && all > CHANCE_ENOUGH; i++)
        all = u128_divide((struct u128){0, all * one}, CHANCE_ONE, 0, 0).low;
    return all <= CHANCE_ENOUGH && (kept >= LEAST_KEPT || n < LEAST_KEPT);
}

static uint64_t steady_clocks(int64_t sample)
{
    return sample > 0 ? (uint64_t)sample : 0;
}

/* Returns the smallest sample minus the maximum number of disturbances that it may contain. */
static fixed_t steady_lower_bound(int64_t smallest, const struct disturbance *by)
{
    uint64_t clocks = steady_clocks(smallest);
    uint64_t times = u128_divide((struct u128){0, clocks}, by->every, 0, 0).low + 1;
    struct u128 taken = u128_product(times, by->most);
    return taken.high || taken.low >= clocks ? 0 : fixed_from_int((int64_t)(clocks - taken.low));
}

struct steady steady_value(const int64_t *sorted, uint32_t n, const struct disturbance *by)
{
    bool disturbed = by && by->every;
    struct steady steady = {.kept = n, .sure = true};
    if (disturbed) {
        steady.kept = 1;
        while (steady.kept < n && 2 * (uint64_t)(sorted[steady.kept] - sorted[0]) < by->least)
            steady.kept++;
        steady.sure = is_undisturbed(steady_clocks(sorted[0]), n, steady.kept, by);
    }
    uint32_t kept = steady.kept;
    uint32_t spread = (uint32_t)u128_square_root((struct u128){0, 11 * (uint64_t)kept});
    uint32_t rank = kept >= spread + 2 ? (kept - spread) / 2 : 1;
    steady.value = (sorted[(kept - 1) / 2] + sorted[kept / 2]) * (FIXED_ONE / 2);
    steady.low = fixed_from_int(sorted[rank - 1]);
    steady.high = fixed_from_int(sorted[kept - rank]);
    if (!steady.sure)
        steady.low = steady_lower_bound(sorted[0], by);
    return steady;
}

bool steady_may_be(const struct steady *steady, const struct disturbance *by)
{
    return !steady->sure &&
           (uint64_t)fixed_to_int(steady->value) * 100 < by->every * HOPELESS_PERCENT;
}
