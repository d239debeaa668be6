/*
 * SPDX-License-Identifier: MIT
 * Converts a decimal number's text exactly, for strtod() and related functions: the number is a
 * ratio of two long integers, divided bit by bit to a 64-bit quotient and a remainder flag.
 *
 * Before the #include, these are defined: DIGITS_MAX, the number of digits kept; EXPONENT_MAX, such
 * that 0.1 * 10^EXPONENT_MAX exceeds all numbers; EXPONENT_MIN, such that 10^EXPONENT_MIN is less
 * than half of the least number; WORDS, enough for a ratio of these and 64 bits more.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/ctype.h"
#include "kernel/lib/errno.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

struct natural {
    uint32_t word[WORDS]; /* least significant first */
    unsigned used;
};

static void decimal_text_multiply_add(struct natural *n, uint32_t factor, uint32_t carry)
{
    for (unsigned i = 0; i < n->used; i++) {
        uint64_t part = (uint64_t)n->word[i] * factor + carry;

        n->word[i] = (uint32_t)part;
        carry = (uint32_t)(part >> 32);
    }
    if (carry > 0)
        n->word[n->used++] = carry;
}

static void decimal_text_multiply_tens(struct natural *n, int power)
{
    for (; power >= 9; power -= 9)
        decimal_text_multiply_add(n, 1000000000, 0);
    for (; power > 0; power--)
        decimal_text_multiply_add(n, 10, 0);
}

static int decimal_text_bits(const struct natural *n)
{
    return (int)(32 * n->used) - __builtin_clz(n->word[n->used - 1]);
}

static void decimal_text_shift_left(struct natural *n, unsigned bits)
{
    unsigned words = bits / 32;

    decimal_text_multiply_add(n, 1u << bits % 32, 0);
    memmove(n->word + words, n->word, n->used * sizeof *n->word);
    memset(n->word, 0, words * sizeof *n->word);
    n->used += words;
}

static bool decimal_text_is_less(const struct natural *a, const struct natural *b)
{
    if (a->used != b->used)
        return a->used < b->used;
    for (unsigned i = a->used; i-- > 0;)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i];
    return false;
}

/* a -= b. b is not greater than a. */
static void decimal_text_subtract(struct natural *a, const struct natural *b)
{
    uint32_t borrow = 0;

    for (unsigned i = 0; i < a->used; i++) {
        uint64_t part = (uint64_t)a->word[i] - (i < b->used ? b->word[i] : 0) - borrow;

        a->word[i] = (uint32_t)part;
        borrow = (uint32_t)(part >> 63);
    }
    while (a->used > 0 && a->word[a->used - 1] == 0)
        a->used--;
}

/*
 * over / under = quotient * 2^exponent. Bit 63 of the quotient is set; *rest is true if a remainder
 * is left.
 */
static uint64_t decimal_text_divide(struct natural *over, struct natural *under, int *exponent,
                                    bool *rest)
{
    int shift = decimal_text_bits(under) - decimal_text_bits(over);
    uint64_t quotient = 0;

    decimal_text_shift_left(shift > 0 ? over : under, (unsigned)(shift > 0 ? shift : -shift));
    if (decimal_text_is_less(over, under)) {
        decimal_text_shift_left(over, 1);
        shift++;
    }
    for (int bit = 63; bit >= 0; bit--) {
        if (!decimal_text_is_less(over, under)) {
            decimal_text_subtract(over, under);
            quotient |= 1ull << bit;
        }
        decimal_text_shift_left(over, 1);
    }
    *exponent = -63 - shift;
    *rest = over->used > 0;
    return quotient;
}

/* The number in the text: digits without leading zeros, times 10^exponent. */
struct decimal {
    struct natural digits;
    int count, exponent;
    bool more; /* digits beyond those kept, not all of them 0 */
};

static const char *decimal_text_read_digits(const char *text, struct decimal *d, bool decimals,
                                            bool *any)
{
    for (; isdigit(*text); text++) {
        *any = true;
        d->exponent -= decimals;
        if (d->count == 0 && *text == '0')
            continue;
        if (d->count < DIGITS_MAX) {
            decimal_text_multiply_add(&d->digits, 10, (uint32_t)(*text - '0'));
            d->count++;
        } else {
            d->more |= *text != '0';
            d->exponent++;
        }
    }
    return text;
}

static const char *decimal_text_read_exponent(const char *text, int *exponent)
{
    const char *digits = text + 1;
    bool minus;
    int value = 0;

    if ((*text | 0x20) != 'e')
        return text;
    minus = *digits == '-';
    digits += *digits == '-' || *digits == '+';
    if (!isdigit(*digits))
        return text;
    for (; isdigit(*digits); digits++)
        if (value < 100000000)
            value = value * 10 + (*digits - '0');
    *exponent += minus ? -value : value;
    return digits;
}

/* Returns the text after the word if the text begins with it in either case, else NULL. */
static const char *decimal_text_skip_word(const char *text, const char *word)
{
    for (; *word != '\0'; word++, text++)
        if ((*text | 0x20) != *word)
            return NULL;
    return text;
}
