/*
 * SPDX-License-Identifier: MIT
 * Tests the calendar and strftime() against the host's, in UTC and the "C" locale.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

/* The host's struct tm begins with the same nine members. */
#define HOST(type, name, ...) type host_##name(__VA_ARGS__) __asm__(#name);
HOST(void *, gmtime_r, const long *, void *)
HOST(long, timegm, void *)
HOST(char *, asctime, const void *)
HOST(size_t, strftime, char *, size_t, const char *, const void *)

#define gmtime      lib_gmtime
#define gmtime_r    lib_gmtime_r
#define localtime   lib_localtime
#define localtime_r lib_localtime_r
#define mktime      lib_mktime
#define asctime     lib_asctime
#define ctime       lib_ctime
#define strftime    lib_strftime
#define clock       lib_clock
#define time        lib_time
#define difftime    lib_difftime
#include "lib_names.h"
#include "kernel/lib/errno.c"
#include "kernel/lib/sprintf.c"

#include "kernel/lib/program/calendar.c"
#include "kernel/lib/program/strftime.c"
#include "host_names.h"

struct host_tm {
    struct tm tm;
    long offset;
    const char *zone;
};

static uint64_t random_bits(void)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ state >> 32;
}

static const char conversions[] = "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYz%";

static void check_words(const struct host_tm *tm)
{
    char fmt[4], ours[80], hosts[80];

    for (const char *c = conversions; *c != '\0'; c++) {
        size_t length, expected;

        memcpy(fmt, (char[]){'%', *c, 0}, 3);
        length = strftime(ours, sizeof ours, fmt, &tm->tm);
        expected = host_strftime(hosts, sizeof hosts, fmt, tm);
        if (length != expected || memcmp(ours, hosts, length + 1) != 0)
            fail_msg("%s of %d-%d-%d, day %d: '%s', not '%s'", fmt, tm->tm.tm_year, tm->tm.tm_mon,
                     tm->tm.tm_mday, tm->tm.tm_wday, ours, hosts);
    }
    if (tm->tm.tm_year < 8100)
        assert_string_equal(asctime(&tm->tm), host_asctime(tm));
}

static void check_second(time_t seconds)
{
    struct host_tm expected;
    struct tm ours;
    long host_seconds = (long)seconds;

    memset(&expected, 0, sizeof expected);
    host_gmtime_r(&host_seconds, &expected);
    if (!gmtime_r(&seconds, &ours) || memcmp(&ours, &expected.tm, sizeof ours) != 0)
        fail_msg("%lld: %d-%d-%d, day %d of the year, %d of the week", seconds, ours.tm_year,
                 ours.tm_mon, ours.tm_mday, ours.tm_yday, ours.tm_wday);
    if (mktime(&ours) != seconds || memcmp(&ours, &expected.tm, sizeof ours) != 0)
        fail_msg("mktime: %lld, not %lld", mktime(&ours), seconds);
    if (ours.tm_year >= -900) /* for earlier years the host prints fewer digits than C requires */
        check_words(&expected);
}

static void each_day_of_years(void **unused)
{
    (void)unused;
    for (time_t day = -800000; day < 800000; day += 1 + (day < -30000 || day > 60000) * 13)
        check_second(day * DAY_SECONDS + (time_t)(random_bits() % DAY_SECONDS));
}

static void far_seconds(void **unused)
{
    (void)unused;
    for (unsigned turn = 0; turn < 20000; turn++)
        check_second((time_t)(random_bits() >> 8 >> random_bits() % 40) - (1ll << 55));
    check_second(0);
    check_second(-1);
    check_second(253402300799); /* 9999-12-31 23:59:59 */
    assert_null(gmtime(&(time_t){INT64_MAX}));
    assert_int_equal(lib_errno, EOVERFLOW);
}

static void dates_that_are_none(void **unused)
{
    (void)unused;
    for (unsigned turn = 0; turn < 20000; turn++) {
        struct host_tm expected;
        struct tm ours = {.tm_sec = (int)(random_bits() % 400000) - 200000,
                          .tm_min = (int)(random_bits() % 9000) - 4000,
                          .tm_hour = (int)(random_bits() % 900) - 400,
                          .tm_mday = (int)(random_bits() % 3000) - 1500,
                          .tm_mon = (int)(random_bits() % 300) - 150,
                          .tm_year = (int)(random_bits() % 4000) - 2000};

        memset(&expected, 0, sizeof expected);
        expected.tm = ours;
        assert_true(mktime(&ours) == host_timegm(&expected));
        assert_memory_equal(&ours, &expected.tm, sizeof ours);
    }
}

static void words_that_do_not_fit(void **unused)
{
    const struct tm tm = {.tm_year = 97, .tm_mday = 30, .tm_wday = 4};
    char text[16] = "kept";

    (void)unused;
    assert_int_equal(strftime(text, 11, "%Y-%m-%d", &tm), 10);
    assert_string_equal(text, "1997-01-30");
    assert_int_equal(strftime(text, 10, "%Y-%m-%d", &tm), 0);
    assert_int_equal(strftime(text, 0, "", &tm), 0);
    assert_int_equal(strftime(text, 16, "%Ey %OH %", &tm), 7);
    assert_string_equal(text, "97 00 %");
    assert_int_equal(strftime(text, 16, "%q%a", &tm), 5);
    assert_string_equal(text, "%qThu");
    assert_int_equal(strftime(text, 16, "%Z", &tm), 3);
    assert_string_equal(text, "UTC");
    assert_string_equal(ctime(&(time_t){854640140}), "Thu Jan 30 16:02:20 1997\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_day_of_years),
        cmocka_unit_test(far_seconds),
        cmocka_unit_test(dates_that_are_none),
        cmocka_unit_test(words_that_do_not_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
