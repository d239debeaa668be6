/*
 * SPDX-License-Identifier: MIT
 * The printf formatter: reads each directive into a struct directive, then writes its text with
 * padding.
 */
#include "kernel/lib/format.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/double.h"
#include "kernel/lib/string.h"

struct format_output {
    char *buffer;
    size_t size;
    size_t length; /* of the whole text, including the part that does not fit */
};

enum length { LENGTH_INT, LENGTH_CHAR, LENGTH_SHORT, LENGTH_LONG, LENGTH_LONG_LONG, LENGTH_SIZE };

struct format_directive {
    bool left;
    bool zeros;
    bool plus;
    bool blank;
    bool alternate;
    unsigned width;
    unsigned precision;
    bool has_precision;
    enum length length;
    char conversion;
};

/* The longest text: 64 bits in octal. */
#define DIGITS_MAX 22

static void format_put(struct format_output *out, char c)
{
    if (out->length + 1 < out->size)
        out->buffer[out->length] = c;
    out->length++;
}

static void format_put_text(struct format_output *out, const char *text, size_t length)
{
    while (length-- > 0)
        format_put(out, *text++);
}

static void format_put_fill(struct format_output *out, char c, size_t from, size_t to)
{
    for (; from < to; from++)
        format_put(out, c);
}

static unsigned format_limit_width(unsigned width)
{
    return width < FORMAT_WIDTH_MAX ? width : FORMAT_WIDTH_MAX;
}

static const char *format_read_number(const char *fmt, unsigned *number)
{
    for (*number = 0; *fmt >= '0' && *fmt <= '9'; fmt++)
        *number = format_limit_width(*number * 10 + (unsigned)(*fmt - '0'));
    return fmt;
}

static const char *format_read_flags(const char *fmt, struct format_directive *d)
{
    for (;; fmt++) {
        if (*fmt == '-')
            d->left = true;
        else if (*fmt == '0')
            d->zeros = true;
        else if (*fmt == '+')
            d->plus = true;
        else if (*fmt == ' ')
            d->blank = true;
        else if (*fmt == '#')
            d->alternate = true;
        else
            return fmt;
    }
}

static const char *format_read_width(const char *fmt, struct format_directive *d,
                                     va_list *arguments)
{
    int width;

    if (*fmt != '*')
        return format_read_number(fmt, &d->width);
    width = va_arg(*arguments, int);
    d->left |= width < 0;
    d->width = format_limit_width(width < 0 ? -(unsigned)width : (unsigned)width);
    return fmt + 1;
}

static const char *format_read_precision(const char *fmt, struct format_directive *d,
                                         va_list *arguments)
{
    int precision;

    if (*fmt != '.')
        return fmt;
    fmt++;
    d->has_precision = true;
    if (*fmt != '*')
        return format_read_number(fmt, &d->precision);
    precision = va_arg(*arguments, int);
    d->has_precision = precision >= 0; /* a negative precision counts as omitted */
    d->precision = precision >= 0 ? format_limit_width((unsigned)precision) : 0;
    return fmt + 1;
}

static const char *format_read_length(const char *fmt, struct format_directive *d)
{
    bool twice = fmt[0] != '\0' && fmt[0] == fmt[1];

    switch (*fmt) {
    case 'h':
        d->length = twice ? LENGTH_CHAR : LENGTH_SHORT;
        return fmt + (twice ? 2 : 1);
    case 'l':
        d->length = twice ? LENGTH_LONG_LONG : LENGTH_LONG;
        return fmt + (twice ? 2 : 1);
    case 'j':
        d->length = LENGTH_LONG_LONG;
        return fmt + 1;
    case 't':
    case 'z':
        d->length = LENGTH_SIZE;
        return fmt + 1;
    default:
        return fmt;
    }
}

static int64_t format_signed_argument(enum length length, va_list *arguments)
{
    switch (length) {
    case LENGTH_LONG:
        return va_arg(*arguments, long);
    case LENGTH_LONG_LONG:
        return va_arg(*arguments, long long);
    case LENGTH_SIZE:
        return va_arg(*arguments, ptrdiff_t);
    case LENGTH_CHAR:
        return (signed char)va_arg(*arguments, int);
    case LENGTH_SHORT:
        return (short)va_arg(*arguments, int);
    default:
        return va_arg(*arguments, int);
    }
}

static uint64_t format_unsigned_argument(enum length length, va_list *arguments)
{
    switch (length) {
    case LENGTH_LONG:
        return va_arg(*arguments, unsigned long);
    case LENGTH_LONG_LONG:
        return va_arg(*arguments, unsigned long long);
    case LENGTH_SIZE:
        return va_arg(*arguments, size_t);
    case LENGTH_CHAR:
        return (unsigned char)va_arg(*arguments, unsigned);
    case LENGTH_SHORT:
        return (unsigned short)va_arg(*arguments, unsigned);
    default:
        return va_arg(*arguments, unsigned);
    }
}

