/*
 * SPDX-License-Identifier: MIT
 * Parses known work by recursive descent and evaluates the formulas at the same time.
 */
#include "tools/bench_work.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/settings/suggestions.h"
#include "kernel/settings/word.h"
#include "pmc/families.h"
#include "pmc/pmc.h"

struct bench_work_reader {
    const char *at;
    const struct work_case *c;
    char *error;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static int bench_work_refuse(struct bench_work_reader *reader,
                                                                   const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reader->error, reader->size, format, arguments);
    va_end(arguments);
    return -1;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void skip_blanks(struct bench_work_reader *reader)
{
    reader->at += strspn(reader->at, " ");
}

/* Reads letters, digits and _; empty if another character follows. */
static struct word bench_work_read_name(struct bench_work_reader *reader)
{
    skip_blanks(reader);
    struct word name = {reader->at, 0};
    while (isalnum((unsigned char)name.text[name.length]) || name.text[name.length] == '_')
        name.length++;
    reader->at += name.length;
    return name;
}

/* Reads the next character if it is one of these; else returns 0. */
static char bench_work_read_one_of(struct bench_work_reader *reader, const char *characters)
{
    skip_blanks(reader);
    if (!*reader->at || !strchr(characters, *reader->at))
        return 0;
    return *reader->at++;
}

static int bench_work_read_equals(struct bench_work_reader *reader, struct word name)
{
    if (*reader->at++ == '=')
        return 0;
    return bench_work_refuse(
        reader, "'%.*s' must be followed directly by '=', as in region=0 data_read=size/4",
        (int)name.length, name.text);
}

/* "; did you mean X?", or "". */
static const char *did_you_mean(const struct suggestion *suggestion)
{
    static char text[100];

    snprintf(text, sizeof text, suggestion->best ? "; did you mean %s?" : "%s",
             suggestion->best ? suggestion->best : "");
    return text;
}

static const struct work_argument *bench_work_find_argument(struct bench_work_reader *reader,
                                                            struct word name)
{
    struct suggestion suggestion = {0};

    for (unsigned i = 0; i < reader->c->n_arguments; i++) {
        if (word_is(name, reader->c->arguments[i].name))
            return &reader->c->arguments[i];
        suggestions_offer(&suggestion, name.text, name.length, reader->c->arguments[i].name);
    }
    bench_work_refuse(reader, "'%.*s' is not an argument of this benchmark%s", (int)name.length,
                      name.text, did_you_mean(&suggestion));
    return NULL;
}

/* ---- formulas ------------------------------------------------------------------------------- */

static int bench_work_parse_sum(struct bench_work_reader *reader, int64_t *value);

static int bench_work_parse_number(struct bench_work_reader *reader, struct word word,
                                   int64_t *value)
{
    struct word digits = word;
    char unit = word.text[word.length - 1];
    uint32_t number;

    if (unit == 'K' || unit == 'M')
        digits.length--;
    if (digits.length > 1 && !isdigit((unsigned char)digits.text[1]))
        digits.length = 0; /* 0x */
    if (word_number(digits, 0, UINT32_MAX, &number))
        return bench_work_refuse(reader, "'%.*s' is not a number, as in 64, 4K or 1M",
                                 (int)word.length, word.text);
    *value = (int64_t)number * (unit == 'K' ? 1024 : unit == 'M' ? 1024 * 1024 : 1);
    return 0;
}

static int bench_work_parse_factor(struct bench_work_reader *reader, int64_t *value)
{
    if (bench_work_read_one_of(reader, "(")) {
        if (bench_work_parse_sum(reader, value))
            return -1;
        return bench_work_read_one_of(reader, ")")
                   ? 0
                   : bench_work_refuse(reader, "a '(' is not closed");
    }
    struct word word = bench_work_read_name(reader);
    if (!word.length)
        return *reader->at
                   ? bench_work_refuse(reader, "a number or an argument is missing before '%s'",
                                       reader->at)
                   : bench_work_refuse(reader, "a number or an argument is missing at the end");
    if (isdigit((unsigned char)word.text[0]))
        return bench_work_parse_number(reader, word, value);
    const struct work_argument *argument = bench_work_find_argument(reader, word);
    if (!argument)
        return -1;
    *value = argument->value;
    return 0;
}

static int bench_work_apply(struct bench_work_reader *reader, char operation, int64_t *left,
                            int64_t right)
{
    bool overflow = false;

    if (operation == '+')
        overflow = __builtin_add_overflow(*left, right, left);
    else if (operation == '-')
        overflow = __builtin_sub_overflow(*left, right, left);
    else if (operation == '*')
        overflow = __builtin_mul_overflow(*left, right, left);
    else if (right == 0)
        return bench_work_refuse(reader, "division by 0");
    else
        *left /= right;
    return overflow ? bench_work_refuse(reader, "a number does not fit in 64 bits") : 0;
}

/* Operands with these operators between them, from left to right. */
static int bench_work_parse_chain(struct bench_work_reader *reader, const char *operators,
                                  int (*operand)(struct bench_work_reader *reader, int64_t *value),
                                  int64_t *value)
{
    if (operand(reader, value))
        return -1;
    for (char operation; (operation = bench_work_read_one_of(reader, operators)) != 0;) {
        int64_t right;
        if (operand(reader, &right) || bench_work_apply(reader, operation, value, right))
            return -1;
    }
    return 0;
}

static int bench_work_parse_product(struct bench_work_reader *reader, int64_t *value)
{
    return bench_work_parse_chain(reader, "*/", bench_work_parse_factor, value);
}

static int bench_work_parse_sum(struct bench_work_reader *reader, int64_t *value)
{
    return bench_work_parse_chain(reader, "+-", bench_work_parse_product, value);
}

/* ---- subject --------------------------------------------------------------------------------- */

/* Reads "argument=value" after the keyword; returns NULL if the argument has no such value. */
static const struct work_argument *bench_work_parse_value(struct bench_work_reader *reader,
                                                          const char *keyword,
                                                          struct word *value_read)
{
    struct word name = bench_work_read_name(reader);
    const struct work_argument *argument = bench_work_find_argument(reader, name);
    char error[100], spelling[VALUES_SPELLING];

