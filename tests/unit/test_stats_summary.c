/*
 * SPDX-License-Identifier: MIT
 * Tests summary statistics against hand-worked samples of the thesis, edge cases, and a
 * straightforward reference over random samples.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stats/sample_summary.h"

#define LARGEST (SUMMARY_SAMPLE_LIMIT - 1)

static void assert_text(fixed_t value, unsigned decimals, const char *expected)
{
    char text[48];

    fixed_format(text, sizeof text, value, decimals);
    assert_string_equal(text, expected);
}

/*
 * The samples the thesis prints, its Figures 4.4, 4.6 and 4.7, with SS the sum of the squared
 * distances from the mean:
 *
 * figure, event            n  SS       s = sqrt(SS/(n-1))    s/sqrt(n)         times t(0.975, n-1)
 * 4.4 data read            5  20       sqrt(5)      2.2361   1                 2.776445    2.7764
 * 4.4 data TLB miss        5  3.2      sqrt(0.8)    0.8944   0.4               2.776445    1.1106
 * 4.6 BTB hits, region 0   3  338/3    sqrt(169/3)  7.5056   13/3              4.302653   18.6448
 * 4.6 BTB hits, region 1   3  38       sqrt(19)     4.3589   sqrt(19/3) 2.516611          10.8281
 * 4.6 BTB hits, region 2   3  26/3     sqrt(13/3)   2.0817   sqrt(13)/3 1.201850           5.1711
 * 4.7 event 3              5  15083.2  sqrt(3770.8) 61.4068  sqrt(754.16) 27.461974       76.2467
 * 4.7 event 4              5  1883.2   sqrt(470.8)  21.6979  sqrt(94.16) 9.703608         26.9415
 * 4.6 branches, region 0   3  0        0                                                   0
 *
 * `printed` is the thesis's own half-width. It fits the population deviation sqrt(SS/n), with t at
 * n degrees of freedom from a table of three decimals: t(0.975, 3) = 3.182, t(0.975, 5) = 2.571.
 * For example, 4.7 event 3: sqrt(15083.2/5) * 2.571 / sqrt(5) = 63.15, printed 63.2.
 */
static const struct {
    uint32_t n;
    int64_t samples[5];
    long double ss;
    const char *mean, *deviation, *half_width, *printed;
} figures[] = {
    {5, {201902, 201902, 201902, 201902, 201907}, 20, "201903.0000", "2.2361", "2.7764", "2.3"},
    {5, {269, 269, 269, 269, 271}, 3.2L, "269.4000", "0.8944", "1.1106", "0.9"},
    {3, {498, 498, 511}, 338 / 3.0L, "502.3333", "7.5056", "18.6448", "11.3"},
    {3, {2995, 2996, 2988}, 38, "2993.0000", "4.3589", "10.8281", "6.5"},
    {3, {59, 58, 55}, 26 / 3.0L, "57.3333", "2.0817", "5.1711", "3.1"},
    {5, {11113, 11003, 10962, 10975, 10979}, 15083.2L, "11006.4000", "61.4068", "76.2467", "63.2"},
    {5, {8856, 8876, 8816, 8850, 8845}, 1883.2L, "8848.6000", "21.6979", "26.9415", "22.3"},
    {3, {797, 797, 797}, 0, "797.0000", "0.0000", "0.0000", "0.0"},
};

static void gives_the_textbook_interval(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        int64_t samples[5];
        struct sample_summary s;

        memcpy(samples, figures[i].samples, sizeof samples);
        assert_int_equal(sample_summary_compute(samples, figures[i].n, CONFIDENCE_95, &s), 0);
        assert_int_equal(s.n, figures[i].n);
        assert_text(s.mean, 4, figures[i].mean);
        assert_text(s.deviation, 4, figures[i].deviation);
        assert_text(s.half_width, 4, figures[i].half_width);
    }
}

/* Shows how the thesis's intervals were computed, and that they are 17 to 40 % narrower than
 * ours. */
