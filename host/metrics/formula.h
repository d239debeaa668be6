/*
 * SPDX-License-Identifier: MIT
 * Formulas over events: read once, evaluated for each region, intervals carried through.
 *
 *   sum     = product { ("+" | "-") product }
 *   product = factor { ("*" | "/") factor }
 *   factor  = number | event | "mhz" | "(" sum ")" | "-" factor
 *   event   = name | quote name [":" modifiers] quote
 *
 * An event is its name in a table of events; in quotes, " or ', it may begin with a digit, and have
 * what stands behind it in `events=` but rings: "tc_deliver_mode:dd+db+di". mhz is the processor's
 * clock. Blanks separate.
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
    double number;  /* of FORMULA_NUMBER */
    unsigned event; /* of FORMULA_EVENT: index in events[] */
};

/* In reverse Polish order. */
struct formula {
    struct formula_step steps[FORMULA_MOST_STEPS];
    unsigned n_steps;
    const char *events[FORMULA_MOST_EVENTS]; /* as results are called; never freed */
    unsigned n_events;
};

struct formula_error {
    size_t column; /* from 1, in the text given */
    char what[600];
};

/* An event's value, or a formula's: mean and half-width of its interval. */
struct estimate {
    double value, half_width;
};

/* Reads text[length]. 0, or -1 with *error filled in. */
int formula_read(const char *text, size_t length, struct formula *formula,
                 struct formula_error *error);

/*
 * The formula at events[i] for formula->events[i]. The interval is first-order propagation of error
 * for independent events: sqrt of the sum of (derivative * half-width)^2. What divides by zero
 * gives NaN for both.
 */
struct estimate formula_evaluate(const struct formula *formula, const struct estimate *events,
                                 double mhz);