    if (!argument || bench_work_read_equals(reader, name))
        return NULL;
    struct word value = *value_read = bench_work_read_name(reader);
    int n = argument_values_count(argument->values, error, sizeof error);
    for (int i = 0; i < n; i++) {
        argument_values_get(argument->values, (unsigned)i, spelling, sizeof spelling);
        if (word_is(value, spelling))
            return argument;
    }
    bench_work_refuse(reader, "%s %s=%.*s: not one of its values, %s", keyword, argument->name,
                      (int)value.length, value.text, argument->values);
    return NULL;
}

/* Reads the text after "if", which restricts *work to cases in which an argument has a value. */
static int bench_work_parse_condition(struct bench_work_reader *reader, struct bench_work *work)
{
    struct word value;
    const struct work_argument *argument = bench_work_parse_value(reader, "if", &value);

    work->applies = work->applies && argument && word_is(value, argument->spelling);
    return argument ? 0 : -1;
}

static int bench_work_parse_cpu(struct bench_work_reader *reader, struct bench_work *work)
{
    struct word name = bench_work_read_name(reader);

    work->cpu = NULL;
    for (const struct family *family = families; family < families + FAMILIES; family++) {
        if (word_is(name, family->name))
            work->cpu = family->name;
        for (unsigned i = 0; i < family->n_members; i++)
            if (word_is(name, family->members[i].name))
                work->cpu = family->members[i].name;
    }
    return work->cpu
               ? 0
               : bench_work_refuse(reader,
                                   "cpu=%.*s: expected p5 (p54c, p55c), p6 (ppro, p2, p3, pm), "
                                   "k7 or p4 (willamette, northwood, prescott)",
                                   (int)name.length, name.text);
}

static int bench_work_parse_region(struct bench_work_reader *reader, char *region, size_t size)
{
    struct word name;

    if (*reader->at == '"') {
        name.text = ++reader->at;
        name.length = strcspn(name.text, "\"");
        reader->at += name.length;
        if (*reader->at++ != '"')
            return bench_work_refuse(reader, "region=\"%.*s: the closing '\"' is missing",
                                     (int)name.length, name.text);
    } else {
        name.text = reader->at;
        name.length = strcspn(name.text, " ");
        reader->at += name.length;
    }
    if (!name.length || name.length >= size)
        return bench_work_refuse(reader,
                                 "region=%.*s: expected a number, or a name of 1 to %zu characters",
                                 (int)name.length, name.text, size - 1);
    for (size_t i = 0; i <= name.length; i++)
        region[i] = i == name.length ? '\0' : name.text[i] == ' ' ? '_' : name.text[i];
    return 0;
}

/* Reads the text after "less": the baseline of the counts. A case is not compared with itself. */
static int bench_work_parse_less(struct bench_work_reader *reader, struct bench_work *work)
{
    struct bench_work_reader ahead = *reader;
    struct word name = bench_work_read_name(&ahead), value;

    if (work->less_argument || work->less_region[0])
        return bench_work_refuse(reader,
                                 "less: given twice; a count is compared with one other count");
    if (word_is(name, "region")) {
        *reader = ahead;
        return bench_work_read_equals(reader, name) ||
                       bench_work_parse_region(reader, work->less_region, sizeof work->less_region)
                   ? -1
                   : 0;
    }
    work->less_argument = bench_work_parse_value(reader, "less", &value);
    if (!work->less_argument)
        return -1;
    snprintf(work->less_value, sizeof work->less_value, "%.*s", (int)value.length, value.text);
    work->applies = work->applies && strcmp(work->less_value, work->less_argument->spelling) != 0;
    return 0;
}

/* Reads everything before the counts. */
static int bench_work_parse_subject(struct bench_work_reader *reader, struct bench_work *work)
{
    for (;;) {
        struct word word = bench_work_read_name(reader);
        if (word_is(word, "if")) {
            if (bench_work_parse_condition(reader, work))
                return -1;
            continue;
        }
        if (word_is(word, "less")) {
            if (bench_work_parse_less(reader, work))
                return -1;
            continue;
        }
        bool is_cpu = word_is(word, "cpu");
        if (!is_cpu && !word_is(word, "region"))
            return bench_work_refuse(
                reader,
                "'%.*s%s' before region=; counts follow their region, as in region=0 "
                "data_read=size/4",
                (int)word.length, word.text, word.length ? "" : reader->at);
        if (bench_work_read_equals(reader, word))
            return -1;
        if (!is_cpu)
            return bench_work_parse_region(reader, work->region, sizeof work->region);
        if (bench_work_parse_cpu(reader, work))
            return -1;
    }
}

/* ---- counts --------------------------------------------------------------------------------- */

/* The processor that counts an event, for a message: "the P55C (Pentium MMX)". */
static const char *who_counts(const struct family *family, const struct event *event)
{
    for (unsigned i = 0; i < family->n_members; i++)
        if (event->processors & family->members[i].processor)
            return family->members[i].name;
    return family->name;
}

static const struct event *bench_work_find_event(struct bench_work_reader *reader,
                                                 const struct bench_work *work, struct word name)
{
    struct suggestion suggestion = {0};
    struct pmc pmc = {0};
    const struct family *family = family_find(work->cpu, &pmc.processor);
    pmc.events = family->events;
    pmc.n_events = family->n_events;
    const struct event *event = pmc_event_find(&pmc, name.text, name.length);

    if (event)
        return event;
    const struct event *other = pmc_event_find_anywhere(name.text, name.length);
    for (family = families; other && family < families + FAMILIES; family++)
        if (other >= family->events && other < family->events + family->n_events) {
            bench_work_refuse(reader,
                              "%s: the %s does not count this event; write cpu=%s before region=",
                              other->name, work->cpu, who_counts(family, other));
            return NULL;
        }
    for (unsigned i = 0; i < pmc.n_events; i++)
        if (pmc_has(&pmc, &pmc.events[i]))
            suggestions_offer(&suggestion, name.text, name.length, pmc.events[i].name);
    bench_work_refuse(reader, "'%.*s' is not an event of the %s%s", (int)name.length, name.text,
                      work->cpu, did_you_mean(&suggestion));
    return NULL;
}

static int bench_work_check_count(struct bench_work_reader *reader, const struct bench_work *work,
                                  struct word name, int64_t count)
{
    bool is_difference = work->less_argument || work->less_region[0];