static void explains_the_printed_interval(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        uint32_t n = figures[i].n;
        long double t = n == 3 ? 3.182L : 2.571L;
        long double width = sqrtl(figures[i].ss / n) * t / sqrtl(n);
        int64_t samples[5];
        char text[16];
        struct sample_summary s;

        snprintf(text, sizeof text, "%.1Lf", width);
        assert_string_equal(text, figures[i].printed);
        memcpy(samples, figures[i].samples, sizeof samples);
        assert_int_equal(sample_summary_compute(samples, n, CONFIDENCE_95, &s), 0);
        if (figures[i].ss > 0)
            assert_int_equal(lroundl(100 - 100 * width * FIXED_ONE / s.half_width),
                             n == 3 ? 40 : 17);
    }
}

/* Figure 4.4's data read again: 4.604095 instead of 2.776445. */
static void knows_99_percent(void **unused)
{
    int64_t samples[] = {201902, 201902, 201902, 201902, 201907};
    struct sample_summary s;

    (void)unused;
    assert_int_equal(sample_summary_compute(samples, 5, CONFIDENCE_99, &s), 0);
    assert_text(s.half_width, 5, "4.60409"); /* 4.6040949 */
}

static void orders_the_samples(void **unused)
{
    int64_t samples[] = {7, -2, 9, 7, 3, -2, 8, 0};
    const int64_t sorted[] = {-2, -2, 0, 3, 7, 7, 8, 9};
    struct sample_summary s;

    (void)unused;
    assert_int_equal(sample_summary_compute(samples, 8, CONFIDENCE_95, &s), 0);
    assert_memory_equal(samples, sorted, sizeof sorted);
    assert_int_equal(s.minimum, -2);
    assert_int_equal(s.maximum, 9);
    assert_int_equal(s.mode, -2);              /* -2 and 7 twice each: the smaller */
    assert_int_equal(s.median, 5 * FIXED_ONE); /* (3 + 7) / 2 */
}

/* -4, -1, -1, 2: mean -1, SS = 9 + 0 + 0 + 9 = 18, s = sqrt(6) = 2.449490, s/2 * 3.182446 */
static void accepts_negative_samples(void **unused)
{
    int64_t samples[] = {2, -1, -4, -1};
    struct sample_summary s;

    (void)unused;
    assert_int_equal(sample_summary_compute(samples, 4, CONFIDENCE_95, &s), 0);
    assert_int_equal(s.mean, -FIXED_ONE);
    assert_text(s.deviation, 6, "2.449490");
    assert_text(s.half_width, 4, "3.8977");
    assert_int_equal(s.mode, -1);
    assert_int_equal(s.median, -FIXED_ONE);
}

static void knows_no_spread_of_one_sample(void **unused)
{
    int64_t sample = -17;
    struct sample_summary s;

    (void)unused;
    assert_int_equal(sample_summary_compute(&sample, 1, CONFIDENCE_99, &s), 0);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.mean, -17 * FIXED_ONE);
    assert_int_equal(s.median, -17 * FIXED_ONE);
    assert_int_equal(s.mode, -17);
    assert_int_equal(s.minimum, -17);
    assert_int_equal(s.maximum, -17);
    assert_int_equal(s.deviation, 0);
    assert_int_equal(s.half_width, 0);
}

/* 1 and 2: mean and median 1.5, s = 1/sqrt(2) = 0.707107, half-width 12.706205 / 2 = 6.353102 */
static void summarises_two_samples(void **unused)
{
    int64_t samples[] = {2, 1};
    struct sample_summary s;

    (void)unused;
    assert_int_equal(sample_summary_compute(samples, 2, CONFIDENCE_95, &s), 0);
    assert_int_equal(s.mean, 3 * FIXED_ONE / 2);
    assert_int_equal(s.median, 3 * FIXED_ONE / 2);
    assert_text(s.deviation, 6, "0.707107");
    assert_text(s.half_width, 5, "6.35310");
    assert_int_equal(s.mode, 1);
}

