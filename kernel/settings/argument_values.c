/*
 * SPDX-License-Identifier: MIT
 * Parses argument values. tools/benchcheck uses the same code and rejects a bad list at build time.
 */
#include "kernel/settings/argument_values.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/settings/word.h"

#define LARGEST 0x7fffffffu /* a long has 32 bits in the kernel */
#define K       1024u
#define M       (1024u * 1024u)

/* The buffer for an error message. */
struct refusal {
    char *error;
    size_t size;
};

/* From first in steps to last; a plain number is a range of one. */
struct range {
    uint32_t first, last, step;
    bool by_factor;
};

__attribute__((format(__printf__, 2, 3))) static int
argument_values_refuse(const struct refusal *refusal, const char *fmt, ...)
{
    va_list arguments;
    va_start(arguments, fmt);
    vformat(refusal->error, refusal->size, fmt, arguments);
    va_end(arguments);
    return -1;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- numbers and ranges --------------------------------------------------------------------- */

static int argument_value_number(const struct refusal *refusal, struct word word, uint32_t *number)
{
    uint32_t unit = 1;
    struct word digits = word;
    if (word.length && word.text[word.length - 1] == 'K')
        unit = K;
    if (word.length && word.text[word.length - 1] == 'M')
        unit = M;
    if (unit > 1)
        digits.length--;
    for (size_t i = 0; i < digits.length; i++)
        if (!is_digit(digits.text[i]))
            digits.length = 0;
    if (!digits.length)
        return argument_values_refuse(refusal, "'%.*s' is not a number, as in 64, 4K or 1M",
                                      (int)word.length, word.text);
    if (word_number(digits, 0, LARGEST / unit, number))
        return argument_values_refuse(refusal, "'%.*s' is larger than %u", (int)word.length,
                                      word.text, LARGEST);
    *number *= unit;
    return 0;
}

static const char *argument_value_find_char(struct word word, char c)
{
    return memchr(word.text, c, word.length);
}

/* Parses the text after the two dots: LAST*FACTOR or LAST+STEP. */
static int argument_value_range_end(const struct refusal *refusal, struct word end,
                                    struct range *range)
{
    range->by_factor = argument_value_find_char(end, '*');
    struct word last = word_split(&end, range->by_factor ? '*' : '+');
    if (!last.length)
        return argument_values_refuse(refusal, "a range needs an end, as in 1K..64K*2");
    if (argument_value_number(refusal, last, &range->last))
        return -1;
    if (!end.length)
        return argument_values_refuse(
            refusal, "a range needs its step or factor, as in 1..9+2 or 1K..64K*2");
    if (argument_value_number(refusal, end, &range->step))
        return -1;
    if (range->last < range->first)
        return argument_values_refuse(refusal, "a range must ascend, as in 1K..64K*2");
    if (range->by_factor && (range->step < 2 || !range->first))
        return argument_values_refuse(
            refusal,
            "a range with a factor starts at 1 or more, and its factor is 2 or more, as "
            "in 1K..64K*2");
    if (!range->step)
        return argument_values_refuse(refusal,
                                      "the step of a range must be 1 or more, as in 1..9+2");
    return 0;
}

static int argument_value_range(const struct refusal *refusal, struct word item,
                                struct range *range)
{
    const char *dot = argument_value_find_char(item, '.');
    struct word first = {item.text, dot ? (size_t)(dot - item.text) : item.length};
    struct word end = {first.text + first.length + 2, item.length - first.length - 2};
    if (!item.length)
        return argument_values_refuse(refusal, "a comma needs a value on each side, as in 4,16,64");
    if (argument_value_number(refusal, first, &range->first))
        return -1;
    range->last = range->first;
    range->step = 1;
    range->by_factor = false;
    if (!dot)
        return 0;
    if (item.length < first.length + 2 || dot[1] != '.')
        return argument_values_refuse(
            refusal, "'%.*s' is not a number; a range has two dots, as in 1K..64K*2",
            (int)item.length, item.text);
    return argument_value_range_end(refusal, end, range);
}

/* Returns false if the range ends with *value. */
static bool argument_value_advance(const struct range *range, uint32_t *value)
{
    uint64_t next =
        range->by_factor ? (uint64_t)*value * range->step : (uint64_t)*value + range->step;
    *value = (uint32_t)next;
    return next <= range->last;
}

static void argument_value_spell(uint32_t number, char *spelling, size_t size)
{
    if (number && number % M == 0)
        format(spelling, size, "%uM", (unsigned)(number / M));
    else if (number && number % K == 0)
        format(spelling, size, "%uK", (unsigned)(number / K));
    else
        format(spelling, size, "%u", (unsigned)number);
}

/* ---- lists ---------------------------------------------------------------------------------- */

static int argument_value_check_word(const struct refusal *refusal, struct word word)
{
    bool good = word.length && is_letter(word.text[0]);
    if (!word.length)
        return argument_values_refuse(refusal, "a comma needs a word on each side, as in up,down");
    if (is_digit(word.text[0]))
        return argument_values_refuse(
            refusal, "'%.*s' among words: the values must be all words or all numbers",
            (int)word.length, word.text);
    for (size_t i = 0; i < word.length; i++)
        good = good && (is_letter(word.text[i]) || is_digit(word.text[i]) || word.text[i] == '_');
    if (!good)
        return argument_values_refuse(
            refusal, "'%.*s' is not a word of letters, digits and _, as in up,down",
            (int)word.length, word.text);
    if (word.length >= VALUES_SPELLING)
        return argument_values_refuse(refusal, "'%.*s' is longer than %d characters",
                                      (int)word.length, word.text, VALUES_SPELLING - 1);
    return 1;
}

/* Returns the number of values of an item. */
static int argument_value_check_item(const struct refusal *refusal, struct word item, bool words)
{
    struct range range;
    if (words)
        return argument_value_check_word(refusal, item);
    if (argument_value_range(refusal, item, &range))
        return -1;
    int count = 1;
    for (uint32_t value = range.first;
         count <= VALUES_MAX && argument_value_advance(&range, &value);)
        count++;
    return count;
}

static int argument_values_check_differ(const struct refusal *refusal, const char *list, int count)
{
    char a[VALUES_SPELLING], b[VALUES_SPELLING];
    for (int i = 0; i < count; i++) {
        argument_values_get(list, (unsigned)i, a, sizeof a);
        for (int j = 0; j < i; j++) {
            argument_values_get(list, (unsigned)j, b, sizeof b);
            if (!strcmp(a, b))
                return argument_values_refuse(refusal, "the value %s is given twice", a);
        }
    }
    return count;
}

int argument_values_count(const char *list, char *error, size_t size)
{
    struct refusal refusal = {error, size};
    struct word rest = word_from_text(list);
    bool words = is_letter(list[0]), more = rest.length;
    int count = 0;
    if (!more)
        return argument_values_refuse(
            &refusal, "no values; give some, as in 4,16,64 or 1K..64K*2 or up,down");
    while (more) {
        more = argument_value_find_char(rest, ',');
        int values = argument_value_check_item(&refusal, word_split(&rest, ','), words);
        if (values < 0)
            return -1;
        count += values;
        if (count > VALUES_MAX)
            return argument_values_refuse(
                &refusal, "more than %d values; a larger step gives fewer", VALUES_MAX);
    }
    return size > 0 ? argument_values_check_differ(&refusal, list, count) : count;
}

long argument_values_get(const char *list, unsigned i, char *spelling, size_t size)
{
    struct refusal unused = {NULL, 0};
    struct word rest = word_from_text(list);
    struct range range;
    for (unsigned left = i; rest.length;) {
        struct word item = word_split(&rest, ',');
        if (is_letter(list[0])) {
            if (left--)
                continue;
            format(spelling, size, "%.*s", (int)item.length, item.text);
            return (long)i;
        }
        argument_value_range(&unused, item, &range);
        uint32_t value = range.first;
        for (bool more = true; more; more = argument_value_advance(&range, &value)) {
            if (left--)
                continue;
            argument_value_spell(value, spelling, size);
            return (long)value;
        }
    }
    return 0;
}
