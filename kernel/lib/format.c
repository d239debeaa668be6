/*
 * SPDX-License-Identifier: MIT
 * The formatter: each directive is read into a struct directive, and its text written with padding.
 */
#include "kernel/lib/format.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/double.h"
#include "kernel/lib/string.h"

struct output {
    char *buffer;
    size_t size;
    size_t length; /* of the whole text, more than fits or not */
};

enum length { LENGTH_INT, LENGTH_LONG, LENGTH_LONG_LONG, LENGTH_SIZE };

struct directive {
    bool left;
    bool zeros;
    bool plus;
    unsigned width;
    unsigned precision;
    bool has_precision;
    enum length length;
    char conversion;
};

/* 64 bits in octal, the longest. */
#define DIGITS_MAX 22

static void put(struct output *out, char c)
{
    if (out->length + 1 < out->size)
        out->buffer[out->length] = c;
    out->length++;
}

static void put_text(struct output *out, const char *text, size_t length)
{
    while (length-- > 0)
        put(out, *text++);
}

static void put_fill(struct output *out, char c, size_t from, size_t to)
{
    for (; from < to; from++)
        put(out, c);
}

static unsigned limit_width(unsigned width)
{
    return width < FORMAT_WIDTH_MAX ? width : FORMAT_WIDTH_MAX;
}

static const char *read_number(const char *fmt, unsigned *number)
{
    for (*number = 0; *fmt >= '0' && *fmt <= '9'; fmt++)
        *number = limit_width(*number * 10 + (unsigned)(*fmt - '0'));
    return fmt;
}

static const char *read_flags(const char *fmt, struct directive *d)
{
    for (;; fmt++) {
        if (*fmt == '-')
            d->left = true;
        else if (*fmt == '0')
            d->zeros = true;
        else if (*fmt == '+')
            d->plus = true;
        else
            return fmt;
    }
}

static const char *read_width(const char *fmt, struct directive *d, va_list *arguments)
{
    int width;

    if (*fmt != '*')
        return read_number(fmt, &d->width);
    width = va_arg(*arguments, int);
    d->left |= width < 0;
    d->width = limit_width(width < 0 ? -(unsigned)width : (unsigned)width);
    return fmt + 1;
}

static const char *read_precision(const char *fmt, struct directive *d, va_list *arguments)
{
    int precision;

    if (*fmt != '.')
        return fmt;
    fmt++;
    d->has_precision = true;
    if (*fmt != '*')
        return read_number(fmt, &d->precision);
    precision = va_arg(*arguments, int);
    d->has_precision = precision >= 0; /* a negative one is as if left out */
    d->precision = precision >= 0 ? limit_width((unsigned)precision) : 0;
    return fmt + 1;
}

static const char *read_length(const char *fmt, struct directive *d)
{
    if (*fmt == 'z') {
        d->length = LENGTH_SIZE;
        return fmt + 1;
    }
    if (*fmt == 'l') {
        d->length = fmt[1] == 'l' ? LENGTH_LONG_LONG : LENGTH_LONG;
        return fmt + (fmt[1] == 'l' ? 2 : 1);
    }
    return fmt;
}

static int64_t signed_argument(enum length length, va_list *arguments)
{
    switch (length) {
    case LENGTH_LONG:
        return va_arg(*arguments, long);
    case LENGTH_LONG_LONG:
        return va_arg(*arguments, long long);
    case LENGTH_SIZE:
        return va_arg(*arguments, ptrdiff_t);
    default:
        return va_arg(*arguments, int);
    }
}

static uint64_t unsigned_argument(enum length length, va_list *arguments)
{
    switch (length) {
    case LENGTH_LONG:
        return va_arg(*arguments, unsigned long);
    case LENGTH_LONG_LONG:
        return va_arg(*arguments, unsigned long long);
    case LENGTH_SIZE:
        return va_arg(*arguments, size_t);
    default:
        return va_arg(*arguments, unsigned);
    }
}

/* Writes the digits so that they end at `end`, and returns the first. 0 has none of its own. */
static char *write_digits(char *end, uint64_t value, unsigned base, bool upper)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    uint32_t low;

    for (; value > UINT32_MAX; value /= base)
        *--end = digits[value % base];
    for (low = (uint32_t)value; low > 0; low /= base) /* far cheaper than 64 bits on a Pentium */
        *--end = digits[low % base];
    return end;
}

