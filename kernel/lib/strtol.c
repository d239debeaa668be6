/*
 * SPDX-License-Identifier: MIT
 * Converts text to integers. long has 32 bits, long long 64; both are read as a 64-bit magnitude.
 */
#include "kernel/lib/limits.h"
#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/ctype.h"
#include "kernel/lib/errno.h"
#include "kernel/lib/stdlib.h"

static unsigned strtol_digit(char c)
{
    if (isdigit(c))
        return (unsigned)(c - '0');
    return isalpha(c) ? (unsigned)(tolower(c) - 'a' + 10) : UINT_MAX;
}

/* Skips 0x if a digit follows, and determines the base if it is 0. */
static const char *strtol_read_base(const char *text, int *base)
{
    bool hexadecimal = text[0] == '0' && (text[1] | 0x20) == 'x' && isxdigit(text[2]);

    if ((*base == 0 || *base == 16) && hexadecimal) {
        *base = 16;
        return text + 2;
    }
    if (*base == 0)
        *base = *text == '0' ? 8 : 10;
    return text;
}

/* Returns the magnitude, or UINT64_MAX and *over on overflow; sets *end as strtol() does. */
static uint64_t strtol_read_digits(const char *text, char **end, int base, bool *minus, bool *over)
{
    const char *digits = text;
    uint64_t value = 0;
    bool any = false;

    while (isspace(*digits))
        digits++;
    *minus = *digits == '-';
    digits += *digits == '-' || *digits == '+';
    *over = false;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        base = 0;
        digits = text;
    } else {
        digits = strtol_read_base(digits, &base);
    }
    for (unsigned digit; (digit = strtol_digit(*digits)) < (unsigned)base; digits++, any = true)
        *over |= __builtin_mul_overflow(value, (uint64_t)base, &value) ||
                 __builtin_add_overflow(value, digit, &value);
    if (end != NULL)
        *end = (char *)(uintptr_t)(any ? digits : text);
    return value;
}

static int64_t strtol_read_signed(const char *text, char **end, int base, int64_t least,
                                  int64_t most)
{
    bool minus, over;
    uint64_t value = strtol_read_digits(text, end, base, &minus, &over);

    if (over || value > (uint64_t)most + minus) {
        errno = ERANGE;
        return minus ? least : most;
    }
    return (int64_t)(minus ? -value : value);
}

static uint64_t strtol_read_unsigned(const char *text, char **end, int base, uint64_t most)
{
    bool minus, over;
    uint64_t value = strtol_read_digits(text, end, base, &minus, &over);

    if (over || value > most) {
        errno = ERANGE;
        return most;
    }
    return minus ? -value : value;
}

long strtol(const char *restrict text, char **restrict end, int base)
{
    return (long)strtol_read_signed(text, end, base, LONG_MIN, LONG_MAX);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base)
{
    return (unsigned long)strtol_read_unsigned(text, end, base, ULONG_MAX);
}

long long strtoll(const char *restrict text, char **restrict end, int base)
{
    return strtol_read_signed(text, end, base, LLONG_MIN, LLONG_MAX);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base)
{
    return strtol_read_unsigned(text, end, base, ULLONG_MAX);
}

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}
