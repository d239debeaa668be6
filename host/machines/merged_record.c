/*
 * SPDX-License-Identifier: MIT
 * Rewrites records. Lines end as the kernel ends them. Times on the wire are in whole milliseconds,
 * so half a millisecond is assumed for the rest.
 */
#include "host/machines/merged_record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/allocation.h"
#include "host/data/checksum/crc16_fast.h"

#define TAIL_BYTES  9 /* " crc=" and four digits */
#define VALUE_BYTES 32

struct merge_mark merged_record_mark(const struct wire_record *record)
{
    struct merge_mark mark = {0};
    double seconds = 0;
    wire_line_unsigned(record, "number", &mark.number);
    wire_line_unsigned(record, "results", &mark.results);
    wire_line_unsigned(record, "errors", &mark.errors);
    wire_line_unsigned(record, "runs", &mark.runs);
    wire_line_unsigned(record, "repetitions", &mark.repetitions);
    wire_line_unsigned(record, "disturbed", &mark.disturbed);
    wire_line_number(record, "up", &mark.up);
    if (wire_line_number(record, "microseconds", &mark.microseconds) &&
        !wire_line_number(record, "seconds", &seconds))
        mark.microseconds = seconds > 0 ? seconds * 1e6 + 500 : 0;
    return mark;
}

void merged_record_add_mark(struct merge_mark *sum, const struct merge_mark *from,
                            const struct merge_mark *to)
{
    sum->results += to->results - from->results;
    sum->errors += to->errors - from->errors;
    sum->runs += to->runs - from->runs;
    sum->repetitions += to->repetitions - from->repetitions;
    sum->disturbed += to->disturbed - from->disturbed;
    sum->microseconds += to->microseconds - from->microseconds;
}

struct merged_record merged_record_of(const struct wire_record *record)
{
    static const struct {
        const char *kind, *key;
        enum merged_value_kind value_kind;
    } moving[] = {
        {"tick", "seconds", MERGED_SECONDS},
        {"plan", "date", MERGED_DATE},
        {"execution", "number", MERGED_NUMBER},
    };
    const char *start = record->kind.start - strlen("ev=");
    const char *end = record->line.start + record->line.length - TAIL_BYTES;
    struct merged_record merged = {.body = allocate_text("%.*s", (int)(end - start), start)};
    for (unsigned i = 0; i < sizeof moving / sizeof moving[0]; i++) {
        struct text value = wire_line_text(record, moving[i].key);
        if (!text_is(record->kind, moving[i].kind) || !value.start)
            continue;
        merged.kind = moving[i].value_kind;
        merged.at = (size_t)(value.start - start);
        merged.span = value.length;
    }
    return merged;
}

bool merged_record_alike(const struct merged_record *a, const struct merged_record *b)
{
    return a->kind == b->kind && a->at == b->at && !strncmp(a->body, b->body, a->at) &&
           !strcmp(a->body + a->at + a->span, b->body + b->at + b->span);
}

/* Formats "0.34", "12", as the kernel does. */
static void merged_record_seconds(char text[VALUE_BYTES], double microseconds)
{
    snprintf(text, VALUE_BYTES, "%.3f", floor(microseconds / 1000) / 1000);
    char *end = text + strlen(text);
    while (end[-1] == '0')
        *--end = 0;
    if (end[-1] == '.')
        end[-1] = 0;
}

static bool merged_record_read_date(const char *text, time_t *seconds)
{
    struct tm date = {0};
    const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &date);
    *seconds = end && !*end ? timegm(&date) : 0;
    return end && !*end;
}

/* Shifts a date, assuming that the machine's calendar clock began a second at its reset. Otherwise
 * the date is unchanged. */
static void merged_record_shift_date(char text[VALUE_BYTES],
                                     const struct merged_record_shift *shift)
{
    time_t start, own;
    struct tm date;
    if (!merged_record_read_date(shift->date, &start) || !merged_record_read_date(text, &own) ||
        fabs((double)(own - start) - shift->own.up / 1e6) > 1.1)
        return;
    start += (time_t)((shift->boot + shift->all.microseconds) / 1e6);
    strftime(text, VALUE_BYTES, "%Y-%m-%dT%H:%M:%S", gmtime_r(&start, &date));
}

static char *merged_record_number(uint32_t seq, const char *body)
{
    char *line = allocate_text("BP seq=%u %s", seq, body);
    char *whole = allocate_text("%s crc=%04x\r\n", line, crc16_fast(line, strlen(line)));
    free(line);
    return whole;
}

char *merged_record_line(const struct merged_record *merged, uint32_t seq,
                         const struct merged_record_shift *shift)
{
    char value[VALUE_BYTES];
    if (merged->kind == MERGED_PLAIN || merged->span >= sizeof value)
        return merged_record_number(seq, merged->body);
    snprintf(value, sizeof value, "%.*s", (int)merged->span, merged->body + merged->at);
    double number = strtod(value, NULL);
    if (merged->kind == MERGED_SECONDS && shift->own.microseconds > 0)
        merged_record_seconds(value, number * 1e6 + 500 + shift->all.microseconds -
                                         shift->own.microseconds);
    if (merged->kind == MERGED_DATE)
        merged_record_shift_date(value, shift);
    if (merged->kind == MERGED_NUMBER)
        snprintf(value, sizeof value, "%u", (unsigned)number + shift->all.runs - shift->own.runs);
    char *body = allocate_text("%.*s%s%s", (int)merged->at, merged->body, value,
                               merged->body + merged->at + merged->span);
    char *line = merged_record_number(seq, body);
    free(body);
    return line;
}

char *merged_record_done(const struct merge_mark *all, unsigned long long excess, uint32_t seq)
{
    char seconds[VALUE_BYTES];
    merged_record_seconds(seconds, all->microseconds);
    char *body = allocate_text(
        "ev=done results=%u errors=%u runs=%u repetitions=%u disturbed=%u "
        "excess=%llu seconds=%s status=%s",
        all->results, all->errors, all->runs, all->repetitions, all->disturbed, excess, seconds,
        all->errors ? "failed" : "ok");
    char *line = merged_record_number(seq, body);
    free(body);
    return line;
}