/* At 2^40 with a spread of one: 2^40 + {0, 1, 2} has mean 2^40 + 1 and deviation 1, exactly. */
static void loses_nothing_at_large_values(void **unused)
{
    int64_t samples[] = {(INT64_C(1) << 40) + 2, INT64_C(1) << 40, (INT64_C(1) << 40) + 1};
    struct sample_summary s;

    (void)unused;
    assert_int_equal(sample_summary_compute(samples, 3, CONFIDENCE_95, &s), 0);
    assert_int_equal(s.mean, ((INT64_C(1) << 40) + 1) * FIXED_ONE);
    assert_int_equal(s.deviation, FIXED_ONE);
    assert_text(s.half_width, 5, "2.48414"); /* 4.302653 / sqrt(3) */
}

/*
 * Both ends of the range: +-L, L = 2^42 - 1, has mean 0 and s = L sqrt(2). t(0.995, 1) = 63.66
 * times L is over 2^43, so the interval is FIXED_MAX.
 */
static void spans_the_whole_range(void **unused)
{
    int64_t samples[] = {LARGEST, -LARGEST};
    struct sample_summary s;

    (void)unused;
    assert_int_equal(sample_summary_compute(samples, 2, CONFIDENCE_99, &s), 0);
    assert_int_equal(s.mean, 0);
    assert_int_equal(s.deviation, (fixed_t)roundl(sqrtl(2) * (long double)LARGEST * FIXED_ONE));
    assert_int_equal(s.half_width, FIXED_MAX);
    assert_int_equal(s.minimum, -LARGEST);
    assert_int_equal(s.maximum, LARGEST);
}

static void summarises_equal_samples(void **unused)
{
    static int64_t samples[1000];
    struct sample_summary s;

    (void)unused;
    for (size_t i = 0; i < 1000; i++)
        samples[i] = -LARGEST;
    assert_int_equal(sample_summary_compute(samples, 1000, CONFIDENCE_95, &s), 0);
    assert_int_equal(s.mean, -LARGEST * FIXED_ONE);
    assert_int_equal(s.median, -LARGEST * FIXED_ONE);
    assert_int_equal(s.deviation, 0);
    assert_int_equal(s.half_width, 0);
    assert_int_equal(s.mode, -LARGEST);
}

/* The most samples of any magnitude below 2^42. */
#define MANY (UINT32_C(1) << 20)

/*
 * Half of 2^20 samples at each end of the range, where every sum is at its largest. SS = n L^2, so
 * s = L sqrt(n/(n-1)) and the half-width t L / sqrt(n-1), with t(0.975, 2^20 - 1).
 */
static void holds_the_largest_sums(void **unused)
{
    static int64_t samples[MANY];
    const long double n = MANY;
    const long double t = 1.95996624L; /* 1.95996398 + (z^3 + z) / (4 n) */
    struct sample_summary s;

    (void)unused;
    for (uint32_t i = 0; i < MANY; i++)
        samples[i] = i % 2 != 0 ? LARGEST : -LARGEST;
    assert_int_equal(sample_summary_compute(samples, MANY, CONFIDENCE_95, &s), 0);
    assert_int_equal(s.mean, 0);
    assert_int_equal(s.median, 0);
    assert_int_equal(s.deviation, (fixed_t)roundl(LARGEST * sqrtl(n / (n - 1)) * FIXED_ONE));
    assert_true(fabsl(s.half_width / (t * LARGEST / sqrtl(n - 1) * FIXED_ONE) - 1) < 1e-8L);
}

/*
 * The same for ten million samples, whose magnitude is below 2^62 / 10^7 = 461,168,601,842.7, and
 * t(0.975, 10^7 - 1) = 1.95996398 + 9.49 / (4 n). One sample at the limit is refused.
 */
static void holds_ten_million_samples(void **unused)
{
    static int64_t samples[SUMMARY_SAMPLES_MAX];
    const int64_t largest = INT64_C(461168601841);
    const long double n = SUMMARY_SAMPLES_MAX, t = 1.95996422L;
    struct sample_summary s;

    (void)unused;
    assert_int_equal(SUMMARY_SAMPLES_MAX, 10000000);
    for (uint32_t i = 0; i < SUMMARY_SAMPLES_MAX; i++)
        samples[i] = i < SUMMARY_SAMPLES_MAX / 2 ? -largest : largest;
    assert_int_equal(sample_summary_compute(samples, SUMMARY_SAMPLES_MAX, CONFIDENCE_95, &s), 0);
    assert_int_equal(s.mean, 0);
    assert_int_equal(s.deviation, (fixed_t)roundl(largest * sqrtl(n / (n - 1)) * FIXED_ONE));
    assert_true(fabsl(s.half_width / (t * largest / sqrtl(n - 1) * FIXED_ONE) - 1) < 1e-8L);
    samples[SUMMARY_SAMPLES_MAX - 1] = largest + 1;
    assert_int_equal(sample_summary_compute(samples, SUMMARY_SAMPLES_MAX, CONFIDENCE_95, &s),
                     E_SUMMARY_RANGE);
}

