/*
 * SPDX-License-Identifier: MIT
 * Exact decimal digits of a double. The value is laid out as one long binary number: integer digits
 * result from dividing its upper part by 10, decimals from multiplying its lower part by 10.
 */
#include "kernel/lib/double.h"

#include <stdbool.h>

#include "kernel/lib/string.h"

#define MANTISSA_BITS 52
#define EXPONENT_MASK 0x7FFu
#define EXPONENT_BIAS 1075 /* for the mantissa as an integer */

#define FRACTION_WORDS 34 /* 1088 bits; the smallest double has its last bit at 2^-1074 */
#define INTEGER_WORDS  32 /* the largest double is below 2^1024 */

struct double_binary {
    uint32_t fraction[FRACTION_WORDS], integer[INTEGER_WORDS]; /* least significant word first */
};
_Static_assert(sizeof(struct double_binary) == 4 * (FRACTION_WORDS + INTEGER_WORDS),
               "one long number");

static void double_place_mantissa(struct double_binary *number, uint64_t mantissa, unsigned bit)
{
    uint32_t *word = (uint32_t *)number + bit / 32;
    unsigned shift = bit % 32;
    word[0] = (uint32_t)(mantissa << shift);
    word[1] = (uint32_t)(mantissa << shift >> 32);
    if (shift > 64 - MANTISSA_BITS - 1)
        word[2] = (uint32_t)(mantissa >> (64 - shift));
}

/* Divides by 10; returns the remainder, and sets *zero if nothing is left. */
static unsigned double_next_integer_digit(struct double_binary *number, int *zero)
{
    uint32_t remainder = 0;
    uint32_t any = 0;
    for (int i = INTEGER_WORDS; i-- > 0;) {
        uint64_t part = (uint64_t)remainder << 32 | number->integer[i];
        any |= number->integer[i] = (uint32_t)(part / 10);
        remainder = (uint32_t)(part % 10);
    }
    *zero = !any;
    return remainder;
}

/* Multiplies by 10; returns the digit that is carried across the point. */
static unsigned double_next_decimal(struct double_binary *number)
{
    uint32_t carry = 0;
    for (unsigned i = 0; i < FRACTION_WORDS; i++) {
        uint64_t part = (uint64_t)number->fraction[i] * 10 + carry;
        number->fraction[i] = (uint32_t)part;
        carry = (uint32_t)(part >> 32);
    }
    return carry;
}

/* Nonzero if any bit below the first one of the fraction is set. */
static uint32_t below_half(const struct double_binary *number)
{
    uint32_t rest = number->fraction[FRACTION_WORDS - 1] & 0x7FFFFFFF;
    for (unsigned i = 0; i < FRACTION_WORDS - 1; i++)
        rest |= number->fraction[i];
    return rest;
}

static uint32_t from_half(const struct double_binary *number)
{
    return number->fraction[FRACTION_WORDS - 1] >> 31;
}

static bool double_is_zero(const struct double_binary *number)
{
    return !from_half(number) && !below_half(number);
}

/* Reports whether the fraction left after the last digit rounds that digit up. */
static bool double_fraction_rounds_up(const struct double_binary *number, unsigned last_digit)
{
    return from_half(number) && (below_half(number) || last_digit & 1);
}

/*
 * Adds 1 to the last of these digits. Returns the start of the number: one digit earlier for 9...9.
 */
static char *double_increment_digits(char *begin, char *last)
{
    for (; last >= begin; last--) {
        if (*last == '.')
            continue;
        if (*last != '9') {
            ++*last;
            return begin;
        }
        *last = '0';
    }
    *--begin = '1';
    return begin;
}

/* Lays the number out. Returns false for an infinity or NaN, and writes its name instead. */
static bool double_unpack_bits(struct double_binary *number, uint64_t bits, char *text)
{
    unsigned exponent = (unsigned)(bits >> MANTISSA_BITS) & EXPONENT_MASK;
    uint64_t mantissa = bits & ((1ull << MANTISSA_BITS) - 1);

    if (exponent == EXPONENT_MASK) {
        memcpy(text, mantissa ? "nan" : "inf", 4);
        return false;
    }
    if (exponent)
        mantissa |= 1ull << MANTISSA_BITS;
    else
        exponent = 1; /* subnormal */
    memset(number, 0, sizeof *number);
    double_place_mantissa(number, mantissa, 32 * FRACTION_WORDS + exponent - EXPONENT_BIAS);
    return true;
}

/* Writes the integer's digits so that they end at `end`; returns the first. */
static char *double_write_integer(char *end, struct double_binary *number)
{
    int zero;

    do
        *--end = (char)('0' + double_next_integer_digit(number, &zero));
    while (!zero);
    return end;
}

static size_t double_copy_digits(char *text, const char *begin, const char *end)
{
    size_t length = (size_t)(end - begin);

    memcpy(text, begin, length);
    text[length] = '\0';
    return length;
}

size_t double_digits(char text[DOUBLE_TEXT_MAX], uint64_t bits, unsigned decimals)
{
    struct double_binary number;
    if (!double_unpack_bits(&number, bits, text))
        return 3;

    char digits[DOUBLE_TEXT_MAX];
    char *end = digits + sizeof digits - 2 - DOUBLE_DECIMALS_MAX;
    char *begin = double_write_integer(end, &number);
    if (decimals)
        *end++ = '.';
    for (unsigned i = 0; i < decimals && i < DOUBLE_DECIMALS_MAX; i++)
        *end++ = (char)('0' + double_next_decimal(&number));
    char last = end[-1] == '.' ? end[-2] : end[-1];
    if (double_fraction_rounds_up(&number, (unsigned)(last - '0')))
        begin = double_increment_digits(begin, end - 1);
    return double_copy_digits(text, begin, end);
}

/* Reports whether the omitted digits and the fraction after them round the last digit up. */
static bool double_digits_round_up(const struct double_binary *number, const char *last,
                                   const char *end)
{
    const char *next = last + 1;
    bool more = !double_is_zero(number);

    if (next == end)
        return double_fraction_rounds_up(number, (unsigned)(*last - '0'));
    for (const char *digit = next + 1; digit < end; digit++)
        more |= *digit != '0';
    return *next > '5' || (*next == '5' && (more || *last & 1));
}

size_t double_scientific(char text[DOUBLE_TEXT_MAX], uint64_t bits, unsigned decimals,
                         int *exponent)
{
    struct double_binary number;
    *exponent = 0;
    if (!double_unpack_bits(&number, bits, text))
        return 3;

    char digits[DOUBLE_TEXT_MAX];
    char *end = digits + sizeof digits - 2 - DOUBLE_DECIMALS_MAX;
    char *begin = double_write_integer(end, &number);
    *exponent = (int)(end - begin) - 1;
    if (*begin == '0' && !double_is_zero(&number)) {
        begin = --end;
        do {
            *begin = (char)('0' + double_next_decimal(&number));
            --*exponent;
        } while (*begin == '0');
        end++;
    }
    if (decimals > DOUBLE_DECIMALS_MAX)
        decimals = DOUBLE_DECIMALS_MAX;
    while (end <= begin + decimals)
        *end++ = (char)('0' + double_next_decimal(&number));
    if (double_digits_round_up(&number, begin + decimals, end)) {
        char *first = double_increment_digits(begin, begin + decimals);
        *exponent += first < begin;
        begin = first;
    }
    text[0] = *begin;
    text[1] = '\0';
    if (decimals == 0)
        return 1;
    text[1] = '.';
    return 2 + double_copy_digits(text + 2, begin + 1, begin + 1 + decimals);
}
