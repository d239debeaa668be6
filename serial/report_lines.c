/*
 * SPDX-License-Identifier: MIT
 * Formats lines of text.
 */
#include "serial/report_lines.h"

#include <stdarg.h>

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

void report_line(struct report_stream *report, const char *text, ...)
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

void report_line_join(struct report_stream *report, const char *first, const char *second,
                      const char *third)
{
    const char *const parts[] = {first, second, third, "\n"};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        report->wire.send(report->wire.to, parts[i], strlen(parts[i]));
}

struct report_digits report_line_digits(fixed_t value, unsigned decimals)
{
    struct report_digits digits;
    fixed_format(digits.text, sizeof digits.text, value, decimals);
    return digits;
}

struct report_digits report_line_short_digits(fixed_t value, unsigned decimals)
{
    struct report_digits digits;
    fixed_format_short(digits.text, sizeof digits.text, value, decimals);
    return digits;
}

struct report_region_name report_line_region_name(const char *name)
{
    struct report_region_name result = {""};
    if (name)
        format(result.text, sizeof result.text, " (%s)", name);
    return result;
}

struct report_digits report_line_percent(fixed_t part, fixed_t whole)
{
    struct report_digits result = {"NaN"};
    fixed_t share = fixed_multiply_divide(part, fixed_from_int(100), whole < 0 ? -whole : whole);
    if (whole != 0 || part == 0)
        fixed_format(result.text, sizeof result.text, share, 3);
    return result;
}

/* Names the disabled feature as a clause; "" if none is disabled. */
static const char *switched_off(const char *ablate)
{
    if (!strcmp(ablate, "branch"))
        return ", branch prediction off";
    if (!strcmp(ablate, "vpipe"))
        return ", V pipe off";
    return strcmp(ablate, "l1") ? "" : ", L1 caches off";
}

/*
 * Describes the paging mode as a clause; "" for the default mode and for an older log without one
 * (NULL).
 */
static const char *report_line_paging(const char *paging)
{
    if (!paging)
        return "";
    if (!strcmp(paging, "off"))
        return ", paging off";
    if (!strcmp(paging, "4k"))
        return ", pages of 4 KB";
    return strcmp(paging, "4m") ? "" : ", pages of 4 MB";
}

struct phrase report_line_mode(const struct report_plan *plan, const struct report_bench *bench)
{
    struct phrase phrase;
    bool both = !strcmp(plan->count_rings, "both");
    format(phrase.text, sizeof phrase.text, "in ring %u, %s events counted, %s%s%s",
           strcmp(plan->ring, "user") ? 0 : 3, both ? "user and kernel" : plan->count_rings,
           bench->state, report_line_paging(plan->paging), switched_off(bench->ablate));
    return phrase;
}

struct phrase report_line_samples(const struct report_plan *plan, const struct report_bench *bench)
{
    struct phrase phrase;
    if (plan->batches > 1)
        format(phrase.text, sizeof phrase.text, "%u batches of %u repetitions", plan->batches,
               plan->repetitions);
    else
        format(phrase.text, sizeof phrase.text, "%u repetitions", bench->repetitions);
    return phrase;
}

struct phrase report_line_repetition(const struct report_repetition *repetition)
{
    struct phrase phrase;
    format(phrase.text, sizeof phrase.text, "repetition %u of %u: %s, %s%s", repetition->number,
           repetition->of, repetition->bench, repetition->state, switched_off(repetition->ablate));
    return phrase;
}

struct phrase report_line_execution(const struct report_execution *execution)
{
    struct phrase phrase;
    int length = format(phrase.text, sizeof phrase.text, "execution %u: %s, %s", execution->number,
                        execution->bench, execution->counted ? "counting" : "not counted, for");
    for (unsigned e = 0; e < execution->n_events && length < (int)sizeof phrase.text; e++)
        length += format(phrase.text + length, sizeof phrase.text - (size_t)length, "%s %s",
                         e ? "," : "", execution->events[e]);
    return phrase;
}
