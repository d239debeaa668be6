/*
 * SPDX-License-Identifier: MIT
 * strftime() in the "C" locale; the time zone is UTC.
 */
#include <stdbool.h>

#include "kernel/lib/stdio.h"
#include "kernel/lib/string.h"
#include "kernel/lib/time.h"

struct strftime_output {
    char *to;
    size_t size, length;
    bool full;
};

static const char *const weekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                       "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

static void strftime_put(struct strftime_output *out, const char *text, size_t length)
{
    if (out->length + length >= out->size) {
        out->full = true;
        return;
    }
    memcpy(out->to + out->length, text, length);
    out->length += length;
}

static void strftime_put_number(struct strftime_output *out, const char *fmt, long long number)
{
    char text[24];

    strftime_put(out, text, (size_t)snprintf(text, sizeof text, fmt, number));
}

/* Writes the name, or its first three letters; "?" for a number out of range. */
static void strftime_put_name(struct strftime_output *out, const char *const *names, int count,
                              int number, bool whole)
{
    const char *name = number >= 0 && number < count ? names[number] : "?";

    strftime_put(out, name, whole ? strlen(name) : strnlen(name, 3));
}

static long long year_of(const struct tm *tm)
{
    return 1900ll + tm->tm_year;
}

static int days_of_year(long long year)
{
    return 365 + (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
}

/* The week of ISO 8601, which belongs to the year of its Thursday. */
static int strftime_iso_week(const struct tm *tm, long long *year)
{
    int since_monday = (tm->tm_wday + 6) % 7;
    int thursday = tm->tm_yday - since_monday + 3;

    *year = year_of(tm);
    if (thursday < 0)
        thursday += days_of_year(--*year);
    else if (thursday >= days_of_year(*year))
        thursday -= days_of_year((*year)++);
    return thursday / 7 + 1;
}

static void strftime_put_all(struct strftime_output *out, const char *fmt, const struct tm *tm);

/* Conversions that stand for a sequence of others. */
static const char *strftime_expansion(char conversion)
{
    switch (conversion) {
    case 'c':
        return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x':
        return "%m/%d/%y";
    case 'F':
        return "%Y-%m-%d";
    case 'r':
        return "%I:%M:%S %p";
    case 'R':
        return "%H:%M";
    case 'T':
    case 'X':
        return "%H:%M:%S";
    default:
        return NULL;
    }
}

/* Rounds down, for years before the year 0. */
static long long hundreds(long long year, long long *rest)
{
    *rest = (year % 100 + 100) % 100;
    return (year - *rest) / 100;
}

static void strftime_put_week(struct strftime_output *out, char conversion, const struct tm *tm)
{
    long long year, rest;
    int week = strftime_iso_week(tm, &year);

    if (conversion == 'V') {
        strftime_put_number(out, "%.2lld", week);
    } else if (conversion == 'G') {
        strftime_put_number(out, "%lld", year);
    } else {
        hundreds(year, &rest);
        strftime_put_number(out, "%.2lld", rest);
    }
}

/* Writes the numbers of date and time. */
static bool strftime_put_field(struct strftime_output *out, char conversion, const struct tm *tm)
{
    long long rest, century = hundreds(year_of(tm), &rest);
    int hour = tm->tm_hour % 12 ? tm->tm_hour % 12 : 12;

    switch (conversion) {
    case 'C':
        return strftime_put_number(out, "%.2lld", century), true;
    case 'd':
        return strftime_put_number(out, "%.2lld", tm->tm_mday), true;
    case 'e':
        return strftime_put_number(out, "%2lld", tm->tm_mday), true;
    case 'H':
        return strftime_put_number(out, "%.2lld", tm->tm_hour), true;
    case 'I':
        return strftime_put_number(out, "%.2lld", hour), true;
    case 'j':
        return strftime_put_number(out, "%.3lld", tm->tm_yday + 1), true;
    case 'm':
        return strftime_put_number(out, "%.2lld", tm->tm_mon + 1), true;
    case 'M':
        return strftime_put_number(out, "%.2lld", tm->tm_min), true;
    case 'S':
        return strftime_put_number(out, "%.2lld", tm->tm_sec), true;
    case 'u':
        return strftime_put_number(out, "%lld", tm->tm_wday ? tm->tm_wday : 7), true;
    case 'U':
        return strftime_put_number(out, "%.2lld", (tm->tm_yday + 7 - tm->tm_wday) / 7), true;
    case 'w':
        return strftime_put_number(out, "%lld", tm->tm_wday), true;
    case 'W':
        return strftime_put_number(out, "%.2lld", (tm->tm_yday + 7 - (tm->tm_wday + 6) % 7) / 7),
               true;
    case 'y':
        return strftime_put_number(out, "%.2lld", rest), true;
    case 'Y':
        return strftime_put_number(out, "%lld", year_of(tm)), true;
    default:
        return false;
    }
}

/* Returns false if the conversion does not exist. */
static bool strftime_convert(struct strftime_output *out, char conversion, const struct tm *tm)
{
    const char *others = strftime_expansion(conversion);

    if (others != NULL) {
        strftime_put_all(out, others, tm);
        return true;
    }
    switch (conversion) {
    case 'a':
    case 'A':
        strftime_put_name(out, weekdays, 7, tm->tm_wday, conversion == 'A');
        return true;
    case 'b':
    case 'B':
    case 'h':
        strftime_put_name(out, months, 12, tm->tm_mon, conversion == 'B');
        return true;
    case 'g':
    case 'G':
    case 'V':
        strftime_put_week(out, conversion, tm);
        return true;
    case 'n':
        strftime_put(out, "\n", 1);
        return true;
    case 'p':
        strftime_put(out, tm->tm_hour < 12 ? "AM" : "PM", 2);
        return true;
    case 't':
        strftime_put(out, "\t", 1);
        return true;
    case 'z':
        strftime_put(out, "+0000", 5);
        return true;
    case 'Z':
        strftime_put(out, "UTC", 3);
        return true;
    case '%':
        strftime_put(out, "%", 1);
        return true;
    default:
        return strftime_put_field(out, conversion, tm);
    }
}

/*
 * The modifiers for other forms (E) and digits (O) have no effect. Unknown conversions are copied.
 */
static void strftime_put_all(struct strftime_output *out, const char *fmt, const struct tm *tm)
{
    for (; *fmt != '\0'; fmt++) {
        const char *conversion = fmt + 1;

        if (*fmt == '%' && (*conversion == 'E' || *conversion == 'O'))
            conversion++;
        if (*fmt == '%' && *conversion != '\0' && strftime_convert(out, *conversion, tm))
            fmt = conversion;
        else
            strftime_put(out, fmt, 1);
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict fmt,
                const struct tm *restrict tm)
{
    struct strftime_output out = {.to = to, .size = size};

    strftime_put_all(&out, fmt, tm);
    if (out.full || size == 0)
        return 0;
    to[out.length] = '\0';
    return out.length;
}
