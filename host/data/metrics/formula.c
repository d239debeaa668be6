/*
 * SPDX-License-Identifier: MIT
 * Metric formulas: a recursive-descent parser to reverse Polish, and an evaluator that propagates
 * derivatives.
 */
#include "host/data/metrics/formula.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/string_set.h"
#include "host/data/metrics/metric_event.h"

#define DEEPEST 32 /* maximum nesting of parentheses and signs */

struct formula_reading {
    const char *text;
    size_t length, at;
    struct formula *formula;
    struct formula_error *error;
    unsigned depth;
};

__attribute__((format(printf, 3, 4))) static int formula_fail(struct formula_reading *reading,
                                                              size_t at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->error->what, sizeof reading->error->what, format, arguments);
    va_end(arguments);
    reading->error->column = at + 1;
    return -1;
}

/* Skips blanks and returns the next character; 0 at the end. */
static char formula_peek(struct formula_reading *reading)
{
    while (reading->at < reading->length &&
           (reading->text[reading->at] == ' ' || reading->text[reading->at] == '\t'))
        reading->at++;
    return reading->at < reading->length ? reading->text[reading->at] : 0;
}

static int formula_add_step(struct formula_reading *reading, struct formula_step step)
{
    struct formula *formula = reading->formula;
    if (formula->n_steps == FORMULA_MOST_STEPS)
        return formula_fail(reading, reading->at, "the formula is too long (at most %u steps)",
                            FORMULA_MOST_STEPS);
    formula->steps[formula->n_steps++] = step;
    return 0;
}

static bool name_character(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (!first && c >= '0' && c <= '9');
}

static int formula_add_event(struct formula_reading *reading, size_t at, const char *text,
                             size_t length)
{
    static struct string_set names; /* shared by all formulas, which are few */
    struct formula *formula = reading->formula;
    char name[METRIC_EVENT_LONGEST], why[sizeof reading->error->what];
    if (metric_event_read(text, length, name, why, sizeof why))
        return formula_fail(reading, at, "%s", why);
    unsigned i = 0;
    while (i < formula->n_events && strcmp(formula->events[i], name))
        i++;
    if (i == FORMULA_MOST_EVENTS)
        return formula_fail(reading, at, "'%s' is one event too many (at most %u)", name,
                            FORMULA_MOST_EVENTS);
    if (i == formula->n_events)
        formula->events[formula->n_events++] = string_set_add(&names, name, strlen(name));
    return formula_add_step(reading, (struct formula_step){.kind = FORMULA_EVENT, .event = i});
}

static int check_length(struct formula_reading *reading, size_t from, size_t length)
{
    if (length < METRIC_EVENT_LONGEST)
        return 0;
    return formula_fail(reading, from, "a name of %zu characters is too long for an event", length);
}

static int formula_read_name(struct formula_reading *reading)
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
        return formula_add_step(reading, (struct formula_step){.kind = FORMULA_MHZ});
    if (reading->at < reading->length && reading->text[reading->at] == ':')
        return formula_fail(reading, reading->at,
                            "a name followed by ':' must be quoted, as in \"%.*s:...\"",
                            (int)length, name);
    return formula_add_event(reading, from, name, length);
}

/* Parses an event in quotes, with optional modifiers. */
static int formula_read_quoted(struct formula_reading *reading)
{
    size_t opened = reading->at++, from = reading->at;
    char quote = reading->text[opened];
    while (reading->at < reading->length && reading->text[reading->at] != quote)
        reading->at++;
    if (reading->at == reading->length)
        return formula_fail(reading, opened, "this %c is not closed", quote);
    size_t length = reading->at++ - from;
    if (check_length(reading, from, length))
        return -1;
    return formula_add_event(reading, from, reading->text + from, length);
}

static int formula_read_number(struct formula_reading *reading)
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
        return formula_fail(reading, from, "'%s' is not a number", digits);
    return formula_add_step(reading,
                            (struct formula_step){.kind = FORMULA_NUMBER, .number = number});
}

static int formula_read_sum(struct formula_reading *reading);