/* A number: padding, sign or 0x, zeros up to the precision or the width, digits. */
static void put_number(struct output *out, const struct directive *d, const char *prefix,
                       uint64_t value, unsigned base)
{
    char text[DIGITS_MAX];
    char *digits = write_digits(text + sizeof text, value, base, d->conversion == 'X');
    size_t count = (size_t)(text + sizeof text - digits);
    size_t prefix_length = strlen(prefix);
    size_t least = d->has_precision ? d->precision : 1;
    size_t length;

    if (d->zeros && !d->left && !d->has_precision && d->width > prefix_length)
        least = d->width - prefix_length;
    length = prefix_length + (count > least ? count : least);
    if (!d->left)
        put_fill(out, ' ', length, d->width);
    put_text(out, prefix, prefix_length);
    put_fill(out, '0', count, least);
    put_text(out, digits, count);
    if (d->left)
        put_fill(out, ' ', length, d->width);
}

static void put_string(struct output *out, const struct directive *d, const char *text,
                       size_t length)
{
    if (!d->left)
        put_fill(out, ' ', length, d->width);
    put_text(out, text, length);
    if (d->left)
        put_fill(out, ' ', length, d->width);
}

static void put_signed(struct output *out, const struct directive *d, int64_t value)
{
    const char *sign = value < 0 ? "-" : d->plus ? "+" : "";

    put_number(out, d, sign, value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
}

/* The bits of a double. The kernel has no register for one; on its stack it lies as 64 bits do. */
static uint64_t double_argument(va_list *arguments)
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

/* Decimals beyond those that double_digits() makes are zeros. */
static void put_double(struct output *out, const struct directive *d, uint64_t bits)
{
    char text[DOUBLE_TEXT_MAX];
    unsigned decimals = d->has_precision ? d->precision : 6;
    size_t count = double_digits(text, bits, decimals);
    const char *sign = bits >> 63 ? "-" : d->plus ? "+" : "";
    bool finite = text[0] <= '9';
    size_t more = finite && decimals > DOUBLE_DECIMALS_MAX ? decimals - DOUBLE_DECIMALS_MAX : 0;
    size_t length = strlen(sign) + count + more;
    bool zeros = d->zeros && !d->left && finite;

    if (!d->left && !zeros)
        put_fill(out, ' ', length, d->width);
    put_text(out, sign, strlen(sign));
    if (zeros)
        put_fill(out, '0', length, d->width);
    put_text(out, text, count);
    put_fill(out, '0', 0, more);
    if (d->left)
        put_fill(out, ' ', length, d->width);
}

/* Writes the conversion and takes its argument; false if there is no such conversion. */
static bool convert(struct output *out, const struct directive *d, va_list *arguments)
{
    const char *text;
    char c;

    switch (d->conversion) {
    case 'd':
    case 'i':
        put_signed(out, d, signed_argument(d->length, arguments));
        return true;
    case 'u':
        put_number(out, d, "", unsigned_argument(d->length, arguments), 10);
        return true;
    case 'x':
    case 'X':
        put_number(out, d, "", unsigned_argument(d->length, arguments), 16);
        return true;
    case 'o':
        put_number(out, d, "", unsigned_argument(d->length, arguments), 8);
        return true;
    case 'p':
        put_number(out, d, "0x", (uintptr_t)va_arg(*arguments, void *), 16);
        return true;
    case 'f':
        put_double(out, d, double_argument(arguments));
        return true;
    case 'c':
        c = (char)va_arg(*arguments, int);
        put_string(out, d, &c, 1);
        return true;
    case 's':
        text = va_arg(*arguments, const char *);
        if (text == NULL)
            text = "(null)";
        put_string(out, d, text, d->has_precision ? strnlen(text, d->precision) : strlen(text));
        return true;
    case '%':
        put(out, '%');
        return true;
    default:
        return false;
    }
}

/*
 * Handles the directive at `fmt`, a '%', and returns what follows it. After one that cannot be
 * read, the types of the remaining arguments are not known, so the rest of fmt is copied.
 */
static const char *handle_directive(struct output *out, const char *fmt, va_list *arguments)
{
    struct directive d = {.conversion = '\0'};
    const char *next = read_flags(fmt + 1, &d);

    next = read_width(next, &d, arguments);
    next = read_precision(next, &d, arguments);
    next = read_length(next, &d);
    d.conversion = *next;
    if (convert(out, &d, arguments))
        return next + 1;
    put_text(out, fmt, strlen(fmt));
    return fmt + strlen(fmt);
}

int vformat(char *buffer, size_t size, const char *fmt, va_list arguments)
{
    struct output out = {buffer, size, 0};
    va_list rest;

    va_copy(rest, arguments); /* so that its address can be passed, whatever type va_list is */
    while (*fmt != '\0') {
        if (*fmt == '%')
            fmt = handle_directive(&out, fmt, &rest);
        else
            put(&out, *fmt++);
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
