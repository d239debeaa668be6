/*
 * SPDX-License-Identifier: MIT
 * Rewrites records. Lines end as the kernel ends them. Times on the wire are in whole milliseconds,
 * so half a millisecond is assumed for the rest.
 */
#include "host/target/merge_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/allocate.h"

#define TAIL_BYTES  9 /* " crc=" and four digits */
#define VALUE_BYTES 32

struct progress_mark mark_of(const struct wire_record *record)
{
    struct progress_mark mark = {0};
    double seconds = 0;
    wire_unsigned(record, "number", &mark.number);
    wire_unsigned(record, "results", &mark.results);
    wire_unsigned(record, "errors", &mark.errors);
    wire_unsigned(record, "runs", &mark.runs);
    wire_unsigned(record, "repetitions", &mark.repetitions);
    wire_unsigned(record, "disturbed", &mark.disturbed);
    wire_number(record, "up", &mark.up);
    if (wire_number(record, "microseconds", &mark.microseconds) &&
        !wire_number(record, "seconds", &seconds))
        mark.microseconds = seconds > 0 ? seconds * 1e6 + 500 : 0;
    return mark;
}

void mark_add(struct progress_mark *sum, const struct progress_mark *from,
              const struct progress_mark *to)
{
    sum->results += to->results - from->results;
    sum->errors += to->errors - from->errors;
    sum->runs += to->runs - from->runs;
    sum->repetitions += to->repetitions - from->repetitions;
    sum->disturbed += to->disturbed - from->disturbed;
    sum->microseconds += to->microseconds - from->microseconds;
}

struct held held_of(const struct wire_record *record)
{
    static const struct {
        const char *kind, *key;
        enum held_kind held;
    } moving[] = {
        {"tick", "seconds", HELD_SECONDS},
        {"plan", "date", HELD_DATE},
        {"execution", "number", HELD_NUMBER},
    };
    const char *start = record->kind.start - strlen("ev=");
    const char *end = record->line.start + record->line.length - TAIL_BYTES;
    struct held held = {.body = memory_print("%.*s", (int)(end - start), start)};
    for (unsigned i = 0; i < sizeof moving / sizeof moving[0]; i++) {
        struct text value = wire_text(record, moving[i].key);
        if (!text_is(record->kind, moving[i].kind) || !value.start)
            continue;
        held.kind = moving[i].held;
        held.at = (size_t)(value.start - start);
        held.span = value.length;
    }
    return held;
}

bool held_alike(const struct held *a, const struct held *b)
{
    return a->kind == b->kind && a->at == b->at && !strncmp(a->body, b->body, a->at) &&
           !strcmp(a->body + a->at + a->span, b->body + b->at + b->span);
}

/* Formats "0.34", "12", as the kernel does. */
static void print_seconds(char text[VALUE_BYTES], double microseconds)
{
    snprintf(text, VALUE_BYTES, "%.3f", floor(microseconds / 1000) / 1000);
    char *end = text + strlen(text);
    while (end[-1] == '0')
        *--end = 0;
    if (end[-1] == '.')
        end[-1] = 0;
}

static bool read_date(const char *text, time_t *seconds)
{
    struct tm date = {0};
    const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &date);
    *seconds = end && !*end ? timegm(&date) : 0;
    return end && !*end;
}

/* Shifts a date, assuming that the machine's calendar clock began a second at its reset. Otherwise
 * the date is unchanged. */
static void print_date(char text[VALUE_BYTES], const struct held_shift *shift)
{
    time_t start, own;
    struct tm date;
    if (!read_date(shift->date, &start) || !read_date(text, &own) ||
        fabs((double)(own - start) - shift->own.up / 1e6) > 1.1)
        return;
    start += (time_t)((shift->boot + shift->all.microseconds) / 1e6);
    strftime(text, VALUE_BYTES, "%Y-%m-%dT%H:%M:%S", gmtime_r(&start, &date));
}

static char *numbered(uint32_t seq, const char *body)
{
    char *line = memory_print("BP seq=%u %s", seq, body);
    char *whole = memory_print("%s crc=%04x\r\n", line, crc16_fast(line, strlen(line)));
    free(line);
    return whole;
}

char *held_line(const struct held *held, uint32_t seq, const struct held_shift *shift)
{
    char value[VALUE_BYTES];
    if (held->kind == HELD_PLAIN || held->span >= sizeof value)
        return numbered(seq, held->body);
    snprintf(value, sizeof value, "%.*s", (int)held->span, held->body + held->at);
    double number = strtod(value, NULL);
    if (held->kind == HELD_SECONDS && shift->own.microseconds > 0)
        print_seconds(value,
                      number * 1e6 + 500 + shift->all.microseconds - shift->own.microseconds);
    if (held->kind == HELD_DATE)
        print_date(value, shift);
    if (held->kind == HELD_NUMBER)
        snprintf(value, sizeof value, "%u", (unsigned)number + shift->all.runs - shift->own.runs);
    char *body = memory_print("%.*s%s%s", (int)held->at, held->body, value,
                              held->body + held->at + held->span);
    char *line = numbered(seq, body);
    free(body);
    return line;
}

char *done_line(const struct progress_mark *all, unsigned long long excess, uint32_t seq)
{
    char seconds[VALUE_BYTES];
    print_seconds(seconds, all->microseconds);
    char *body = memory_print(
        "ev=done results=%u errors=%u runs=%u repetitions=%u disturbed=%u "
        "excess=%llu seconds=%s status=%s",
        all->results, all->errors, all->runs, all->repetitions, all->disturbed, excess, seconds,
        all->errors ? "failed" : "ok");
    char *line = numbered(seq, body);
    free(body);
    return line;
}
