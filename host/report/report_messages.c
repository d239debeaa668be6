/*
 * SPDX-License-Identifier: MIT
 * Reports faults, errors, warnings and announcements: converts records to the kernel's structures.
 */
#include "host/report/report_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/wire/wire_line.h"

/* Converts the hexadecimal digits of a record's key to bytes. */
static void bytes_of(const struct wire_record *record, const char *key, uint8_t *bytes, size_t n)
{
    struct text text = wire_text(record, key);
    for (size_t i = 0; i < n && 2 * i + 1 < text.length; i++) {
        char digits[3] = {text.start[2 * i], text.start[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
}

/* Returns a record's text, stored with the run's strings; NULL if the key is missing. */
static const char *text_of(struct run *run, const struct wire_record *record, const char *key)
{
    struct text text = wire_text(record, key);
    return text.start ? strings_keep(&run->strings, text.start, text.length) : NULL;
}

static const char *text_or_nothing(struct run *run, const struct wire_record *record,
                                   const char *key)
{
    const char *text = text_of(run, record, key);
    return text ? text : "";
}

/* Reports a region that was used incorrectly; such a record has no vector. */
static void print_broken(struct report *report, struct run *run, const struct mishap *mishap,
                         const struct wire_record *record)
{
    struct report_broken broken = {.bench = mishap->bench,
                                   .region_name = text_of(run, record, "region_name"),
                                   .name = text_of(run, record, "name")};
    uint32_t region = 0;
    wire_unsigned(record, "region", &region);
    wire_unsigned(record, "eip", &broken.eip);
    wire_unsigned(record, "entries", &broken.entries);
    wire_unsigned(record, "exits", &broken.exits);
    wire_unsigned(record, "entered_at", &broken.entered_at);
    wire_unsigned(record, "left_at", &broken.left_at);
    broken.region = region;
    broken.place = mishap->place;
    if (broken.bench && broken.name)
        REPORT(report, broken, &broken);
}

static void print_fault(struct report *report, struct run *run, const struct mishap *mishap)
{
    struct wire_record record;
    struct report_fault fault = {.bench = mishap->bench, .region = -1};
    uint32_t region;
    if (wire_parse(mishap->line, strlen(mishap->line), &record, NULL, NULL))
        return;
    if (!wire_text(&record, "vector").start) {
        print_broken(report, run, mishap, &record);
        return;
    }
    const struct {
        const char *key;
        uint32_t *value;
    } numbers[] = {
        {"vector", &fault.vector}, {"error", &fault.error}, {"eip", &fault.eip},
        {"eflags", &fault.eflags}, {"eax", &fault.eax},     {"ecx", &fault.ecx},
        {"edx", &fault.edx},       {"ebx", &fault.ebx},     {"esp", &fault.esp},
        {"ebp", &fault.ebp},       {"esi", &fault.esi},     {"edi", &fault.edi},
        {"cr0", &fault.cr0},       {"cr2", &fault.cr2},     {"cr3", &fault.cr3},
        {"cr4", &fault.cr4},
    };
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        wire_unsigned(&record, numbers[i].key, numbers[i].value);
    if (wire_unsigned(&record, "region", &region) == 0)
        fault.region = (int)region;
    struct text what = wire_text(&record, "what");
    if (what.start)
        snprintf(fault.what, sizeof fault.what, "%.*s", (int)what.length, what.start);
    fault.region_name = text_of(run, &record, "region_name");
    const char *name = text_of(run, &record, "name");
    fault.name = name ? name : "?";
    if (!mishap->bench || !strcmp(mishap->bench, "none"))
        fault.bench = NULL;
    bytes_of(&record, "code", fault.code, sizeof fault.code);
    bytes_of(&record, "stack", (uint8_t *)fault.stack, sizeof fault.stack);
    fault.place = mishap->place;
    REPORT(report, fault, &fault);
}

void report_mishap(struct report *report, struct run *run, const struct mishap *mishap)
{
    if (!strcmp(mishap->kind, "fault"))
        print_fault(report, run, mishap);
    else
        REPORT(report, error, mishap->what);
}

static void print_repetition(struct report *report, struct run *run,
                             const struct wire_record *record)
{
    struct report_repetition repetition = {.bench = text_or_nothing(run, record, "bench"),
                                           .state = text_or_nothing(run, record, "state"),
                                           .ablate = text_or_nothing(run, record, "ablate")};
    wire_unsigned(record, "number", &repetition.number);
    wire_unsigned(record, "of", &repetition.of);
    REPORT(report, repetition, &repetition);
}

static void print_execution(struct report *report, struct run *run,
                            const struct wire_record *record)
{
    struct report_execution execution = {.bench = text_or_nothing(run, record, "bench"),
                                         .counted = text_is(wire_text(record, "counted"), "yes")};
    struct text rest = wire_text(record, "events");
    wire_unsigned(record, "number", &execution.number);
    while (rest.length && execution.n_events < 2) {
        const char *comma = memchr(rest.start, ',', rest.length);
        size_t length = comma ? (size_t)(comma - rest.start) : rest.length;
        execution.events[execution.n_events++] = strings_keep(&run->strings, rest.start, length);
        rest.start += length + (comma != NULL);
        rest.length -= length + (comma != NULL);
    }
    REPORT(report, execution, &execution);
}

/* Lines for run_p5mon's results file are not printed as a file's lines if the report is that
 * file. */
static void print_file_line(struct report *report, const char *file, const char *text)
{
    const char *results = report->plan.output_file;
    if (report->form == &report_p5mon_file && results && !strcmp(file, results))
        return;
    REPORT(report, file_line, file, text);
}

/* Prints a line of the first boot's page, which arrives line by line. */
static void print_page_line(struct report *report, const char *text)
{
    struct report_page page = {.n_lines = 1};
    snprintf(page.lines[0], sizeof page.lines[0], "%s", text);
    REPORT(report, first_boot, &page);
}

void report_remark(struct report *report, struct run *run, const struct remark *remark)
{
    struct wire_record record;
    if (wire_parse(remark->line, strlen(remark->line), &record, NULL, NULL))
        return;
    if (text_is(record.kind, "repetition"))
        print_repetition(report, run, &record);
    else if (text_is(record.kind, "execution"))
        print_execution(report, run, &record);
    else if (text_is(record.kind, "file"))
        print_file_line(report, text_or_nothing(run, &record, "name"), remark->what);
    else if (text_is(record.kind, "warning"))
        REPORT(report, warning, text_or_nothing(run, &record, "file"), remark->what);
    else if (text_is(record.kind, "first_boot") && remark->what[0])
        print_page_line(report, remark->what);
    else if (text_is(record.kind, "watchdog"))
        REPORT(report, no_watchdog, remark->what);
}