/*
 * The numbers 0 to n - 1 for n just below and above the number of samples that needs two divisions,
 * and ten million: mean (n-1)/2, variance n (n+1) / 12, half-width 1.959964 s / sqrt(n).
 */
static void divides_twice_for_many_samples(void **unused)
{
    static const uint32_t numbers[] = {MANY, MANY + 1, SUMMARY_SAMPLES_MAX};
    static int64_t samples[SUMMARY_SAMPLES_MAX];
    struct sample_summary s;

    (void)unused;
    for (uint32_t i = 0; i < SUMMARY_SAMPLES_MAX; i++)
        samples[i] = i;
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const long double n = numbers[i], sd = sqrtl(n * (n + 1) / 12);
        assert_int_equal(sample_summary_compute(samples, numbers[i], CONFIDENCE_95, &s), 0);
        assert_int_equal(s.mean, (numbers[i] - 1) * (FIXED_ONE / 2));
        assert_int_equal(s.deviation, (fixed_t)roundl(sd * FIXED_ONE));
        assert_true(fabsl(s.half_width / FIXED_ONE / (1.959964L * sd / sqrtl(n)) - 1) < 1e-3L);
        assert_true(fabsl(s.half_width - 1.959966L * sd / sqrtl(n) * FIXED_ONE) < 1e4L);
    }
}

static void assert_refused(int64_t *samples, uint32_t n, enum confidence level, int expected)
{
    struct sample_summary s, untouched;

    memset(&s, 0x5a, sizeof s);
    untouched = s;
    assert_int_equal(sample_summary_compute(samples, n, level, &s), expected);
    assert_memory_equal(&s, &untouched, sizeof s);
}

static void refuses_what_is_out_of_range(void **unused)
{
    int64_t samples[] = {3, SUMMARY_SAMPLE_LIMIT, 1};

    (void)unused;
    assert_refused(samples, 0, CONFIDENCE_95, E_SUMMARY_EMPTY);
    assert_refused(NULL, 0, CONFIDENCE_95, E_SUMMARY_EMPTY);
    assert_refused(samples, SUMMARY_SAMPLES_MAX + 1, CONFIDENCE_95, E_SUMMARY_COUNT);
    assert_refused(samples, 3, CONFIDENCE_95, E_SUMMARY_RANGE);
    samples[1] = -SUMMARY_SAMPLE_LIMIT;
    assert_refused(samples, 3, CONFIDENCE_95, E_SUMMARY_RANGE);
    samples[1] = INT64_MIN;
    assert_refused(samples, 3, CONFIDENCE_95, E_SUMMARY_RANGE);
    samples[1] = LARGEST;
    assert_refused(samples, 3, (enum confidence)7, E_SUMMARY_LEVEL);
    assert_int_equal(samples[0], 3); /* the input is not sorted */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_textbook_interval),
        cmocka_unit_test(explains_the_printed_interval),
        cmocka_unit_test(knows_99_percent),
        cmocka_unit_test(orders_the_samples),
        cmocka_unit_test(accepts_negative_samples),
        cmocka_unit_test(knows_no_spread_of_one_sample),
        cmocka_unit_test(summarises_two_samples),
        cmocka_unit_test(loses_nothing_at_large_values),
        cmocka_unit_test(spans_the_whole_range),
        cmocka_unit_test(summarises_equal_samples),
        cmocka_unit_test(holds_the_largest_sums),
        cmocka_unit_test(holds_ten_million_samples),
        cmocka_unit_test(divides_twice_for_many_samples),
        cmocka_unit_test(refuses_what_is_out_of_range),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
