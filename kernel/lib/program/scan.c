/*
 * SPDX-License-Identifier: MIT
 * The scanf() family. The source is always a stream, also for a text in memory. At most one
 * character, the one after an item, is put back.
 */
#include "kernel/lib/program/scan.h"

#include <stdbool.h>
#include <stdint.h>

#include "kernel/lib/ctype.h"
#include "kernel/lib/limits.h"
#include "kernel/lib/program/strtold.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

enum length { LENGTH_INT, LENGTH_CHAR, LENGTH_SHORT, LENGTH_LONG, LENGTH_LONG_LONG, LENGTH_LARGE };

enum result { MATCHED, MISMATCHED, ENDED };

struct scan {
    FILE *from;
    int consumed; /* characters read so far */
};

struct scan_directive {
    bool dropped; /* "*": no assignment */
    unsigned width;
    enum length length;
    char conversion;
    const char *set, *set_end; /* the set of %[, after ^ */
    bool outside;              /* ^ */
};

static int scan_next(struct scan *scan)
{
    int c = fgetc(scan->from);

    scan->consumed += c != EOF;
    return c;
}

static void scan_put_back(struct scan *scan, int c)
{
    if (c == EOF)
        return;
    ungetc(c, scan->from);
    scan->consumed--;
}

static void scan_skip_space(struct scan *scan)
{
    int c;

    do
        c = scan_next(scan);
    while (isspace(c));
    scan_put_back(scan, c);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/*
 * A number's text, which grows while the characters read can still become a number, up to the
 * maximum length.
 */
struct scan_item {
    struct scan *scan;
    char text[SCAN_NUMBER_MAX + 1];
    unsigned length, most;
    int next; /* the character after the item */
};

static void scan_begin_item(struct scan_item *item, struct scan *scan, unsigned width)
{
    item->scan = scan;
    item->length = 0;
    item->most = width < SCAN_NUMBER_MAX ? width : SCAN_NUMBER_MAX;
    item->next = scan_next(scan);
}

static void scan_append_next(struct scan_item *item)
{
    item->text[item->length++] = (char)item->next;
    item->next = item->length < item->most ? scan_next(item->scan) : EOF;
}

/* Appends the next character if it is one of the set; reports whether it did. */
static bool scan_append_one_of(struct scan_item *item, const char *set)
{
    if (item->next == EOF || item->next == '\0' || !strchr(set, item->next))
        return false;
    scan_append_next(item);
    return true;
}

static bool scan_append_digits(struct scan_item *item, const char *digits)
{
    bool any = false;

    while (scan_append_one_of(item, digits))
        any = true;
    return any;
}

/*
 * Appends the word, given in small letters, as far as the input matches; reports whether all of it
 * matched.
 */
static bool scan_append_word(struct scan_item *item, const char *word)
{
    while (*word != '\0' && item->next != EOF && tolower(item->next) == *word) {
        scan_append_next(item);
        word++;
    }
    return *word == '\0';
}

#define DECIMAL     "0123456789"
#define HEXADECIMAL DECIMAL "abcdefABCDEF"

/* Reads a sign, 0x where allowed, and digits; determines *base if it is 0. */
static bool scan_append_integer(struct scan_item *item, int *base)
{
    bool any = false;

    scan_append_one_of(item, "+-");
    if ((*base == 0 || *base == 16) && scan_append_one_of(item, "0")) {
        any = true;
        if (scan_append_one_of(item, "xX")) {
            *base = 16;
            any = false;
        } else if (*base == 0) {
            *base = 8;
        }
    }
    if (*base == 0)
        *base = 10;
    return scan_append_digits(item, *base == 8    ? "01234567"
                                    : *base == 10 ? DECIMAL
                                                  : HEXADECIMAL) ||
           any;
}

/* Reads nan, nan(...), inf or infinity; a part of the word is not a number. */
static bool scan_append_number_word(struct scan_item *item)
{
    if (tolower(item->next) == 'i')
        return scan_append_word(item, "inf") &&
               (item->next == EOF || tolower(item->next) != 'i' || scan_append_word(item, "inity"));
    if (!scan_append_word(item, "nan"))
        return false;
    if (!scan_append_one_of(item, "("))
        return true;
    while (item->next != EOF && (isalnum(item->next) || item->next == '_'))
        scan_append_next(item);
    return scan_append_one_of(item, ")");
}

static bool scan_append_real(struct scan_item *item)
{
    const char *digits = DECIMAL, *exponent = "eE";
    bool any = false;

    scan_append_one_of(item, "+-");
    if (item->next != EOF && isalpha(item->next))
        return scan_append_number_word(item);
    if (scan_append_one_of(item, "0")) {
        any = true;
        if (scan_append_one_of(item, "xX")) {
            any = false;
            digits = HEXADECIMAL;
            exponent = "pP";
        }
    }
    any |= scan_append_digits(item, digits);
    if (scan_append_one_of(item, "."))
        any |= scan_append_digits(item, digits);
    if (!any || !scan_append_one_of(item, exponent))
        return any;
    scan_append_one_of(item, "+-");
    return scan_append_digits(item, DECIMAL);
}

static void scan_store_integer(const struct scan_directive *d, void *to, uint64_t value)
{
    switch (d->length) {
    case LENGTH_CHAR:
        *(uint8_t *)to = (uint8_t)value;
        break;
    case LENGTH_SHORT:
        *(uint16_t *)to = (uint16_t)value;
        break;
    case LENGTH_LONG:
        *(unsigned long *)to = (unsigned long)value;
        break;
    case LENGTH_LONG_LONG:
        *(uint64_t *)to = value;
        break;
    default:
        *(unsigned *)to = (unsigned)value;
    }
}

static void scan_store_real(const struct scan_directive *d, void *to, const char *text)
{
    if (d->length == LENGTH_LARGE)
        *(long double *)to = strtold(text, NULL);
    else if (d->length == LENGTH_LONG)
        *(double *)to = program_strtod(text, NULL);
    else
        *(float *)to = strtof(text, NULL);
}

/* Returns the number; values out of range become the nearest long or long long. */
static uint64_t scan_integer_of(const struct scan_directive *d, const char *text, int base)
{
    bool is_signed = d->conversion == 'd' || d->conversion == 'i';

    if (d->length == LENGTH_LONG_LONG)
        return is_signed ? (uint64_t)strtoll(text, NULL, base) : strtoull(text, NULL, base);
    return is_signed ? (uint64_t)strtol(text, NULL, base) : strtoul(text, NULL, base);
}

static enum result scan_number(struct scan *scan, const struct scan_directive *d, int base,
                               void *to)
{
    struct scan_item item;
    bool is_real = base < 0, ended;

    scan_begin_item(&item, scan, d->width);
    ended = item.next == EOF;
    if (!(is_real ? scan_append_real(&item) : scan_append_integer(&item, &base))) {
        scan_put_back(scan, item.next);
        return ended ? ENDED : MISMATCHED;
    }
    scan_put_back(scan, item.next);
    item.text[item.length] = '\0';
    if (d->dropped)
        return MATCHED;
    if (is_real)
        scan_store_real(d, to, item.text);
    else
        scan_store_integer(d, to, scan_integer_of(d, item.text, base));
    return MATCHED;
}

/* ---- characters ------------------------------------------------------------------------------ */

static bool scan_is_in_set(const struct scan_directive *d, int c)
{
    for (const char *s = d->set; s < d->set_end; s++) {
        int first = (uint8_t)*s, last = first;

        if (s[1] == '-' && s + 2 < d->set_end) {
            s += 2;
            last = (uint8_t)*s;
        }
        if (c >= first && c <= last)
            return true;
    }
    return false;
}

static bool scan_accepts(const struct scan_directive *d, int c)
{
    if (d->conversion == 's')
        return !isspace(c);
    return d->conversion == 'c' || scan_is_in_set(d, c) != d->outside;
}

static enum result scan_characters(struct scan *scan, const struct scan_directive *d, char *to)
{
    unsigned length = 0;
    int c = EOF;

    while (length < d->width && (c = scan_next(scan)) != EOF && scan_accepts(d, c)) {
        if (!d->dropped)
            to[length] = (char)c;
        length++;
        c = 0; /* kept */
    }
    if (length < d->width)
        scan_put_back(scan, c);
    if (length == 0)
        return c == EOF ? ENDED : MISMATCHED;
    if (d->conversion != 'c' && !d->dropped)
        to[length] = '\0';
    return MATCHED;
}

/* ---- directives ------------------------------------------------------------------------------ */

static const char *scan_read_length(const char *fmt, enum length *length)
{
    bool twice = fmt[0] == fmt[1];

    switch (*fmt) {
    case 'h':
        *length = twice ? LENGTH_CHAR : LENGTH_SHORT;
        return fmt + 1 + twice;
    case 'l':
        *length = twice ? LENGTH_LONG_LONG : LENGTH_LONG;
        return fmt + 1 + twice;
    case 'j':
        *length = LENGTH_LONG_LONG;
        return fmt + 1;
    case 'z':
    case 't':
        *length = LENGTH_LONG;
        return fmt + 1;
    case 'L':
        *length = LENGTH_LARGE;
        return fmt + 1;
    default:
        return fmt;
    }
}

/* Reads a set. A ] at its start is a member. */
static const char *scan_read_set(const char *fmt, struct scan_directive *d)
{
    d->outside = *fmt == '^';
    d->set = fmt + d->outside;
    d->set_end = strchr(d->set + (*d->set == ']'), ']');
    if (d->set_end == NULL)
        d->set_end = d->set + strlen(d->set);
    return d->set_end + (*d->set_end == ']');
}

/* Reads the directive after a '%'; returns the text after it. */
static const char *scan_read_directive(const char *fmt, struct scan_directive *d)
{
    *d = (struct scan_directive){.dropped = *fmt == '*'};
    fmt += d->dropped;
    for (; isdigit(*fmt); fmt++)
        if (d->width < UINT_MAX / 20)
            d->width = d->width * 10 + (unsigned)(*fmt - '0');
    fmt = scan_read_length(fmt, &d->length);
    d->conversion = *fmt;
    if (d->width == 0)
        d->width = d->conversion == 'c' ? 1 : UINT_MAX;
    if (*fmt == '\0')
        return fmt;
    return *fmt == '[' ? scan_read_set(fmt + 1, d) : fmt + 1;
}

static int scan_base(char conversion)
{
    switch (conversion) {
    case 'i':
        return 0;
    case 'o':
        return 8;
    case 'd':
    case 'u':
        return 10;
    default:
        return 16;
    }
}

static enum result scan_literal(struct scan *scan, char literal)
{
    int c = scan_next(scan);

    if (c == (uint8_t)literal)
        return MATCHED;
    scan_put_back(scan, c);
    return c == EOF ? ENDED : MISMATCHED;
}

static enum result scan_convert(struct scan *scan, struct scan_directive *d, void *to)
{
    switch (d->conversion) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        return scan_number(scan, d, scan_base(d->conversion), to);
    case 'p':
        d->length = LENGTH_LONG;
        return scan_number(scan, d, 16, to);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return scan_number(scan, d, -1, to);
    case 'c':
    case 's':
    case '[':
        return scan_characters(scan, d, to);
    default:
        return MISMATCHED;
    }
}

