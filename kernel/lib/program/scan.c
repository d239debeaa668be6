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
    int taken; /* characters read so far */
};

struct directive {
    bool dropped; /* "*": no assignment */
    unsigned width;
    enum length length;
    char conversion;
    const char *set, *set_end; /* the set of %[, after ^ */
    bool outside;              /* ^ */
};

static int take(struct scan *scan)
{
    int c = fgetc(scan->from);

    scan->taken += c != EOF;
    return c;
}

static void put_back(struct scan *scan, int c)
{
    if (c == EOF)
        return;
    ungetc(c, scan->from);
    scan->taken--;
}

static void skip_space(struct scan *scan)
{
    int c;

    do
        c = take(scan);
    while (isspace(c));
    put_back(scan, c);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/*
 * A number's text, which grows while the characters read can still become a number, up to the
 * maximum length.
 */
struct item {
    struct scan *scan;
    char text[SCAN_NUMBER_MAX + 1];
    unsigned length, most;
    int next; /* the character after the item */
};

static void begin_item(struct item *item, struct scan *scan, unsigned width)
{
    item->scan = scan;
    item->length = 0;
    item->most = width < SCAN_NUMBER_MAX ? width : SCAN_NUMBER_MAX;
    item->next = take(scan);
}

static void keep_next(struct item *item)
{
    item->text[item->length++] = (char)item->next;
    item->next = item->length < item->most ? take(item->scan) : EOF;
}

/* Appends the next character if it is one of the set; reports whether it did. */
static bool keep_one_of(struct item *item, const char *set)
{
    if (item->next == EOF || item->next == '\0' || !strchr(set, item->next))
        return false;
    keep_next(item);
    return true;
}

static bool keep_digits(struct item *item, const char *digits)
{
    bool any = false;

    while (keep_one_of(item, digits))
        any = true;
    return any;
}

/*
 * Appends the word, given in small letters, as far as the input matches; reports whether all of it
 * matched.
 */
static bool keep_word(struct item *item, const char *word)
{
    while (*word != '\0' && item->next != EOF && tolower(item->next) == *word) {
        keep_next(item);
        word++;
    }
    return *word == '\0';
}

#define DECIMAL     "0123456789"
#define HEXADECIMAL DECIMAL "abcdefABCDEF"

/* Reads a sign, 0x where allowed, and digits; determines *base if it is 0. */
static bool keep_integer(struct item *item, int *base)
{
    bool any = false;

    keep_one_of(item, "+-");
    if ((*base == 0 || *base == 16) && keep_one_of(item, "0")) {
        any = true;
        if (keep_one_of(item, "xX")) {
            *base = 16;
            any = false;
        } else if (*base == 0) {
            *base = 8;
        }
    }
    if (*base == 0)
        *base = 10;
    return keep_digits(item, *base == 8 ? "01234567" : *base == 10 ? DECIMAL : HEXADECIMAL) || any;
}

/* Reads nan, nan(...), inf or infinity; a part of the word is not a number. */
static bool keep_number_word(struct item *item)
{
    if (tolower(item->next) == 'i')
        return keep_word(item, "inf") &&
               (item->next == EOF || tolower(item->next) != 'i' || keep_word(item, "inity"));
    if (!keep_word(item, "nan"))
        return false;
    if (!keep_one_of(item, "("))
        return true;
    while (item->next != EOF && (isalnum(item->next) || item->next == '_'))
        keep_next(item);
    return keep_one_of(item, ")");
}

static bool keep_real(struct item *item)
{
    const char *digits = DECIMAL, *exponent = "eE";
    bool any = false;

    keep_one_of(item, "+-");
    if (item->next != EOF && isalpha(item->next))
        return keep_number_word(item);
    if (keep_one_of(item, "0")) {
        any = true;
        if (keep_one_of(item, "xX")) {
            any = false;
            digits = HEXADECIMAL;
            exponent = "pP";
        }
    }
    any |= keep_digits(item, digits);
    if (keep_one_of(item, "."))
        any |= keep_digits(item, digits);
    if (!any || !keep_one_of(item, exponent))
        return any;
    keep_one_of(item, "+-");
    return keep_digits(item, DECIMAL);
}

static void store_integer(const struct directive *d, void *to, uint64_t value)
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

static void store_real(const struct directive *d, void *to, const char *text)
{
    if (d->length == LENGTH_LARGE)
        *(long double *)to = strtold(text, NULL);
    else if (d->length == LENGTH_LONG)
        *(double *)to = program_strtod(text, NULL);
    else
        *(float *)to = strtof(text, NULL);
}

/* Returns the number; values out of range become the nearest long or long long. */
static uint64_t integer_of(const struct directive *d, const char *text, int base)
{
    bool is_signed = d->conversion == 'd' || d->conversion == 'i';

    if (d->length == LENGTH_LONG_LONG)
        return is_signed ? (uint64_t)strtoll(text, NULL, base) : strtoull(text, NULL, base);
    return is_signed ? (uint64_t)strtol(text, NULL, base) : strtoul(text, NULL, base);
}

static enum result scan_number(struct scan *scan, const struct directive *d, int base, void *to)
{
    struct item item;
    bool is_real = base < 0, ended;

    begin_item(&item, scan, d->width);
    ended = item.next == EOF;
    if (!(is_real ? keep_real(&item) : keep_integer(&item, &base))) {
        put_back(scan, item.next);
        return ended ? ENDED : MISMATCHED;
    }
    put_back(scan, item.next);
    item.text[item.length] = '\0';
    if (d->dropped)
        return MATCHED;
    if (is_real)
        store_real(d, to, item.text);
    else
        store_integer(d, to, integer_of(d, item.text, base));
    return MATCHED;
}

/* ---- characters ------------------------------------------------------------------------------ */

static bool is_in_set(const struct directive *d, int c)
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

static bool belongs(const struct directive *d, int c)
{
    if (d->conversion == 's')
        return !isspace(c);
    return d->conversion == 'c' || is_in_set(d, c) != d->outside;
}

static enum result scan_characters(struct scan *scan, const struct directive *d, char *to)
{
    unsigned length = 0;
    int c = EOF;

    while (length < d->width && (c = take(scan)) != EOF && belongs(d, c)) {
        if (!d->dropped)
            to[length] = (char)c;
        length++;
        c = 0; /* kept */
    }
    if (length < d->width)
        put_back(scan, c);
    if (length == 0)
        return c == EOF ? ENDED : MISMATCHED;
    if (d->conversion != 'c' && !d->dropped)
        to[length] = '\0';
    return MATCHED;
}

/* ---- directives ------------------------------------------------------------------------------ */

static const char *read_length(const char *fmt, enum length *length)
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
static const char *read_set(const char *fmt, struct directive *d)
{
    d->outside = *fmt == '^';
    d->set = fmt + d->outside;
    d->set_end = strchr(d->set + (*d->set == ']'), ']');
    if (d->set_end == NULL)
        d->set_end = d->set + strlen(d->set);
    return d->set_end + (*d->set_end == ']');
}

/* Reads the directive after a '%'; returns the text after it. */
static const char *read_directive(const char *fmt, struct directive *d)
{
    *d = (struct directive){.dropped = *fmt == '*'};
    fmt += d->dropped;
    for (; isdigit(*fmt); fmt++)
        if (d->width < UINT_MAX / 20)
            d->width = d->width * 10 + (unsigned)(*fmt - '0');
    fmt = read_length(fmt, &d->length);
    d->conversion = *fmt;
    if (d->width == 0)
        d->width = d->conversion == 'c' ? 1 : UINT_MAX;
    if (*fmt == '\0')
        return fmt;
    return *fmt == '[' ? read_set(fmt + 1, d) : fmt + 1;
}

static int base_of(char conversion)
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
    int c = take(scan);

    if (c == (uint8_t)literal)
        return MATCHED;
    put_back(scan, c);
    return c == EOF ? ENDED : MISMATCHED;
}

