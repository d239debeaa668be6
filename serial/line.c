/*
 * SPDX-License-Identifier: MIT
 * Lines of text.
 */
#include "serial/line.h"

#include <stdarg.h>

#include "kernel/lib/format.h"

void line(struct report *report, const char *text, ...)
{
    char buffer[LINE_BYTES];
    va_list arguments;
    va_start(arguments, text);
    int length = vformat(buffer, sizeof buffer - 1, text, arguments);
    va_end(arguments);
    if (length > (int)sizeof buffer - 2)
        length = (int)sizeof buffer - 2;
    buffer[length] = '\n';
    report->wire.send(report->wire.to, buffer, (size_t)length + 1);
}

struct digits digits(fixed_t value, unsigned decimals)
{
    struct digits digits;
    fixed_format(digits.text, sizeof digits.text, value, decimals);
    return digits;
}

struct named named(const char *name)
{
    struct named result = {""};
    if (name)
        format(result.text, sizeof result.text, " (%s)", name);
    return result;
}

struct digits percent(fixed_t part, fixed_t whole)
{
    struct digits result = {"NaN"};
    fixed_t share = fixed_multiply_divide(part, fixed_from_int(100), whole < 0 ? -whole : whole);
    if (whole != 0 || part == 0)
        fixed_format(result.text, sizeof result.text, share, 3);
    return result;
}
