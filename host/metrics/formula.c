/*
 * SPDX-License-Identifier: MIT
 * Metric formulas: a recursive-descent parser to reverse Polish, and an evaluator that propagates
 * derivatives.
 */
#include "host/metrics/formula.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/string_set.h"
#include "host/metrics/metric_event.h"

#define DEEPEST 32 /* maximum nesting of parentheses and signs */

struct reading {
    const char *text;
    size_t length, at;
    struct formula *formula;
    struct formula_error *error;
    unsigned depth;
};

__attribute__((format(printf, 3, 4))) static int fail(struct reading *reading, size_t at,
                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->error->what, sizeof reading->error->what, format, arguments);
    va_end(arguments);
    reading->error->column = at + 1;
    return -1;
}

/* Skips blanks and returns the next character; 0 at the end. */
static char peek(struct reading *reading)
{
    while (reading->at < reading->length &&
           (reading->text[reading->at] == ' ' || reading->text[reading->at] == '\t'))
        reading->at++;
    return reading->at < reading->length ? reading->text[reading->at] : 0;
}

static int add(struct reading *reading, struct formula_step step)
{
    struct formula *formula = reading->formula;
    if (formula->n_steps == FORMULA_MOST_STEPS)
        return fail(reading, reading->at, "the formula is too long (at most %u steps)",
                    FORMULA_MOST_STEPS);
    formula->steps[formula->n_steps++] = step;
    return 0;
}

static bool name_character(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (!first && c >= '0' && c <= '9');
}

static int add_event(struct reading *reading, size_t at, const char *text, size_t length)
{
    static struct strings names; /* shared by all formulas, which are few */
    struct formula *formula = reading->formula;
    char name[METRIC_EVENT_LONGEST], why[sizeof reading->error->what];
    if (metric_event_read(text, length, name, why, sizeof why))
        return fail(reading, at, "%s", why);
    unsigned i = 0;
    while (i < formula->n_events && strcmp(formula->events[i], name))
        i++;
    if (i == FORMULA_MOST_EVENTS)
        return fail(reading, at, "'%s' is one event too many (at most %u)", name,
                    FORMULA_MOST_EVENTS);
    if (i == formula->n_events)
        formula->events[formula->n_events++] = strings_keep(&names, name, strlen(name));
    return add(reading, (struct formula_step){.kind = FORMULA_EVENT, .event = i});
}

static int check_length(struct reading *reading, size_t from, size_t length)
{
    if (length < METRIC_EVENT_LONGEST)
        return 0;
    return fail(reading, from, "a name of %zu characters is too long for an event", length);
}

static int read_name(struct reading *reading)
{
    size_t from = reading->at;
    while (reading->at < reading->length &&
           name_character(reading->text[reading->at], reading->at == from))
        reading->at++;
    size_t length = reading->at - from;
    const char *name = reading->text + from;
    if (check_length(reading, from, length))
        return -1;
    if (length == 3 && !memcmp(name, "mhz", 3))
        return add(reading, (struct formula_step){.kind = FORMULA_MHZ});
    if (reading->at < reading->length && reading->text[reading->at] == ':')
        return fail(reading, reading->at,
                    "a name followed by ':' must be quoted, as in \"%.*s:...\"", (int)length, name);
    return add_event(reading, from, name, length);
}

/* Parses an event in quotes, with optional modifiers. */
static int read_quoted(struct reading *reading)
{
    size_t opened = reading->at++, from = reading->at;
    char quote = reading->text[opened];
    while (reading->at < reading->length && reading->text[reading->at] != quote)
        reading->at++;
    if (reading->at == reading->length)
        return fail(reading, opened, "this %c is not closed", quote);
    size_t length = reading->at++ - from;
    if (check_length(reading, from, length))
        return -1;
    return add_event(reading, from, reading->text + from, length);
}

static int read_number(struct reading *reading)
{
    char digits[32];
    size_t from = reading->at, length = 0;
    while (reading->at < reading->length && length < sizeof digits - 1 &&
           strchr("0123456789.", reading->text[reading->at]))
        digits[length++] = reading->text[reading->at++];
    digits[length] = 0;
    char *end;
    double number = strtod(digits, &end);
    if (*end || end == digits)
        return fail(reading, from, "'%s' is not a number", digits);
    return add(reading, (struct formula_step){.kind = FORMULA_NUMBER, .number = number});
}

static int read_sum(struct reading *reading);

static int read_parentheses(struct reading *reading)
{
    size_t opened = reading->at++;
    if (read_sum(reading))
        return -1;
    if (peek(reading) != ')')
        return fail(reading, opened, "this '(' is not closed");
    reading->at++;
    return 0;
}

