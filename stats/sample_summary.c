/*
 * SPDX-License-Identifier: MIT
 * Summary statistics without floating point: exact integer sums of the distances from the smallest
 * sample, then one division and one square root at full width.
 */
#include "stats/sample_summary.h"

#include <stdbool.h>
#include <stddef.h>

#include "stats/u128.h"

_Static_assert(SUMMARY_SAMPLES_MAX - 1 <= STUDENT_T_DF_MAX, "each number of samples has a t");

/*
 * Sums of the distances d = sample - minimum over n samples. Each d is below 2^63 / n, and below
 * 2^43.
 */
struct sums {
    uint64_t d;         /* below 2^63 */
    struct u128 square; /* sum of d^2, below 2^126 / n */
};

static void sample_summary_sift_down(int64_t *heap, uint32_t root, uint32_t n)
{
    int64_t value = heap[root];
    uint32_t child;

    while ((child = 2 * root + 1) < n) {
        if (child + 1 < n && heap[child] < heap[child + 1])
            child++;
        if (heap[child] <= value)
            break;
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = value;
}

static bool sample_summary_is_sorted(const int64_t *samples, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (samples[i - 1] > samples[i])
            return false;
    return true;
}

/* Heapsort: in place, without recursion, and fast for every order of samples. */
void sample_summary_sort(int64_t *samples, uint32_t n)
{
    if (sample_summary_is_sorted(samples, n))
        return;
    for (uint32_t root = n / 2; root-- > 0;)
        sample_summary_sift_down(samples, root, n);
    for (uint32_t last = n; last-- > 1;) {
        int64_t largest = samples[0];

        samples[0] = samples[last];
        samples[last] = largest;
        sample_summary_sift_down(samples, 0, last);
    }
}

int sample_summary_check(const int64_t *samples, uint32_t n, uint32_t of, enum confidence level)
{
    if (n == 0)
        return E_SUMMARY_EMPTY;
    if (of > SUMMARY_SAMPLES_MAX)
        return E_SUMMARY_COUNT;
    if ((unsigned)level >= CONFIDENCE_LEVELS)
        return E_SUMMARY_LEVEL;
    int64_t limit = SUMMARY_PRODUCT_LIMIT / of;
    if (limit > SUMMARY_SAMPLE_LIMIT)
        limit = SUMMARY_SAMPLE_LIMIT;
    for (uint32_t i = 0; i < n; i++)
        if (samples[i] <= -limit || samples[i] >= limit)
            return E_SUMMARY_RANGE;
    return 0;
}

static struct sums sample_summary_sums(const int64_t *sorted, uint32_t n)
{
    struct sums sums = {0, {0, 0}};

    for (uint32_t i = 0; i < n; i++) {
        uint64_t d = (uint64_t)(sorted[i] - sorted[0]);

        if (d == 0)
            continue;
        sums.d += d;
        sums.square = u128_add(sums.square, u128_product(d, d));
    }
    return sums;
}

/* A tie, for which half a unit requires an n divisible by 2^21, is rounded down. */
static fixed_t sample_summary_mean(uint64_t above, int64_t minimum, uint32_t n)
{
    uint64_t rest;
    struct u128 mean = u128_divide((struct u128){0, above}, n, FIXED_FRACTION_BITS, &rest);

    return minimum * FIXED_ONE + (fixed_t)mean.low + (2 * rest > n);
}

/*
 * The variance is spread / (n (n-1)), with spread = n sum(d^2) - (sum d)^2 below 2^126. It is at
 * most 2^85 (two samples, 2^43 apart), so 42 more bits fit, and its root has one extra bit for
 * rounding.
 */
static fixed_t sample_summary_deviation(struct u128 spread, uint32_t n)
{
    struct u128 variance =
        u128_divide(spread, (uint64_t)n * (n - 1), 2 * (FIXED_FRACTION_BITS + 1), NULL);
    uint64_t root = u128_square_root(variance);

    return (fixed_t)((root >> 1) + (root & 1));
}

/* The cube of this number, and of smaller ones, fits 64 bits. */
#define CUBE_SAMPLES (UINT32_C(1) << 20)

/*
 * t * sqrt(spread / (n^2 (n-1))), from the spread instead of the rounded deviation, and with as
 * many fraction bits, up to 40, as keep the ratio within 128 bits, so that a small interval of few
 * samples, where t is large, loses no precision. For many samples the division has two steps, which
 * have the same result if the fraction bits are the same: floor(floor(a / b) / c) = floor(a / (b
 * c)).
 */
static fixed_t sample_summary_half_width(struct u128 spread, uint32_t n, enum confidence level)
{
    uint32_t then = n > CUBE_SAMPLES ? n : 1;
    uint64_t divisor = (uint64_t)n * (n - 1) * (then == 1 ? n : 1);
    unsigned spare = (128 - u128_width(u128_divide(spread, divisor, 0, NULL))) / 2;
    unsigned bits = spare < 40 ? spare : 40;
    unsigned drop = bits + STUDENT_T_FRACTION_BITS - FIXED_FRACTION_BITS;
    struct u128 half_unit = {0, (uint64_t)1 << (drop - 1)};
    struct u128 ratio = u128_divide(spread, divisor, 2 * bits, NULL);
    uint64_t root = u128_square_root(u128_divide(ratio, then, 0, NULL));
    struct u128 width = u128_product(root, student_t(level, n - 1));

    width = u128_shift_right(u128_add(width, half_unit), drop);
    return width.high != 0 || width.low > (uint64_t)FIXED_MAX ? FIXED_MAX : (fixed_t)width.low;
}

static int64_t sample_summary_mode(const int64_t *sorted, uint32_t n)
{
    int64_t mode = sorted[0];
    uint32_t most = 0, run = 0;

    for (uint32_t i = 0; i < n; i++) {
        run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
        if (run > most) {
            most = run;
            mode = sorted[i];
        }
    }
    return mode;
}

static fixed_t sample_summary_median(const int64_t *sorted, uint32_t n)
{
    return (sorted[(n - 1) / 2] + sorted[n / 2]) * (FIXED_ONE / 2);
}

void sample_summary_set_spread(struct sample_summary *out, uint64_t above, struct u128 spread,
                               enum confidence level)
{
    const uint32_t n = out->n;

    out->mean = sample_summary_mean(above, out->minimum, n);
    out->deviation = n > 1 ? sample_summary_deviation(spread, n) : 0;
    out->half_width = n > 1 ? sample_summary_half_width(spread, n, level) : 0;
}

int sample_summary_compute(int64_t *samples, uint32_t n, enum confidence level,
                           struct sample_summary *out)
{
    int error = sample_summary_check(samples, n, n, level);
    struct sums sums;

    if (error != 0)
        return error;
    sample_summary_sort(samples, n);
    sums = sample_summary_sums(samples, n);
    *out = (struct sample_summary){
        .n = n,
        .minimum = samples[0],
        .maximum = samples[n - 1],
        .mode = sample_summary_mode(samples, n),
        .median = sample_summary_median(samples, n),
    };
    sample_summary_set_spread(
        out, sums.d, u128_subtract(u128_multiply(sums.square, n), u128_product(sums.d, sums.d)),
        level);
    return 0;
}
