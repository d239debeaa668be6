/*
 * SPDX-License-Identifier: MIT
 * Dates of the Gregorian calendar, extended without limit into past and future, as days since 1
 * March of the year 0: a leap day then ends its year, and months of 31 and 30 days alternate with
 * one exception.
 */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/errno.h"
#include "kernel/lib/limits.h"
#include "kernel/lib/stdio.h"
#include "kernel/lib/time.h"

#define DAY_SECONDS  86400
#define DAYS_TO_1970 719468 /* from 1 March of the year 0 to 1 January 1970 */
#define DAYS_OF_400  146097
#define DAYS_OF_100  36524
#define DAYS_OF_4    1461

/* Rounds down, so that the remainder is not negative. */
static int64_t calendar_divide(int64_t a, int64_t b, int64_t *rest)
{
    int64_t quotient = a / b;

    *rest = a % b;
    if (*rest < 0) {
        *rest += b;
        quotient--;
    }
    return quotient;
}

/* Days before a month; month 0 is March. The lengths repeat: 31 30 31 30 31. */
static int days_before(int month)
{
    return (153 * month + 2) / 5;
}

/* Days since 1970; the month may have any value. */
static int64_t calendar_days_of(int64_t year, int64_t month, int64_t day)
{
    int64_t of_400, from_march, years;

    year += calendar_divide(month - 2, 12, &from_march);
    years = calendar_divide(year, 400, &of_400);
    return years * DAYS_OF_400 + of_400 * 365 + of_400 / 4 - of_400 / 100 +
           days_before((int)from_march) + day - 1 - DAYS_TO_1970;
}

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Sets year, month, day, day of the week and day of the year. */
static bool calendar_set_date(struct tm *tm, int64_t days)
{
    int64_t rest, year, weekday;
    int hundreds, fours, ones, month;

    calendar_divide(days + 4, 7, &weekday); /* 1 January 1970 was a Thursday */
    year = 400 * calendar_divide(days + DAYS_TO_1970, DAYS_OF_400, &rest);
    hundreds = (int)rest / DAYS_OF_100;
    hundreds -= hundreds == 4; /* the last day of the 400 years */
    rest -= hundreds * DAYS_OF_100;
    fours = (int)rest / DAYS_OF_4;
    rest -= fours * DAYS_OF_4;
    ones = (int)rest / 365;
    ones -= ones == 4;
    rest -= ones * 365;
    month = (5 * (int)rest + 2) / 153;
    year += 100 * hundreds + 4 * fours + ones + (month >= 10);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN)
        return false;
    tm->tm_year = (int)(year - 1900);
    tm->tm_mon = month < 10 ? month + 2 : month - 10;
    tm->tm_mday = (int)rest - days_before(month) + 1;
    tm->tm_wday = (int)weekday;
    tm->tm_yday = month < 10 ? (int)rest + 59 + is_leap(year) : (int)rest - 306;
    return true;
}

static bool calendar_set_time(struct tm *tm, time_t seconds)
{
    int64_t of_day, days = calendar_divide(seconds, DAY_SECONDS, &of_day);

    if (!calendar_set_date(tm, days)) {
        errno = EOVERFLOW;
        return false;
    }
    tm->tm_hour = (int)of_day / 3600;
    tm->tm_min = (int)of_day / 60 % 60;
    tm->tm_sec = (int)of_day % 60;
    tm->tm_isdst = 0;
    return true;
}

struct tm *gmtime_r(const time_t *restrict seconds, struct tm *restrict tm)
{
    return calendar_set_time(tm, *seconds) ? tm : NULL;
}

struct tm *localtime_r(const time_t *restrict seconds, struct tm *restrict tm)
{
    return gmtime_r(seconds, tm);
}

struct tm *gmtime(const time_t *seconds)
{
    static struct tm tm;

    return gmtime_r(seconds, &tm);
}

struct tm *localtime(const time_t *seconds)
{
    return gmtime(seconds);
}

time_t mktime(struct tm *tm)
{
    time_t seconds =
        calendar_days_of(1900 + (int64_t)tm->tm_year, tm->tm_mon, tm->tm_mday) * DAY_SECONDS +
        (int64_t)tm->tm_hour * 3600 + (int64_t)tm->tm_min * 60 + tm->tm_sec;
    struct tm all;

    if (!calendar_set_time(&all, seconds))
        return -1;
    *tm = all;
    return seconds;
}

char *asctime(const struct tm *tm)
{
    static char text[64];

    strftime(text, sizeof text, "%a %b ", tm);
    snprintf(text + 8, sizeof text - 8, "%2d %.2d:%.2d:%.2d %d\n", tm->tm_mday, tm->tm_hour,
             tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
    return text;
}

char *ctime(const time_t *seconds)
{
    struct tm *tm = localtime(seconds);

    return tm ? asctime(tm) : NULL;
}
