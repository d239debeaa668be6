/*
 * SPDX-License-Identifier: MIT
 * Formats numbers with commas between groups of three digits, and times.
 */
#include "host/base/number_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

const char *number_text(double value, unsigned decimals)
{
    static char buffers[8][64];
    static unsigned next;
    char *out = buffers[next++ % 8];
    char digits[48];
    if (isnan(value))
        return "-";
    if (isinf(value))
        return value < 0 ? "-inf" : "inf";
    if (fabs(value) >= 1e20) {
        snprintf(out, sizeof buffers[0], "%.6g", value);
        return out;
    }
    snprintf(digits, sizeof digits, "%.*f", (int)decimals, value);
    if (strspn(digits, "-0.") == strlen(digits)) /* a value that rounds to zero has no sign */
        snprintf(digits, sizeof digits, "%.*f", (int)decimals, 0.0);
    const char *in = digits, *point = strchr(digits, '.');
    size_t whole = point ? (size_t)(point - digits) : strlen(digits);
    char *at = out;
    while (*in) {
        size_t left = whole - (size_t)(in - digits);
        *at++ = *in++;
        if (left > 1 && left <= whole && (left - 1) % 3 == 0 && in[-1] != '-')
            *at++ = ',';
    }
    *at = 0;
    return out;
}

const char *number_text_short(double value, unsigned most_decimals)
{
    unsigned decimals = most_decimals;
    double scale = pow(10, most_decimals), digits = round(value * scale);
    while (decimals && fmod(digits, 10) == 0) {
        digits /= 10;
        decimals--;
    }
    return number_text(value, decimals);
}

const char *number_text_time(double when, char *buffer, size_t size)
{
    struct tm local;
    time_t seconds = (time_t)when;
    if (when == 0 || !localtime_r(&seconds, &local) ||
        !strftime(buffer, size, "%Y-%m-%d %H:%M", &local))
        snprintf(buffer, size, "-");
    return buffer;
}
