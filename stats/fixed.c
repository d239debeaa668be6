/*
 * SPDX-License-Identifier: MIT
 * Fixed-point arithmetic and decimal conversion, with integers only.
 */
#include "stats/fixed.h"

#include <stdbool.h>

#include "stats/u128.h"

#define FRACTION_MASK ((uint64_t)FIXED_ONE - 1)
#define HALF          ((uint64_t)FIXED_ONE / 2)

/* 2^43 is 8796093022208: 13 digits, plus a sign, a point and the decimals. */
#define DECIMALS_MAX FIXED_FRACTION_BITS
#define WHOLE_MAX    13
#define TEXT_MAX     (1 + WHOLE_MAX + 1 + DECIMALS_MAX)

static uint64_t magnitude(int64_t value)
{
    return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

static int64_t with_sign(bool negative, uint64_t size)
{
    if (size > (uint64_t)FIXED_MAX)
        return negative ? FIXED_MIN : FIXED_MAX;
    return negative ? -(int64_t)size : (int64_t)size;
}

fixed_t fixed_from_int(int64_t value)
{
    const uint64_t limit = (uint64_t)1 << (63 - FIXED_FRACTION_BITS);
    uint64_t size = magnitude(value);

    return with_sign(value < 0, size < limit ? size << FIXED_FRACTION_BITS : UINT64_MAX);
}

int64_t fixed_to_int(fixed_t value)
{
    uint64_t size = magnitude(value);
    uint64_t whole = size >> FIXED_FRACTION_BITS;
    uint64_t rest = size & FRACTION_MASK;

    whole += rest > HALF || (rest == HALF && (whole & 1) != 0);
    return with_sign(value < 0, whole);
}

fixed_t fixed_multiply_divide(fixed_t a, fixed_t b, fixed_t c)
{
    struct u128 product = u128_product(magnitude(a), magnitude(b));
    bool negative = (a < 0) ^ (b < 0) ^ (c < 0);
    uint64_t divisor = magnitude(c);
    uint64_t rest, to_next;
    struct u128 quotient;

    if (product.high == 0 && product.low == 0)
        return 0;
    if (divisor == 0)
        return with_sign(negative, UINT64_MAX);
    quotient = u128_divide(product, divisor, 0, &rest);
    if (quotient.high != 0 || quotient.low > (uint64_t)FIXED_MAX)
        return with_sign(negative, UINT64_MAX);
    to_next = divisor - rest;
    quotient.low += rest > to_next || (rest == to_next && (quotient.low & 1) != 0);
    return with_sign(negative, quotient.low);
}

fixed_t fixed_multiply(fixed_t a, fixed_t b)
{
    return fixed_multiply_divide(a, b, FIXED_ONE);
}

fixed_t fixed_divide(fixed_t a, fixed_t b)
{
    return fixed_multiply_divide(a, FIXED_ONE, b);
}

/* Adds one to the decimal digits before `end`, skipping a point; digits[0] is a spare '0'. */
static void fixed_increment_digits(char *digits, char *end)
{
    while (end-- > digits) {
        if (*end == '.')
            continue;
        if (*end != '9') {
            ++*end;
            return;
        }
        *end = '0';
    }
}

/* Writes size/2^20 as digits after a spare leading '0'; returns the end. */
static char *fixed_write_digits(char *text, uint64_t size, unsigned decimals)
{
    uint64_t whole = size >> FIXED_FRACTION_BITS;
    uint64_t rest = size & FRACTION_MASK;
    char *end = text + 1 + WHOLE_MAX;

    for (char *digit = end; digit > text; whole /= 10)
        *--digit = (char)('0' + whole % 10);
    if (decimals > 0)
        *end++ = '.';
    for (; decimals > 0; decimals--) {
        rest *= 10;
        *end++ = (char)('0' + (rest >> FIXED_FRACTION_BITS));
        rest &= FRACTION_MASK;
    }
    if (rest > HALF || (rest == HALF && ((end[-1] - '0') & 1) != 0))
        fixed_increment_digits(text, end);
    return end;
}

static bool all_zero(const char *digit, const char *end)
{
    while (digit < end && (*digit == '0' || *digit == '.'))
        digit++;
    return digit == end;
}

int fixed_format(char *buffer, size_t size, fixed_t value, unsigned decimals)
{
    char text[1 + TEXT_MAX];
    char *start = text + 1;
    char *end;
    size_t length;

    if (decimals > DECIMALS_MAX)
        decimals = DECIMALS_MAX;
    end = fixed_write_digits(start, magnitude(value), decimals);
    while (start + 1 < end && start[0] == '0' && start[1] != '.')
        start++;
    if (value < 0 && !all_zero(start, end))
        *--start = '-';
    length = (size_t)(end - start);
    for (size_t i = 0; i < length && i + 1 < size; i++)
        buffer[i] = start[i];
    if (size > 0)
        buffer[length < size ? length : size - 1] = '\0';
    return (int)length;
}

int fixed_format_short(char *buffer, size_t size, fixed_t value, unsigned decimals)
{
    int length = fixed_format(buffer, size, value, decimals);
    if (!decimals || (size_t)length >= size)
        return length;
    while (buffer[length - 1] == '0')
        length--;
    if (buffer[length - 1] == '.')
        length--;
    buffer[length] = '\0';
    return length;
}