static int formula_read_parentheses(struct formula_reading *reading)
{
    size_t opened = reading->at++;
    if (formula_read_sum(reading))
        return -1;
    if (formula_peek(reading) != ')')
        return formula_fail(reading, opened, "this '(' is not closed");
    reading->at++;
    return 0;
}

static int formula_read_factor(struct formula_reading *reading)
{
    char c = formula_peek(reading);
    int failed;
    if (++reading->depth > DEEPEST)
        return formula_fail(reading, reading->at, "parentheses are nested deeper than %u", DEEPEST);
    if (c == '-') {
        reading->at++;
        failed = formula_read_factor(reading) ||
                 formula_add_step(reading, (struct formula_step){.kind = FORMULA_NEGATE});
    } else if (c == '(') {
        failed = formula_read_parentheses(reading);
    } else if ((c >= '0' && c <= '9') || c == '.') {
        failed = formula_read_number(reading);
    } else if (name_character(c, true)) {
        failed = formula_read_name(reading);
    } else if (c == '"' || c == '\'') {
        failed = formula_read_quoted(reading);
    } else if (c == 0) {
        failed = formula_fail(reading, reading->at, "expected an event or a number at the end");
    } else {
        failed = formula_fail(reading, reading->at,
                              "'%c' is not allowed here; expected an event, a number or '('",
                              c > ' ' && c < 0x7F ? c : '?');
    }
    reading->depth--;
    return failed ? -1 : 0;
}

/* Parses one precedence level of left-associative operators. */
static int formula_read_chain(struct formula_reading *reading,
                              int (*read_part)(struct formula_reading *), char first,
                              enum formula_step_kind first_kind, char second,
                              enum formula_step_kind second_kind)
{
    if (read_part(reading))
        return -1;
    for (char c = formula_peek(reading); c == first || c == second; c = formula_peek(reading)) {
        reading->at++;
        if (read_part(reading) ||
            formula_add_step(reading,
                             (struct formula_step){.kind = c == first ? first_kind : second_kind}))
            return -1;
    }
    return 0;
}

static int formula_read_product(struct formula_reading *reading)
{
    return formula_read_chain(reading, formula_read_factor, '*', FORMULA_MULTIPLY, '/',
                              FORMULA_DIVIDE);
}

static int formula_read_sum(struct formula_reading *reading)
{
    return formula_read_chain(reading, formula_read_product, '+', FORMULA_ADD, '-',
                              FORMULA_SUBTRACT);
}

int formula_read(const char *text, size_t length, struct formula *formula,
                 struct formula_error *error)
{
    struct formula_reading reading = {text, length, 0, formula, error, 0};
    formula->n_steps = formula->n_events = 0;
    if (formula_read_sum(&reading))
        return -1;
    char c = formula_peek(&reading);
    if (c)
        return formula_fail(&reading, reading.at,
                            "'%c' is not allowed here; expected an operator or the end",
                            c > ' ' && c < 0x7F ? c : '?');
    return 0;
}

/* A value with its derivative with respect to each event. */
struct dual {
    double value, by[FORMULA_MOST_EVENTS];
};

static void formula_combine(enum formula_step_kind kind, struct dual *a, const struct dual *b,
                            unsigned n)
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

struct formula_estimate formula_evaluate(const struct formula *formula,
                                         const struct formula_estimate *events, double mhz)
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
            formula_combine(FORMULA_SUBTRACT, &zero, &stack[top - 1], n);
            stack[top - 1] = zero;
        } else {
            top--;
            formula_combine(step->kind, &stack[top - 1], &stack[top], n);
        }
    }
    struct formula_estimate result = {stack[0].value, 0};
    for (unsigned i = 0; i < n; i++) {
        double part = events[i].half_width ? stack[0].by[i] * events[i].half_width : 0;
        result.half_width += part * part;
    }
    result.half_width = sqrt(result.half_width);
    if (!isfinite(result.value) || !isfinite(result.half_width))
        result = (struct formula_estimate){NAN, NAN};
    return result;
}