static int read_factor(struct reading *reading)
{
    char c = peek(reading);
    int failed;
    if (++reading->depth > DEEPEST)
        return fail(reading, reading->at, "parentheses are nested deeper than %u", DEEPEST);
    if (c == '-') {
        reading->at++;
        failed =
            read_factor(reading) || add(reading, (struct formula_step){.kind = FORMULA_NEGATE});
    } else if (c == '(') {
        failed = read_parentheses(reading);
    } else if ((c >= '0' && c <= '9') || c == '.') {
        failed = read_number(reading);
    } else if (name_character(c, true)) {
        failed = read_name(reading);
    } else if (c == '"' || c == '\'') {
        failed = read_quoted(reading);
    } else if (c == 0) {
        failed = fail(reading, reading->at, "expected an event or a number at the end");
    } else {
        failed = fail(reading, reading->at,
                      "'%c' is not allowed here; expected an event, a number or '('",
                      c > ' ' && c < 0x7F ? c : '?');
    }
    reading->depth--;
    return failed ? -1 : 0;
}

/* Parses one precedence level of left-associative operators. */
static int read_chain(struct reading *reading, int (*read_part)(struct reading *), char first,
                      enum formula_step_kind first_kind, char second,
                      enum formula_step_kind second_kind)
{
    if (read_part(reading))
        return -1;
    for (char c = peek(reading); c == first || c == second; c = peek(reading)) {
        reading->at++;
        if (read_part(reading) ||
            add(reading, (struct formula_step){.kind = c == first ? first_kind : second_kind}))
            return -1;
    }
    return 0;
}

static int read_product(struct reading *reading)
{
    return read_chain(reading, read_factor, '*', FORMULA_MULTIPLY, '/', FORMULA_DIVIDE);
}

static int read_sum(struct reading *reading)
{
    return read_chain(reading, read_product, '+', FORMULA_ADD, '-', FORMULA_SUBTRACT);
}

int formula_read(const char *text, size_t length, struct formula *formula,
                 struct formula_error *error)
{
    struct reading reading = {text, length, 0, formula, error, 0};
    formula->n_steps = formula->n_events = 0;
    if (read_sum(&reading))
        return -1;
    char c = peek(&reading);
    if (c)
        return fail(&reading, reading.at,
                    "'%c' is not allowed here; expected an operator or the end",
                    c > ' ' && c < 0x7F ? c : '?');
    return 0;
}

/* A value with its derivative with respect to each event. */
struct dual {
    double value, by[FORMULA_MOST_EVENTS];
};

static void combine(enum formula_step_kind kind, struct dual *a, const struct dual *b, unsigned n)
{
    double x = a->value, y = b->value;
    for (unsigned i = 0; i < n; i++) {
        double dx = a->by[i], dy = b->by[i];
        a->by[i] = kind == FORMULA_ADD        ? dx + dy
                   : kind == FORMULA_SUBTRACT ? dx - dy
                   : kind == FORMULA_MULTIPLY ? dx * y + x * dy
                                              : (dx * y - x * dy) / (y * y);
    }
    a->value = kind == FORMULA_ADD        ? x + y
               : kind == FORMULA_SUBTRACT ? x - y
               : kind == FORMULA_MULTIPLY ? x * y
                                          : x / y;
}

struct estimate formula_evaluate(const struct formula *formula, const struct estimate *events,
                                 double mhz)
{
    struct dual stack[FORMULA_MOST_STEPS];
    unsigned top = 0, n = formula->n_events;
    for (unsigned s = 0; s < formula->n_steps; s++) {
        const struct formula_step *step = &formula->steps[s];
        if (step->kind <= FORMULA_MHZ) {
            struct dual *dual = &stack[top++];
            *dual = (struct dual){.value = step->kind == FORMULA_NUMBER  ? step->number
                                           : step->kind == FORMULA_EVENT ? events[step->event].value
                                                                         : mhz};
            if (step->kind == FORMULA_EVENT)
                dual->by[step->event] = 1;
        } else if (step->kind == FORMULA_NEGATE) {
            struct dual zero = {0};
            combine(FORMULA_SUBTRACT, &zero, &stack[top - 1], n);
            stack[top - 1] = zero;
        } else {
            top--;
            combine(step->kind, &stack[top - 1], &stack[top], n);
        }
    }
    struct estimate result = {stack[0].value, 0};
    for (unsigned i = 0; i < n; i++) {
        double part = events[i].half_width ? stack[0].by[i] * events[i].half_width : 0;
        result.half_width += part * part;
    }
    result.half_width = sqrt(result.half_width);
    if (!isfinite(result.value) || !isfinite(result.half_width))
        result = (struct estimate){NAN, NAN};
    return result;
}