static bool scan_skips_space(char conversion)
{
    return conversion != 'c' && conversion != '[' && conversion != 'n';
}

int vfscanf(FILE *restrict stream, const char *restrict fmt, va_list arguments)
{
    struct scan scan = {.from = stream};
    struct scan_directive d;
    enum result result = MATCHED;
    int stored = 0;
    void *to;

    while (result == MATCHED && *fmt != '\0') {
        if (isspace(*fmt)) {
            scan_skip_space(&scan);
            fmt++;
            continue;
        }
        if (*fmt != '%') {
            result = scan_literal(&scan, *fmt++);
            continue;
        }
        fmt = scan_read_directive(fmt + 1, &d);
        if (scan_skips_space(d.conversion))
            scan_skip_space(&scan);
        if (d.conversion == '%') {
            result = scan_literal(&scan, '%');
            continue;
        }
        to = d.dropped ? NULL : va_arg(arguments, void *);
        if (d.conversion == 'n') {
            if (to)
                scan_store_integer(&d, to, (uint64_t)scan.consumed);
            continue;
        }
        result = scan_convert(&scan, &d, to);
        stored += result == MATCHED && !d.dropped;
    }
    return result == ENDED && stored == 0 ? EOF : stored;
}

int vsscanf(const char *restrict text, const char *restrict fmt, va_list arguments)
{
    FILE stream = {.start = text, .next = text, .end = text + strlen(text), .pushed_back = EOF};

    return vfscanf(&stream, fmt, arguments);
}
