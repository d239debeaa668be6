/*
 * SPDX-License-Identifier: MIT
 * Parses one group of metrics. Each error is reported with file, line and column.
 */
#include "host/data/metrics/metric_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

enum metric_file_part { PART_HEAD, PART_METRICS, PART_LONG };

struct metric_file_reading {
    const char *file;
    struct metric_group *group;
    unsigned line;
    enum metric_file_part part;
};

static int metric_file_fail(const struct metric_file_reading *reading, size_t column,
                            const char *what)
{
    message_print("%s:%u:%zu: %s", reading->file, reading->line, column, what);
    return -1;
}

static char *metric_file_trim(const char *text, size_t length)
{
    while (length && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    while (length && strchr(" \t\r", text[length - 1]))
        length--;
    return allocate_text("%.*s", (int)length, text);
}

static bool starts_with(const char *line, size_t length, const char *word)
{
    size_t n = strlen(word);
    return length >= n && !memcmp(line, word, n) && (length == n || strchr(" \t\r", line[n]));
}

/* Parses NAME [UNIT] = FORMULA. */
static int metric_file_read_metric(struct metric_file_reading *reading, const char *line,
                                   size_t length)
{
    struct metric_group *group = reading->group;
    const char *equals = memchr(line, '=', length);
    if (!equals)
        return metric_file_fail(reading, length + 1,
                                "expected NAME [UNIT] = FORMULA; '=' is missing");
    if (group->n_metrics == METRICS_MOST)
        return metric_file_fail(reading, 1, "too many metrics (at most 12 in a group)");
    size_t left = (size_t)(equals - line), named = left;
    const char *open = memchr(line, '[', left), *close = NULL;
    if (open) {
        named = (size_t)(open - line);
        close = memchr(open, ']', left - named);
        if (!close)
            return metric_file_fail(reading, named + 1, "this '[' is not closed before the '='");
    }
    struct metric *metric = &group->metrics[group->n_metrics++];
    *metric = (struct metric){
        .name = metric_file_trim(line, named),
        .unit = open ? metric_file_trim(open + 1, (size_t)(close - open - 1)) : allocate_copy(""),
    };
    if (!*metric->name)
        return metric_file_fail(reading, 1, "the metric has no name before the '='");
    struct formula_error error;
    if (formula_read(equals + 1, length - left - 1, &metric->formula, &error))
        return metric_file_fail(reading, left + 1 + error.column, error.what);
    return 0;
}

static void read_long(struct metric_file_reading *reading, const char *line, size_t length)
{
    char *so_far = reading->group->how_to_read, *more = metric_file_trim(line, length);
    reading->group->how_to_read =
        so_far && *so_far ? allocate_text("%s\n%s", so_far, more) : allocate_copy(more);
    free(so_far);
    free(more);
}

static int metric_file_read_line(struct metric_file_reading *reading, const char *line,
                                 size_t length)
{
    struct metric_group *group = reading->group;
    if (memchr(line, 0, length))
        return metric_file_fail(reading, 1, "contains a zero byte: a metric file is text");
    if (reading->part == PART_LONG) {
        read_long(reading, line, length);
        return 0;
    }
    if (length == strspn(line, " \t\r") || *line == '#' || *line == '\r')
        return 0;
    if (starts_with(line, length, "SHORT")) {
        free(group->text);
        group->text = metric_file_trim(line + 5, length - 5);
    } else if (starts_with(line, length, "METRICS")) {
        reading->part = PART_METRICS;
    } else if (starts_with(line, length, "LONG")) {
        reading->part = PART_LONG;
        read_long(reading, line + 4, length - 4);
    } else if (reading->part == PART_METRICS) {
        return metric_file_read_metric(reading, line, length);
    } else {
        return metric_file_fail(reading, 1, "expected SHORT, METRICS or LONG");
    }
    return 0;
}

/* Returns the file's name without directory and suffix. */
static char *metric_file_name(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    const char *dot = strrchr(name, '.');
    return allocate_text("%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
}

int metric_file_parse(const char *file, const char *text, size_t length, struct metric_group *group)
{
    *group = (struct metric_group){.name = metric_file_name(file), .file = allocate_copy(file)};
    struct metric_file_reading reading = {.file = file, .group = group};
    int failed = 0;
    for (const char *end = text + length; text < end && !failed;) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t n = (size_t)((newline ? newline : end) - text);
        char *line = memcpy(allocate_zeroed(n + 1), text, n); /* a copy that ends in a 0 byte */
        reading.line++;
        failed = metric_file_read_line(&reading, line, n);
        free(line);
        text = newline ? newline + 1 : end;
    }
    if (!failed && !group->text)
        failed = metric_file_fail(&reading, 1, "the line SHORT is missing");
    if (!failed && !group->n_metrics)
        failed = metric_file_fail(&reading, 1, "the group has no metric");
    if (failed)
        metric_file_free_group(group);
    else if (!group->how_to_read)
        group->how_to_read = allocate_copy("");
    return failed;
}

void metric_file_free_group(struct metric_group *group)
{
    free(group->name);
    free(group->file);
    free(group->text);
    free(group->how_to_read);
    for (unsigned i = 0; i < group->n_metrics; i++) {
        free(group->metrics[i].name);
        free(group->metrics[i].unit);
    }
    *group = (struct metric_group){0};
}
