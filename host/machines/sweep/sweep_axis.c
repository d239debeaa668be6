/*
 * SPDX-License-Identifier: MIT
 * Parses the values of one --sweep. Ranges are computed as numbers, and written with as many
 * decimals as their ends have.
 */
#include "host/machines/sweep/sweep_axis.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define ALLOWED                                                                                    \
    "allowed: values separated by commas, FROM..TO, FROM..TO+STEP and FROM..TO*FACTOR, such as "   \
    "60..200*1.5"
#define VALUE_BYTES 40

struct axis_number {
    double value; /* with its unit */
    unsigned decimals;
    char unit; /* K, M or 0 */
};

/* Parses "1.5" or "4K" and sets *end; false if there is no number. */
static bool axis_read_number(const char *text, const char **end, struct axis_number *number)
{
    const char *c = text + (*text == '-');
    *number = (struct axis_number){0};
    if (!isdigit((unsigned char)*c))
        return false;
    c += strspn(c, "0123456789");
    if (*c == '.' && isdigit((unsigned char)c[1])) {
        number->decimals = (unsigned)strspn(c + 1, "0123456789");
        c += 1 + number->decimals;
    }
    number->value = strtod(text, NULL);
    if (*c == 'K' || *c == 'M')
        number->unit = *c++;
    number->value *= number->unit == 'K' ? 1024 : number->unit == 'M' ? 1024 * 1024 : 1;
    *end = c;
    return true;
}

/* Uses the unit of the range's ends if that is exact. */
static void axis_write_number(char text[VALUE_BYTES], double value, unsigned decimals, bool units)
{
    const char *unit = "";
    if (units && fmod(value, 1024 * 1024) == 0) {
        value /= 1024 * 1024;
        unit = "M";
    } else if (units && fmod(value, 1024) == 0) {
        value /= 1024;
        unit = "K";
    }
    snprintf(text, VALUE_BYTES, "%.*f%s", (int)decimals, value, unit);
}

static int axis_add_value(struct axis *axis, const char *value)
{
    if (axis->n == SWEEP_MOST_VALUES) {
        message_print("--sweep %s: more than %u values", axis->name, SWEEP_MOST_VALUES);
        return -1;
    }
    if (axis->n && !strcmp(axis->values[axis->n - 1], value))
        return 0; /* rounded to the previous value */
    *(char **)allocate_element(&axis->values, &axis->n, sizeof *axis->values) =
        allocate_copy(value);
    return 0;
}

struct axis_range {
    struct axis_number from, to, step;
    bool geometric;
};

/* Returns NULL, or an error message. */
static const char *axis_read_range(const char *item, struct axis_range *range)
{
    const char *at = item, *end;
    *range = (struct axis_range){.step = {.value = 1}};
    if (!axis_read_number(at, &end, &range->from) || strncmp(end, "..", 2) != 0)
        return "a range must begin with a number";
    at = end + 2;
    if (!*at || *at == '*' || *at == '+')
        return "the end of the range is missing";
    if (!axis_read_number(at, &end, &range->to))
        return "a range must end with a number";
    range->geometric = *end == '*';
    if (*end && *end != '*' && *end != '+')
        return "only +STEP or *FACTOR may follow the end of a range";
    if (*end && (!axis_read_number(end + 1, &at, &range->step) || *at))
        return "the step must be a number";
    if (range->to.value < range->from.value)
        return "the first number of a range must not be greater than the second";
    if (range->geometric && (range->step.value <= 1 || range->from.value <= 0))
        return "the factor must be greater than 1, and the first number greater than 0";
    if (range->step.value <= 0)
        return "the step must be greater than 0";
    return NULL;
}

static unsigned axis_larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static int axis_add_range(struct axis *axis, const char *item)
{
    struct axis_range range;
    const char *wrong = axis_read_range(item, &range);
    if (wrong) {
        message_print("--sweep %s: '%s': %s; " ALLOWED, axis->name, item, wrong);
        return -1;
    }
    unsigned decimals = axis_larger(range.from.decimals, range.to.decimals);
    if (!range.geometric)
        decimals = axis_larger(decimals, range.step.decimals);
    /* Allow for rounding errors in the sum of steps. */
    double bound = range.to.value + 1e-9 * (1 + fabs(range.to.value));
    for (unsigned i = 0;; i++) {
        char text[VALUE_BYTES];
        double value = range.geometric ? range.from.value * pow(range.step.value, i)
                                       : range.from.value + i * range.step.value;
        if (value > bound)
            return 0;
        axis_write_number(text, value, decimals, range.from.unit || range.to.unit);
        if (axis_add_value(axis, text))
            return -1;
    }
}

