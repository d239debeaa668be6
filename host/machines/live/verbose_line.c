/*
 * SPDX-License-Identifier: MIT
 * Formats the records of verbose_level.
 */
#include "host/machines/live/verbose_line.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 160, MOST_EVENTS = 2 };

/* Copies a value, so that it is terminated; "" if the record lacks it. */
static const char *verbose_line_text(const struct wire_record *record, const char *key,
                                     char copy[MOST_NAME])
{
    struct text text = wire_line_text(record, key);
    snprintf(copy, MOST_NAME, "%.*s", text.start ? (int)text.length : 0,
             text.start ? text.start : "");
    return copy;
}

static struct phrase verbose_line_repetition(const struct wire_record *record)
{
    char bench[MOST_NAME], state[MOST_NAME], ablate[MOST_NAME];
    struct report_repetition repetition = {.bench = verbose_line_text(record, "bench", bench),
                                           .state = verbose_line_text(record, "state", state),
                                           .ablate = verbose_line_text(record, "ablate", ablate)};
    wire_line_unsigned(record, "number", &repetition.number);
    wire_line_unsigned(record, "of", &repetition.of);
    return report_line_repetition(&repetition);
}

static struct phrase verbose_line_execution(const struct wire_record *record)
{
    char bench[MOST_NAME], events[MOST_NAME];
    struct report_execution execution = {.bench = verbose_line_text(record, "bench", bench),
                                         .counted =
                                             text_is(wire_line_text(record, "counted"), "yes")};
    wire_line_unsigned(record, "number", &execution.number);
    verbose_line_text(record, "events", events);
    for (char *rest = events, *event;
         execution.n_events < MOST_EVENTS && (event = strsep(&rest, ",")) && *event;)
        execution.events[execution.n_events++] = event;
    return report_line_execution(&execution);
}

struct phrase verbose_line(const struct wire_record *record)
{
    if (text_is(record->kind, "repetition"))
        return verbose_line_repetition(record);
    if (text_is(record->kind, "execution"))
        return verbose_line_execution(record);
    return (struct phrase){""};
}
