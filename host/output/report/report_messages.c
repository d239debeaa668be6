/*
 * SPDX-License-Identifier: MIT
 * Reports faults, errors, warnings and announcements: converts records to the kernel's structures.
 */
#include "host/output/report/report_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/wire/wire_line.h"

/* Converts the hexadecimal digits of a record's key to bytes. */
static void report_message_bytes(const struct wire_record *record, const char *key, uint8_t *bytes,
                                 size_t n)
{
    struct text text = wire_line_text(record, key);
    for (size_t i = 0; i < n && 2 * i + 1 < text.length; i++) {
        char digits[3] = {text.start[2 * i], text.start[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
}

/* Returns a record's text, stored with the run's strings; NULL if the key is missing. */
static const char *report_message_text(struct run *run, const struct wire_record *record,
                                       const char *key)
{
    struct text text = wire_line_text(record, key);
    return text.start ? string_set_add(&run->strings, text.start, text.length) : NULL;
}

static const char *text_or_nothing(struct run *run, const struct wire_record *record,
                                   const char *key)
{
    const char *text = report_message_text(run, record, key);
    return text ? text : "";
}

/* Reports a region that was used incorrectly; such a record has no vector. */
static void report_message_broken(struct report_stream *report, struct run *run,
                                  const struct fault_record *fault,
                                  const struct wire_record *record)
{
    struct report_broken broken = {.bench = fault->bench,
                                   .region_name = report_message_text(run, record, "region_name"),
                                   .name = report_message_text(run, record, "name")};
    uint32_t region = 0;
    wire_line_unsigned(record, "region", &region);
    wire_line_unsigned(record, "eip", &broken.eip);
    wire_line_unsigned(record, "entries", &broken.entries);
    wire_line_unsigned(record, "exits", &broken.exits);
    wire_line_unsigned(record, "entered_at", &broken.entered_at);
    wire_line_unsigned(record, "left_at", &broken.left_at);
    broken.region = region;
    broken.place = fault->place;
    if (broken.bench && broken.name)
        REPORT(report, broken, &broken);
}

static void report_message_exception(struct report_stream *report, struct run *run,
                                     const struct fault_record *fault)
{
    struct wire_record record;
    struct report_fault exception = {.bench = fault->bench, .region = -1};
    uint32_t region;
    if (wire_line_parse(fault->line, strlen(fault->line), &record, NULL, NULL))
        return;
    if (!wire_line_text(&record, "vector").start) {
        report_message_broken(report, run, fault, &record);
        return;
    }
    const struct {
        const char *key;
        uint32_t *value;
    } numbers[] = {
        {"vector", &exception.vector}, {"error", &exception.error}, {"eip", &exception.eip},
        {"eflags", &exception.eflags}, {"eax", &exception.eax},     {"ecx", &exception.ecx},
        {"edx", &exception.edx},       {"ebx", &exception.ebx},     {"esp", &exception.esp},
        {"ebp", &exception.ebp},       {"esi", &exception.esi},     {"edi", &exception.edi},
        {"cr0", &exception.cr0},       {"cr2", &exception.cr2},     {"cr3", &exception.cr3},
        {"cr4", &exception.cr4},
    };
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        wire_line_unsigned(&record, numbers[i].key, numbers[i].value);
    if (wire_line_unsigned(&record, "region", &region) == 0)
        exception.region = (int)region;
    struct text what = wire_line_text(&record, "what");
    if (what.start)
        snprintf(exception.what, sizeof exception.what, "%.*s", (int)what.length, what.start);
    exception.region_name = report_message_text(run, &record, "region_name");
    const char *name = report_message_text(run, &record, "name");
    exception.name = name ? name : "?";
    if (!fault->bench || !strcmp(fault->bench, "none"))
        exception.bench = NULL;
    report_message_bytes(&record, "code", exception.code, sizeof exception.code);
    report_message_bytes(&record, "stack", (uint8_t *)exception.stack, sizeof exception.stack);
    exception.place = fault->place;
    REPORT(report, fault, &exception);
}

void report_message_fault(struct report_stream *report, struct run *run,
                          const struct fault_record *fault)
{
    if (!strcmp(fault->kind, "fault"))
        report_message_exception(report, run, fault);
    else
        REPORT(report, error, fault->what);
}

/* Lines for run_p5mon's results file are not printed as a file's lines if the report is that
 * file. */
static void report_message_file_line(struct report_stream *report, const char *file,
                                     const char *text)
{
    const char *results = report->plan.output_file;
    if (report->form == &report_p5mon_file && results && !strcmp(file, results))
        return;
    REPORT(report, file_line, file, text);
}

/* Prints a line of the first boot's page, which arrives line by line. */
static void print_page_line(struct report_stream *report, const char *text)
{
    struct report_page page = {.n_lines = 1};
    snprintf(page.lines[0], sizeof page.lines[0], "%s", text);
    REPORT(report, first_boot, &page);
}

void report_message_remark(struct report_stream *report, struct run *run,
                           const struct remark *remark)
{
    struct wire_record record;
    if (wire_line_parse(remark->line, strlen(remark->line), &record, NULL, NULL))
        return;
    /* The records of verbose_level went to stderr: host/machines/live/verbose_line.h. */
    if (text_is(record.kind, "file"))
        report_message_file_line(report, text_or_nothing(run, &record, "name"), remark->what);
    else if (text_is(record.kind, "warning"))
        REPORT(report, warning, text_or_nothing(run, &record, "file"), remark->what);
    else if (text_is(record.kind, "first_boot") && remark->what[0])
        print_page_line(report, remark->what);
    else if (text_is(record.kind, "watchdog"))
        REPORT(report, no_watchdog, remark->what);
}