/* "60..", "..5" and "1..4" are ranges; a path such as ../mine.box is not. */
static bool axis_is_range(const char *item)
{
    const char *dots = strstr(item, "..");
    return dots && !strchr(item, '/') &&
           (dots == item || isdigit((unsigned char)dots[-1]) || strchr("KM", dots[-1]));
}

static int axis_add_item(struct axis *axis, const char *item)
{
    if (*item && !strchr("*+", *item))
        return axis_is_range(item) ? axis_add_range(axis, item) : axis_add_value(axis, item);
    if (*item)
        message_print("--sweep %s: '%s' is a step without a range; " ALLOWED, axis->name, item);
    else
        message_print("--sweep %s: a value is missing; " ALLOWED, axis->name);
    return -1;
}

static bool axis_is_option(const struct option_spec *option, const char *name, size_t length)
{
    size_t own = strcspn(option->name, ".,");
    return (own == length && !strncmp(option->name, name, length)) ||
           (length == 1 && option->letter == *name);
}

/* Returns the option of that name if it takes a value, else NULL. */
static const struct option_spec *axis_find_option(const struct option_spec *options,
                                                  const char *name, size_t length)
{
    for (; options->name; options++)
        if (options->text && axis_is_option(options, name, length))
            return options;
    return NULL;
}

static bool axis_is_fixed(const struct option_spec *option, const char *const *fixed)
{
    for (; *fixed; fixed++)
        if (!strncmp(option->name, *fixed, strlen(*fixed)))
            return true;
    return false;
}

/* Parses the name and returns the start of its values; NULL after a message. */
static const char *axis_read_name(const char *text, const struct option_spec *options,
                                  const char *const *fixed, struct axis *axis)
{
    const char *name = text + strspn(text, "-");
    size_t length = strcspn(name, "=");
    const struct option_spec *option = axis_find_option(options, name, length);
    if (!length || !name[length]) {
        message_print(
            "--sweep: '%s' is not NAME=VALUES, such as repetitions=1..5 or --mhz=60..200*1.5",
            text);
        return NULL;
    }
    if (name != text && (!option || axis_is_fixed(option, fixed))) {
        message_print("--sweep: '%.*s' is %s", (int)(name - text + (int)length), text,
                      option ? "not allowed in a sweep" : "not an option of run with a value");
        return NULL;
    }
    const char *values = name + length + 1;
    if (!option || axis_is_fixed(option, fixed)) {
        axis->name = allocate_text("%.*s", (int)length, name);
        axis->before = allocate_text("%s=", axis->name);
        return values;
    }
    size_t own = strcspn(option->name, ".,");
    if (strcmp(option->name, "set...") != 0) {
        axis->name = allocate_text("%s%.*s", name == text ? "" : "--", (int)own, option->name);
        axis->before = allocate_text("--%.*s=", (int)own, option->name);
        return values;
    }
    length = strcspn(values, "=");
    if (!values[length]) {
        message_print("--sweep: '%s': a parameter needs values, as in --set=cache.misaligned=1..4",
                      text);
        return NULL;
    }
    axis->name = allocate_text("%.*s", (int)length, values);
    axis->before = allocate_text("--set=%s=", axis->name);
    return values + length + 1;
}

int sweep_axis_read(const char *text, const struct option_spec *options, const char *const *fixed,
                    struct axis *axis)
{
    *axis = (struct axis){0};
    const char *values = axis_read_name(text, options, fixed, axis);
    if (!values)
        return -1;
    char *items = allocate_copy(values);
    int failed = 0;
    for (char *rest = items, *item; !failed && (item = strsep(&rest, ","));)
        failed = axis_add_item(axis, item);
    free(items);
    return failed;
}

void sweep_axis_free(struct axis *axis)
{
    for (unsigned i = 0; i < axis->n; i++)
        free(axis->values[i]);
    free(axis->values);
    free(axis->name);
    free(axis->before);
    *axis = (struct axis){0};
}