/* Writes the digits so that they end at `end`; returns the first. Writes no digit for 0. */
static char *format_write_digits(char *end, uint64_t value, unsigned base, bool upper)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    uint32_t low;

    for (; value > UINT32_MAX; value /= base)
        *--end = digits[value % base];
    /* This is much faster than 64-bit division on a Pentium. */
    for (low = (uint32_t)value; low > 0; low /= base)
        *--end = digits[low % base];
    return end;
}

/* Writes a number: padding, sign or 0x, zeros up to the precision or the width, digits. */
static void format_put_number(struct format_output *out, const struct format_directive *d,
                              const char *prefix, uint64_t value, unsigned base)
{
    char text[DIGITS_MAX];
    char *digits = format_write_digits(text + sizeof text, value, base, d->conversion == 'X');
    size_t count = (size_t)(text + sizeof text - digits);
    size_t prefix_length = strlen(prefix);
    size_t least = d->has_precision ? d->precision : 1;
    size_t length;

    if (d->zeros && !d->left && !d->has_precision && d->width > prefix_length)
        least = d->width - prefix_length;
    if (d->alternate && base == 8 && least <= count)
        least = count + 1;
    length = prefix_length + (count > least ? count : least);
    if (!d->left)
        format_put_fill(out, ' ', length, d->width);
    format_put_text(out, prefix, prefix_length);
    format_put_fill(out, '0', count, least);
    format_put_text(out, digits, count);
    if (d->left)
        format_put_fill(out, ' ', length, d->width);
}

static void format_put_string(struct format_output *out, const struct format_directive *d,
                              const char *text, size_t length)
{
    if (!d->left)
        format_put_fill(out, ' ', length, d->width);
    format_put_text(out, text, length);
    if (d->left)
        format_put_fill(out, ' ', length, d->width);
}

static const char *sign_of(const struct format_directive *d, bool negative)
{
    return negative ? "-" : d->plus ? "+" : d->blank ? " " : "";
}

static void format_put_signed(struct format_output *out, const struct format_directive *d,
                              int64_t value)
{
    format_put_number(out, d, sign_of(d, value < 0), value < 0 ? -(uint64_t)value : (uint64_t)value,
                      10);
}

static void format_put_unsigned(struct format_output *out, const struct format_directive *d,
                                uint64_t value, unsigned base)
{
    bool prefix = d->alternate && base == 16 && value > 0;

    format_put_number(out, d, !prefix ? "" : d->conversion == 'X' ? "0X" : "0x", value, base);
}

/*
 * Reads the bits of a double. The kernel has no register for a double; on the stack a double has
 * the layout of a 64-bit integer.
 */
static uint64_t format_double_argument(va_list *arguments)
{
#ifdef __i386__
    return va_arg(*arguments, uint64_t);
#else
    double value = va_arg(*arguments, double);
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
#endif
}

/* A formatted double: digits, zeros in place of digits that were not computed, an exponent. */
struct double_text {
    char digits[DOUBLE_TEXT_MAX + 1], exponent[6];
    size_t length, zeros, exponent_length;
};

/* Writes e, the sign, and two or three digits; returns the length. */
static size_t format_write_exponent(char *text, int exponent, bool upper)
{
    unsigned magnitude = (unsigned)(exponent < 0 ? -exponent : exponent);
    char *next = text;

    *next++ = upper ? 'E' : 'e';
    *next++ = exponent < 0 ? '-' : '+';
    if (magnitude >= 100)
        *next++ = (char)('0' + magnitude / 100);
    *next++ = (char)('0' + magnitude / 10 % 10);
    *next++ = (char)('0' + magnitude % 10);
    return (size_t)(next - text);
}

/*
 * Adds zeros for the decimals that were not computed, and the point that `#` requires even without
 * decimals.
 */
static void format_complete_double(struct double_text *text, const struct format_directive *d,
                                   unsigned decimals)
{
    if (decimals > DOUBLE_DECIMALS_MAX)
        text->zeros = decimals - DOUBLE_DECIMALS_MAX;
    if (decimals == 0 && d->alternate)
        text->digits[text->length++] = '.';
}

static void format_write_fixed(struct double_text *text, const struct format_directive *d,
                               uint64_t bits, unsigned decimals)
{
    text->length = double_digits(text->digits, bits, decimals);
    format_complete_double(text, d, decimals);
}

static void format_write_scientific(struct double_text *text, const struct format_directive *d,
                                    uint64_t bits, unsigned decimals)
{
    int exponent;

    text->length = double_scientific(text->digits, bits, decimals, &exponent);
    format_complete_double(text, d, decimals);
    text->exponent_length = format_write_exponent(text->exponent, exponent,
                                                  d->conversion == 'E' || d->conversion == 'G');
}

/*
 * Formats like %e, or like %f if the exponent is small; drops trailing zeros unless `#` is given.
 */
