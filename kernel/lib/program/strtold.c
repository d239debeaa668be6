/*
 * SPDX-License-Identifier: MIT
 * Converts text to float, long double and hexadecimal numbers, correctly rounded. Digits after the
 * 770th only indicate whether a remainder exists.
 */
#define DIGITS_MAX   770
#define EXPONENT_MAX 4934
#define EXPONENT_MIN -4952

#define WORDS 600 /* 10^(770 + 4952) has 19008 bits */

#include "kernel/lib/program/strtold.h"

#include "kernel/lib/decimal_text.h"
#include "kernel/lib/limits.h"

/*
 * quotient * 2^exponent, with bit 63 of the quotient set, or 0; the bit below it, and whether any
 * lower bits are set.
 */
struct strtold_binary {
    uint64_t quotient;
    int exponent;
    bool half, rest, infinite, nan;
};

/*
 * A floating-point type: bits of the mantissa, including the leading one, and the exponent's bias.
 */
struct strtold_type {
    int digits, bias;
};

struct rounded {
    uint64_t mantissa;
    unsigned exponent;
};

static const struct strtold_type of_float = {24, 127}, of_double = {53, 1023},
                                 of_long_double = {64, 16383};

/* m / 2^shift, ties to even. */
static uint64_t strtold_shift_right(const struct strtold_binary *b, int shift)
{
    uint64_t left = b->quotient, half = 1ull << 63, kept = 0;
    bool odd;

    if (shift > 64)
        return 0;
    if (shift < 64) {
        kept = b->quotient >> shift;
        half >>= 64 - shift - (shift == 0);
        left &= 2 * half - 1;
    }
    odd = kept & 1;
    if (shift == 0)
        return kept + (b->half && (b->rest || odd));
    return kept + (left > half || (left == half && (b->half || b->rest || odd)));
}

static struct rounded strtold_round(const struct strtold_binary *b, const struct strtold_type *type)
{
    int biased = b->exponent + 63 + type->bias; /* valid while above 0 */
    int infinite = 2 * type->bias + 1;
    uint64_t first = 1ull << (type->digits - 1), mantissa;

    if (b->nan || b->infinite)
        return (struct rounded){b->nan ? first | first >> 1 : first, (unsigned)infinite};
    if (b->quotient == 0)
        return (struct rounded){0, 0};
    mantissa = strtold_shift_right(b, 64 - type->digits + (biased > 0 ? 0 : 1 - biased));
    if (biased <= 0) {
        biased = (mantissa & first) != 0;
    } else if (mantissa == 2 * first) { /* the product is 0 if first is 2^63 */
        mantissa = first;
        biased++;
    }
    if (biased >= infinite) {
        errno = ERANGE;
        return (struct rounded){first, (unsigned)infinite};
    }
    if (biased == 0)
        errno = ERANGE;
    return (struct rounded){mantissa, (unsigned)biased};
}

static void strtold_convert_decimal(struct decimal *d, struct strtold_binary *b)
{
    struct natural under = {.used = 1};

    under.word[0] = 1;
    if (d->count == 0 || d->exponent + d->count <= EXPONENT_MIN) {
        if (d->count > 0)
            errno = ERANGE;
        return;
    }
    if (d->exponent + d->count >= EXPONENT_MAX) {
        errno = ERANGE;
        b->infinite = true;
        return;
    }
    decimal_text_multiply_tens(d->exponent >= 0 ? &d->digits : &under, abs(d->exponent));
    b->quotient = decimal_text_divide(&d->digits, &under, &b->exponent, &b->rest);
    /* The digits have been shifted for the next bit. */
    b->half = b->rest && !decimal_text_is_less(&d->digits, &under);
    if (b->half) {
        decimal_text_subtract(&d->digits, &under);
        b->rest = d->digits.used > 0;
    }
    b->rest |= d->more;
}

static const char *strtold_read_decimal(const char *text, struct strtold_binary *b)
{
    struct decimal d;
    bool any = false;
    const char *after;

    d.digits.used = 0;
    d.count = d.exponent = 0;
    d.more = false;
    after = decimal_text_read_digits(text, &d, false, &any);
    if (*after == '.')
        after = decimal_text_read_digits(after + 1, &d, true, &any);
    if (!any)
        return text;
    after = decimal_text_read_exponent(after, &d.exponent);
    strtold_convert_decimal(&d, b);
    return after;
}

/* Appends one bit after the present ones. */
static void strtold_add_bit(struct strtold_binary *b, bool bit, int *bits)
{
    if (*bits == 0 && !bit)
        return;
    ++*bits;
    if (*bits <= 64)
        b->quotient = b->quotient << 1 | bit;
    else if (*bits == 65)
        b->half = bit;
    else
        b->rest |= bit;
}

