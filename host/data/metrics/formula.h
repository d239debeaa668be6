/*
 * SPDX-License-Identifier: MIT
 * Formulas over events: parsed once, evaluated for each region, with confidence intervals
 * propagated.
 *
 *   sum     = product { ("+" | "-") product }
 *   product = factor { ("*" | "/") factor }
 *   factor  = number | event | "mhz" | "(" sum ")" | "-" factor
 *   event   = name | quote name [":" modifiers] quote
 *
 * An event is a name from an event table. In quotes, " or ', the name may begin with a digit and
 * may have any modifier that `events=` accepts except rings: "tc_deliver_mode:dd+db+di". mhz is the
 * processor's clock. Blanks separate tokens.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define FORMULA_MOST_EVENTS 16
#define FORMULA_MOST_STEPS  128

enum formula_step_kind {
    FORMULA_NUMBER,
    FORMULA_EVENT,
    FORMULA_MHZ,
    FORMULA_ADD,
    FORMULA_SUBTRACT,
    FORMULA_MULTIPLY,
    FORMULA_DIVIDE,
    FORMULA_NEGATE
};

struct formula_step {
    enum formula_step_kind kind;
    double number;  /* for FORMULA_NUMBER */
    unsigned event; /* for FORMULA_EVENT: index in events[] */
};

/* The steps are in reverse Polish order. */
struct formula {
    struct formula_step steps[FORMULA_MOST_STEPS];
    unsigned n_steps;
    const char *events[FORMULA_MOST_EVENTS]; /* spelled as in results; never freed */
    unsigned n_events;
};

struct formula_error {
    size_t column; /* counted from 1 in the parsed text */
    char what[600];
};

/* The value of an event or of a formula: mean and half-width of its confidence interval. */
struct formula_estimate {
    double value, half_width;
};

/* Parses text[length]. Returns 0, or -1 with *error filled in. */
int formula_read(const char *text, size_t length, struct formula *formula,
                 struct formula_error *error);

/*
 * Evaluates the formula with events[i] as the value of formula->events[i]. The interval is
 * first-order propagation of error for independent events: the square root of the sum of
 * (derivative * half-width)^2. A division by zero yields NaN for both value and half-width.
 */
struct formula_estimate formula_evaluate(const struct formula *formula,
                                         const struct formula_estimate *events, double mhz);