    if (count >= 0 || !work->applies || is_difference)
        return 0;
    return bench_work_refuse(reader, "%.*s=%lld: a count must not be negative", (int)name.length,
                             name.text, (long long)count);
}

static int bench_work_parse_count(struct bench_work_reader *reader, struct bench_work *work)
{
    struct word name = bench_work_read_name(reader);
    struct work_count *count = &work->counts[work->n_counts];

    if (!name.length)
        return bench_work_refuse(reader, "'%s': expected a count, as in data_read=size/4",
                                 reader->at);
    int64_t *handled = word_is(name, "bytes")   ? &work->bytes
                       : word_is(name, "items") ? &work->items
                       : word_is(name, "turns") ? &work->turns
                                                : NULL;
    if (handled)
        return bench_work_read_equals(reader, name) || bench_work_parse_sum(reader, handled) ||
                       bench_work_check_count(reader, work, name, *handled)
                   ? -1
                   : 0;
    if (work->n_counts == WORK_MOST_COUNTS)
        return bench_work_refuse(
            reader, "more than %d counts; write further counts in a second WORK", WORK_MOST_COUNTS);
    count->event = bench_work_find_event(reader, work, name);
    if (!count->event || bench_work_read_equals(reader, name) ||
        bench_work_parse_sum(reader, &count->count))
        return -1;
    if (bench_work_check_count(reader, work, name, count->count))
        return -1;
    work->n_counts++;
    return 0;
}

int bench_work_parse(struct bench_work *work, const char *text, const struct work_case *c,
                     char *error, size_t size)
{
    struct bench_work_reader reader = {text, c, error, size};

    *work = (struct bench_work){.applies = true, .cpu = "p54c"};
    if (bench_work_parse_subject(&reader, work))
        return -1;
    for (skip_blanks(&reader); *reader.at; skip_blanks(&reader))
        if (bench_work_parse_count(&reader, work))
            return -1;
    if (work->turns && !work->n_counts)
        return bench_work_refuse(&reader,
                                 "turns= requires counts of one iteration, and there is no count");
    if (!work->n_counts && !work->bytes && !work->items)
        return bench_work_refuse(&reader, "no count after region=%s, as in data_read=size/4",
                                 work->region);
    return 0;
}

bool bench_work_matches(const struct bench_work *work, const struct work_count *count,
                        double measured)
{
    double stated = (double)count->count;

    return work->turns ? fabs(measured - stated * (double)work->turns) < (double)work->turns / 2
                       : measured == stated;
}

bool bench_work_is_region(const char *written, unsigned number, const char *name)
{
    char text[16];

    snprintf(text, sizeof text, "%u", number);
    if (!strcmp(written, text))
        return true;
    for (; name && *name && (*name == ' ' ? '_' : *name) == *written; name++)
        written++;
    return name && !*name && !*written;
}