static void format_write_general(struct double_text *text, const struct format_directive *d,
                                 uint64_t bits, unsigned digits)
{
    int exponent;

    digits += digits == 0;
    double_scientific(text->digits, bits, digits - 1, &exponent);
    if (exponent >= -4 && exponent < (int)digits)
        format_write_fixed(text, d, bits, digits - 1 - (unsigned)exponent);
    else
        format_write_scientific(text, d, bits, digits - 1);
    if (d->alternate || !memchr(text->digits, '.', text->length))
        return;
    text->zeros = 0;
    while (text->digits[text->length - 1] == '0')
        text->length--;
    text->length -= text->digits[text->length - 1] == '.';
}

static void format_write_double(struct double_text *text, const struct format_directive *d,
                                uint64_t bits)
{
    unsigned precision = d->has_precision ? d->precision : 6;

    switch (d->conversion) {
    case 'e':
    case 'E':
        format_write_scientific(text, d, bits, precision);
        break;
    case 'g':
    case 'G':
        format_write_general(text, d, bits, precision);
        break;
    default:
        format_write_fixed(text, d, bits, precision);
    }
}

static const char *not_finite(uint64_t bits, bool upper)
{
    if (bits << 12)
        return upper ? "NAN" : "nan";
    return upper ? "INF" : "inf";
}

static void format_put_double(struct format_output *out, const struct format_directive *d,
                              uint64_t bits)
{
    struct double_text text;
    const char *sign = sign_of(d, bits >> 63);
    bool finite = (bits >> 52 & 0x7FF) != 0x7FF;
    bool zeros = d->zeros && !d->left && finite;
    size_t length;

    text.length = 3;
    text.zeros = text.exponent_length = 0;
    if (finite)
        format_write_double(&text, d, bits);
    else
        memcpy(text.digits, not_finite(bits, d->conversion < 'a'), 3);
    length = strlen(sign) + text.length + text.zeros + text.exponent_length;
    if (!d->left && !zeros)
        format_put_fill(out, ' ', length, d->width);
    format_put_text(out, sign, strlen(sign));
    if (zeros)
        format_put_fill(out, '0', length, d->width);
    format_put_text(out, text.digits, text.length);
    format_put_fill(out, '0', 0, text.zeros);
    format_put_text(out, text.exponent, text.exponent_length);
    if (d->left)
        format_put_fill(out, ' ', length, d->width);
}

/* Reads the argument and writes the conversion; returns false if the conversion does not exist. */
static bool format_convert(struct format_output *out, const struct format_directive *d,
                           va_list *arguments)
{
    const char *text;
    char c;

    switch (d->conversion) {
    case 'd':
    case 'i':
        format_put_signed(out, d, format_signed_argument(d->length, arguments));
        return true;
    case 'u':
        format_put_unsigned(out, d, format_unsigned_argument(d->length, arguments), 10);
        return true;
    case 'x':
    case 'X':
        format_put_unsigned(out, d, format_unsigned_argument(d->length, arguments), 16);
        return true;
    case 'o':
        format_put_unsigned(out, d, format_unsigned_argument(d->length, arguments), 8);
        return true;
    case 'p':
        format_put_number(out, d, "0x", (uintptr_t)va_arg(*arguments, void *), 16);
        return true;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        format_put_double(out, d, format_double_argument(arguments));
        return true;
    case 'c':
        c = (char)va_arg(*arguments, int);
        format_put_string(out, d, &c, 1);
        return true;
    case 's':
        text = va_arg(*arguments, const char *);
        if (text == NULL)
            text = "(null)";
        format_put_string(out, d, text,
                          d->has_precision ? strnlen(text, d->precision) : strlen(text));
        return true;
    case '%':
        format_put(out, '%');
        return true;
    default:
        return false;
    }
}

/*
 * Handles the directive at `fmt`, a '%', and returns the text after it. After an unreadable
 * directive the types of the remaining arguments are unknown, so the rest of fmt is copied.
 */
static const char *format_handle_directive(struct format_output *out, const char *fmt,
                                           va_list *arguments)
{
    struct format_directive d = {.conversion = '\0'};
    const char *next = format_read_flags(fmt + 1, &d);

    next = format_read_width(next, &d, arguments);
    next = format_read_precision(next, &d, arguments);
    next = format_read_length(next, &d);
    d.conversion = *next;
    if (format_convert(out, &d, arguments))
        return next + 1;
    format_put_text(out, fmt, strlen(fmt));
    return fmt + strlen(fmt);
}

int vformat(char *buffer, size_t size, const char *fmt, va_list arguments)
{
    struct format_output out = {buffer, size, 0};
    va_list rest;

    va_copy(rest, arguments); /* allows its address to be passed for any type of va_list */
    while (*fmt != '\0') {
        if (*fmt == '%')
            fmt = format_handle_directive(&out, fmt, &rest);
        else
            format_put(&out, *fmt++);
    }
    va_end(rest);
    if (size > 0)
        buffer[out.length < size ? out.length : size - 1] = '\0';
    return (int)out.length;
}

int format(char *buffer, size_t size, const char *fmt, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, fmt);
    length = vformat(buffer, size, fmt, arguments);
    va_end(arguments);
    return length;
}