static enum result convert(struct scan *scan, struct directive *d, void *to)
{
    switch (d->conversion) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        return scan_number(scan, d, base_of(d->conversion), to);
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

static bool skips_space(char conversion)
{
    return conversion != 'c' && conversion != '[' && conversion != 'n';
}

int vfscanf(FILE *restrict stream, const char *restrict fmt, va_list arguments)
{
    struct scan scan = {.from = stream};
    struct directive d;
    enum result result = MATCHED;
    int stored = 0;
    void *to;

    while (result == MATCHED && *fmt != '\0') {
        if (isspace(*fmt)) {
            skip_space(&scan);
            fmt++;
            continue;
        }
        if (*fmt != '%') {
            result = scan_literal(&scan, *fmt++);
            continue;
        }
        fmt = read_directive(fmt + 1, &d);
        if (skips_space(d.conversion))
            skip_space(&scan);
        if (d.conversion == '%') {
            result = scan_literal(&scan, '%');
            continue;
        }
        to = d.dropped ? NULL : va_arg(arguments, void *);
        if (d.conversion == 'n') {
            if (to)
                store_integer(&d, to, (uint64_t)scan.taken);
            continue;
        }
        result = convert(&scan, &d, to);
        stored += result == MATCHED && !d.dropped;
    }
    return result == ENDED && stored == 0 ? EOF : stored;
}

int vsscanf(const char *restrict text, const char *restrict fmt, va_list arguments)
{
    FILE stream = {.start = text, .next = text, .end = text + strlen(text), .pushed_back = EOF};

    return vfscanf(&stream, fmt, arguments);
}
