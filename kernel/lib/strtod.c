/*
 * SPDX-License-Identifier: MIT
 * strtod(): converts decimal text to a double, correctly rounded.
 */
#define INFINITY_BITS 0x7FF0000000000000u
#define NAN_BITS      0x7FF8000000000000u

#define DIGITS_MAX   770  /* no number halfway between two doubles has more digits */
#define EXPONENT_MAX 310  /* 0.1e310 is larger than all doubles */
#define EXPONENT_MIN -324 /* 1e-324 is smaller than half of the least double */

/* 10^(770 + 324) has 3635 bits; the other number is shifted to that length plus 64 */
#define WORDS 126

#include "kernel/lib/decimal_text.h"

/* The double nearest to quotient * 2^exponent, ties to even. */
static uint64_t strtod_round(uint64_t quotient, int exponent, bool rest)
{
    int biased = exponent + 63 + 1023; /* exponent of the double, if above 0 */
    int shift = biased > 0 ? 11 : 12 - biased;
    uint64_t bits, left, half;

    if (biased >= 0x7FF)
        return INFINITY_BITS;
    if (shift > 64)
        return 0;
    half = 1ull << (shift - 1);
    left = quotient & (half | (half - 1));
    bits = shift < 64 ? quotient >> shift : 0;
    if (left > half || (left == half && (rest || bits & 1)))
        bits++;
    return biased > 0 ? bits + ((uint64_t)(biased - 1) << 52) : bits;
}

static uint64_t strtod_decimal_bits(struct decimal *d)
{
    struct natural under = {.word = {1}, .used = 1};
    uint64_t quotient;
    int exponent;
    bool rest;

    if (d->count == 0)
        return 0;
    if (d->exponent + d->count >= EXPONENT_MAX)
        return INFINITY_BITS;
    if (d->exponent + d->count <= EXPONENT_MIN)
        return 0;
    decimal_text_multiply_tens(d->exponent >= 0 ? &d->digits : &under, abs(d->exponent));
    quotient = decimal_text_divide(&d->digits, &under, &exponent, &rest);
    return strtod_round(quotient, exponent, rest || d->more);
}

/*
 * Returns the bits of the magnitude. *end is the end of the number, or `text` if there is no
 * number.
 */
static uint64_t strtod_read_magnitude(const char *text, const char **end)
{
    struct decimal d = {.count = 0};
    bool any = false;
    const char *after = decimal_text_read_digits(text, &d, false, &any);
    uint64_t bits;

    *end = text;
    if (*after == '.')
        after = decimal_text_read_digits(after + 1, &d, true, &any);
    if (any) {
        *end = decimal_text_read_exponent(after, &d.exponent);
        bits = strtod_decimal_bits(&d);
        if (bits == INFINITY_BITS || (bits < 1ull << 52 && d.count > 0))
            errno = ERANGE;
        return bits;
    }
    if ((after = decimal_text_skip_word(text, "nan")) != NULL) {
        *end = after;
        return NAN_BITS;
    }
    if ((after = decimal_text_skip_word(text, "inf")) != NULL) {
        *end = decimal_text_skip_word(after, "inity") ? after + 5 : after;
        return INFINITY_BITS;
    }
    return 0;
}

double strtod(const char *restrict text, char **restrict end)
{
    const char *number = text, *after;
    union {
        uint64_t bits;
        double value;
    } result;
    bool minus;

    while (isspace(*number))
        number++;
    minus = *number == '-';
    number += *number == '-' || *number == '+';
    result.bits = strtod_read_magnitude(number, &after) | (uint64_t)minus << 63;
    if (after == number) {
        result.bits = 0;
        after = text;
    }
    if (end != NULL)
        *end = (char *)(uintptr_t)after;
    return result.value;
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
