/*
 * SPDX-License-Identifier: MIT
 * A double from decimal text, correctly rounded: the number is a ratio of two long integers, whose
 * quotient is found bit by bit to 64 bits and whether anything is left.
 */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/ctype.h"
#include "kernel/lib/errno.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

#define INFINITY_BITS 0x7FF0000000000000u
#define NAN_BITS      0x7FF8000000000000u

#define DIGITS_MAX   770  /* no number halfway between two doubles has more */
#define EXPONENT_MAX 310  /* 0.1e310 is larger than all doubles, */
#define EXPONENT_MIN -324 /* 1e-324 smaller than half of the least */

#define WORDS 126 /* 10^(770 + 324) has 3635 bits, and the other is shifted to as many and 64 */

struct natural {
    uint32_t word[WORDS]; /* least significant first */
    unsigned used;
};

static void multiply_add(struct natural *n, uint32_t factor, uint32_t carry)
{
    for (unsigned i = 0; i < n->used; i++) {
        uint64_t part = (uint64_t)n->word[i] * factor + carry;

        n->word[i] = (uint32_t)part;
        carry = (uint32_t)(part >> 32);
    }
    if (carry > 0)
        n->word[n->used++] = carry;
}

static void multiply_by_tens(struct natural *n, int power)
{
    for (; power >= 9; power -= 9)
        multiply_add(n, 1000000000, 0);
    for (; power > 0; power--)
        multiply_add(n, 10, 0);
}

static int bits_of(const struct natural *n)
{
    return (int)(32 * n->used) - __builtin_clz(n->word[n->used - 1]);
}

static void shift_left(struct natural *n, unsigned bits)
{
    unsigned words = bits / 32;

    multiply_add(n, 1u << bits % 32, 0);
    memmove(n->word + words, n->word, n->used * sizeof *n->word);
    memset(n->word, 0, words * sizeof *n->word);
    n->used += words;
}

static bool is_less(const struct natural *a, const struct natural *b)
{
    if (a->used != b->used)
        return a->used < b->used;
    for (unsigned i = a->used; i-- > 0;)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i];
    return false;
}

/* a - b, which is not less than 0. */
static void subtract(struct natural *a, const struct natural *b)
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

/* over / under = quotient * 2^exponent, with bit 63 of the quotient set; *rest if it is more. */
static uint64_t divide(struct natural *over, struct natural *under, int *exponent, bool *rest)
{
    int shift = bits_of(under) - bits_of(over);
    uint64_t quotient = 0;

    shift_left(shift > 0 ? over : under, (unsigned)(shift > 0 ? shift : -shift));
    if (is_less(over, under)) {
        shift_left(over, 1);
        shift++;
    }
    for (int bit = 63; bit >= 0; bit--) {
        if (!is_less(over, under)) {
            subtract(over, under);
            quotient |= 1ull << bit;
        }
        shift_left(over, 1);
    }
    *exponent = -63 - shift;
    *rest = over->used > 0;
    return quotient;
}

/* The double nearest to quotient * 2^exponent, of equally near ones the even one. */
static uint64_t round_to_double(uint64_t quotient, int exponent, bool rest)
{
    int biased = exponent + 63 + 1023; /* of the double, while above 0 */
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

/* What stands in the text: digits, less zeros in front, times 10^exponent. */
struct decimal {
    struct natural digits;
    int count, exponent;
    bool more; /* further digits than are kept, not all of them 0 */
};

static const char *read_digits(const char *text, struct decimal *d, bool decimals, bool *any)
{
    for (; isdigit(*text); text++) {
        *any = true;
        d->exponent -= decimals;
        if (d->count == 0 && *text == '0')
            continue;
        if (d->count < DIGITS_MAX) {
            multiply_add(&d->digits, 10, (uint32_t)(*text - '0'));
            d->count++;
        } else {
            d->more |= *text != '0';
            d->exponent++;
        }
    }
    return text;
}

static const char *read_exponent(const char *text, int *exponent)
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

static uint64_t bits_of_decimal(struct decimal *d)
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
    multiply_by_tens(d->exponent >= 0 ? &d->digits : &under, abs(d->exponent));
    quotient = divide(&d->digits, &under, &exponent, &rest);
    return round_to_double(quotient, exponent, rest || d->more);
}

/* Past the word where the text begins with it in either case, else NULL. */
static const char *skip_word(const char *text, const char *word)
{
    for (; *word != '\0'; word++, text++)
        if ((*text | 0x20) != *word)
            return NULL;
    return text;
}

/* The bits of the magnitude; *end is where it ends, `text` where there is none. */
static uint64_t read_magnitude(const char *text, const char **end)
{
    struct decimal d = {.count = 0};
    bool any = false;
    const char *after = read_digits(text, &d, false, &any);
    uint64_t bits;

    *end = text;
    if (*after == '.')
        after = read_digits(after + 1, &d, true, &any);
    if (any) {
        *end = read_exponent(after, &d.exponent);
        bits = bits_of_decimal(&d);
        if (bits == INFINITY_BITS || (bits < 1ull << 52 && d.count > 0))
            errno = ERANGE;
        return bits;
    }
    if ((after = skip_word(text, "nan")) != NULL) {
        *end = after;
        return NAN_BITS;
    }
    if ((after = skip_word(text, "inf")) != NULL) {
        *end = skip_word(after, "inity") ? after + 5 : after;
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
    result.bits = read_magnitude(number, &after) | (uint64_t)minus << 63;
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
