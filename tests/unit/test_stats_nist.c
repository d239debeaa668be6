/*
 * SPDX-License-Identifier: MIT
 * Tests the nine univariate sets of NIST's Statistical Reference Datasets, whose certified values
 * have 15 digits (https://www.itl.nist.gov/div898/strd/univ/homepage.html). Run from the project's
 * root.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/sample_summary.h"

#ifndef NIST_FOLDER
#define NIST_FOLDER "tests/data/nist/"
#endif

#define N_MAX 5000

/*
 * The values are read as integers after moving the decimal point right by `shift`, as far as the
 * largest stays below 2^42 = 4.39e12. The deviation is then at least 10^4 with 20 fraction bits,
 * whose resolution of 5e-7 is enough for the ten digits that are required.
 */
static const struct {
    const char *name;
    uint32_t n;
    int shift;
    const char *mean, *deviation; /* certified values */
} sets[] = {
    {"lew", 200, 9, "-177.435", "277.332168044316"},
    {"lottery", 218, 9, "518.958715596330", "291.699727470969"},
    {"mavro", 50, 12, "2.001856", "0.000429123454003053"},
    {"michelson", 100, 10, "299.8524", "0.0790105478190518"},
    {"numacc1", 3, 5, "10000002", "1"},
    {"numacc2", 1001, 12, "1.2", "0.1"},
    {"numacc3", 1001, 6, "1000000.2", "0.1"},
    {"numacc4", 1001, 5, "10000000.2", "0.1"},
    {"pidigits", 5000, 11, "4.5348", "2.86733906028871"},
};

/* The decimal number of `text` times 10^shift; it has no more than `shift` decimals. */
static int64_t scaled(const char *text, int shift)
{
    int64_t value = 0;
    int decimals = -1;

    for (const char *c = text; *c != '\0' && *c != '\n' && *c != '\r'; c++) {
        if (*c == '.') {
            decimals = 0;
        } else if (*c >= '0' && *c <= '9') {
            value = value * 10 + (*c - '0');
            decimals += decimals >= 0;
        }
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < shift; decimals++)
        value *= 10;
    return text[0] == '-' ? -value : value;
}

static uint32_t read_set(const char *name, int shift, int64_t *samples)
{
    char path[256], line[256];
    uint32_t n = 0;
    FILE *file;

    snprintf(path, sizeof path, NIST_FOLDER "%s.dat", name);
    file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s: cannot be opened", path);
    while (fgets(line, sizeof line, file) != NULL && n < N_MAX)
        if (line[0] != '#' && line[0] != '\n')
            samples[n++] = scaled(line, shift);
    fclose(file);
    return n;
}

/* The tolerance is half a unit of fixed_t, and that of the 15 certified digits. */
static void assert_certified(const char *name, fixed_t got, const char *certified, int shift)
{
    long double expected = strtold(certified, NULL) * powl(10, shift);
    long double error = fabsl((long double)got / FIXED_ONE - expected);

    if (error > 0x1p-21L + fabsl(expected) * 5e-15L || error > fabsl(expected) * 1e-10L)
        fail_msg("%s: got %.8Lf, certified %s", name, (long double)got / FIXED_ONE, certified);
}

static void agrees_with_certified_values(void **unused)
{
    static int64_t samples[N_MAX];

    (void)unused;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        uint32_t n = read_set(sets[i].name, sets[i].shift, samples);
        struct sample_summary s;

        assert_int_equal(n, sets[i].n);
        assert_int_equal(sample_summary_compute(samples, n, CONFIDENCE_95, &s), 0);
        assert_certified(sets[i].name, s.mean, sets[i].mean, sets[i].shift);
        assert_certified(sets[i].name, s.deviation, sets[i].deviation, sets[i].shift);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_certified_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