static int strtold_digit(char c)
{
    return isdigit(c) ? c - '0' : tolower(c) - 'a' + 10;
}

/* Reads the digits after 0x and an exponent; sets the quotient in b and its exponent. */
static const char *strtold_read_hexadecimal(const char *text, struct strtold_binary *b)
{
    int bits = 0, exponent = 0, given = 0;
    bool point = false, minus;
    const char *after = text;

    for (; isxdigit(*after) || (*after == '.' && !point); after++) {
        if (*after == '.') {
            point = true;
            continue;
        }
        for (int bit = 3; bit >= 0; bit--)
            strtold_add_bit(b, strtold_digit(*after) >> bit & 1, &bits);
        if (point && exponent > INT_MIN / 2)
            exponent -= 4;
    }
    if ((*after | 0x20) == 'p') {
        const char *digits = after + 1;

        minus = *digits == '-';
        digits += *digits == '-' || *digits == '+';
        if (isdigit(*digits)) {
            for (; isdigit(*digits); digits++)
                if (given < 100000000)
                    given = given * 10 + (*digits - '0');
            exponent += minus ? -given : given;
            after = digits;
        }
    }
    b->exponent = exponent + bits - 64;
    if (bits > 0 && bits < 64)
        b->quotient <<= 64 - bits;
    return after;
}

static bool strtold_has_hexadecimal(const char *text)
{
    return text[0] == '0' && (text[1] | 0x20) == 'x' &&
           (isxdigit(text[2]) || (text[2] == '.' && isxdigit(text[3])));
}

/* Reads a word. "nan" may be followed by a word in parentheses, which is ignored. */
static const char *strtold_read_word(const char *text, struct strtold_binary *b)
{
    const char *after = decimal_text_skip_word(text, "nan"), *inner;

    if (after != NULL) {
        b->nan = true;
        for (inner = after + 1; *after == '(' && (isalnum(*inner) || *inner == '_'); inner++)
            ;
        return *after == '(' && *inner == ')' ? inner + 1 : after;
    }
    after = decimal_text_skip_word(text, "inf");
    if (after == NULL)
        return text;
    b->infinite = true;
    return decimal_text_skip_word(after, "inity") ? after + 5 : after;
}

/*
 * Reads the number at the start of the text. *end is the text after it, or `text` if there is no
 * number; *minus is its sign.
 */
static struct strtold_binary strtold_read(const char *text, char **end, bool *minus)
{
    struct strtold_binary b = {.quotient = 0};
    const char *number = text, *after;

    while (isspace(*number))
        number++;
    *minus = *number == '-';
    number += *number == '-' || *number == '+';
    after = strtold_has_hexadecimal(number) ? strtold_read_hexadecimal(number + 2, &b)
                                            : strtold_read_decimal(number, &b);
    if (after == number)
        after = strtold_read_word(number, &b);
    *minus &= after != number;
    if (end != NULL)
        *end = (char *)(uintptr_t)(after == number ? text : after);
    return b;
}

float strtof(const char *restrict text, char **restrict end)
{
    bool minus;
    struct strtold_binary b = strtold_read(text, end, &minus);
    struct rounded r = strtold_round(&b, &of_float);
    union {
        uint32_t bits;
        float value;
    } result;

    result.bits = (uint32_t)(r.mantissa & 0x7FFFFF) | r.exponent << 23 | (uint32_t)minus << 31;
    return result.value;
}

long double strtold(const char *restrict text, char **restrict end)
{
    bool minus;
    struct strtold_binary b = strtold_read(text, end, &minus);
    struct rounded r = strtold_round(&b, &of_long_double);
    union {
        struct {
            uint64_t mantissa;
            uint16_t exponent;
        } bits;
        long double value;
    } result = {.value = 0};

    result.bits.mantissa = r.mantissa;
    result.bits.exponent = (uint16_t)(r.exponent | (unsigned)minus << 15);
    return result.value;
}

double program_strtod(const char *restrict text, char **restrict end)
{
    bool minus;
    struct strtold_binary b;
    struct rounded r;
    union {
        uint64_t bits;
        double value;
    } result;
    const char *number = text;

    while (isspace(*number))
        number++;
    number += *number == '-' || *number == '+';
    if (!strtold_has_hexadecimal(number) && (*number | 0x20) != 'n')
        return strtod(text, end);
    b = strtold_read(text, end, &minus);
    r = strtold_round(&b, &of_double);
    result.bits =
        (r.mantissa & ((1ull << 52) - 1)) | (uint64_t)r.exponent << 52 | (uint64_t)minus << 63;
    return result.value;
}

double program_atof(const char *text)
{
    return program_strtod(text, NULL);
}
