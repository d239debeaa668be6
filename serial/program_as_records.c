/*
 * SPDX-License-Identifier: MIT
 * A program's report as records: the keys of each kind, in the order of docs/records.md.
 */
#include "serial/program_report.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "serial/crc32.h"
#include "serial/written_text.h"

static void program_record_begin(struct record *record, struct report_stream *report,
                                 const char *kind, const struct report_program *program)
{
    record_begin(record, &report->wire, kind);
    record_text(record, "bench", program->bench);
    record_text(record, "state", program->state);
    record_text(record, "ablate", program->ablate);
}

/* Appends a name of any bytes, with percent signs; one that is too long is omitted. */
static void program_record_name(struct record *record, const char *name)
{
    char text[WRITTEN_TEXT];
    if (written_text_percent(name, strlen(name), text, sizeof text))
        record_text(record, "name", text);
    else
        record->cut = true;
}

/* Returns the command; one that is too long for a record ends with "...". */
static const char *program_record_command(const struct report_program *program, char *text,
                                          size_t size)
{
    if (strlen(program->command) < size)
        return program->command;
    format(text, size, "%.*s...", (int)size - 4, program->command);
    return text;
}

/* Appends the addresses of a place, in hexadecimal, separated by commas. */
static void program_record_site(struct record *record, const struct report_call_site *site)
{
    char text[REPORT_CALL_SITE_MOST * sizeof "0x00000000,"];
    int length = 0;
    for (unsigned i = 0; site && i < site->n; i++)
        length += format(text + length, sizeof text - (size_t)length, "%s0x%08x", i ? "," : "",
                         (unsigned)site->address[i]);
    if (length)
        record_text(record, "from", text);
}

static void program_record_main(struct report_stream *report, const struct report_program *program)
{
    struct record record;
    char command[PROGRAM_COMMAND_MOST + 1];
    uint32_t calls = 0;
    for (unsigned i = 0; i < program->n_system_calls; i++)
        calls += program->system_calls[i].calls;
    program_record_begin(&record, report, "program", program);
    record_text(&record, "command", program_record_command(program, command, sizeof command));
    record_unsigned(&record, "file_bytes", program->file_bytes);
    record_hex(&record, "entry", program->entry);
    record_unsigned(&record, "memory_kb", program->memory_kb);
    record_unsigned(&record, "system_calls", calls);
    record_text(&record, "end", program_report_end_name(program->end));
    if (program->end != PROGRAM_STOPPED)
        record_unsigned(&record, "status", program->status);
    if (program->signal)
        record_text(&record, "signal", program->signal);
    if (program->what)
        record_text(&record, "what", program->what);
    program_record_site(&record, program->site);
    record_end(&record);
}

static void program_record_system_call(struct report_stream *report,
                                       const struct report_program *program,
                                       const struct report_system_call *call)
{
    struct record record;
    program_record_begin(&record, report, "system_call", program);
    record_unsigned(&record, "number", call->number);
    if (call->name)
        record_text(&record, "name", call->name);
    record_unsigned(&record, "calls", call->calls);
    record_unsigned(&record, "errors", call->errors);
    program_record_site(&record, call->site);
    record_text(&record, "status", call->name ? "ok" : "unknown");
    record_end(&record);
}

/* Sends the bytes from `at` and returns their number. *crc is that of all bytes so far. */
static uint32_t program_record_piece(struct report_stream *report,
                                     const struct report_program *program,
                                     const struct report_written *written, uint32_t at,
                                     uint32_t *crc)
{
    struct record record;
    char bytes[WRITTEN_BYTES], text[WRITTEN_TEXT];
    const uint32_t left = written->size - at;
    const size_t count = left < sizeof bytes ? left : sizeof bytes;
    if (count)
        written->read(written, at, bytes, count);
    *crc = crc32_continue(*crc, bytes, count);
    program_record_begin(&record, report, "written", program);
    program_record_name(&record, written->name);
    record_unsigned(&record, "at", at);
    if (written_text_percent(bytes, count, text, sizeof text)) {
        record_text(&record, "text", text);
    } else {
        written_text_base64(bytes, count, text);
        record_text(&record, "base64", text);
    }
    if (count == left) {
        record_unsigned(&record, "size", written->size);
        record_hex(&record, "crc32", *crc);
        if (written->lost)
            record_unsigned(&record, "lost", written->lost);
    }
    record_end(&record);
    return count;
}

/* An empty file has a record too. */
static void program_record_written(struct report_stream *report,
                                   const struct report_program *program,
                                   const struct report_written *written)
{
    uint32_t crc = 0, at = 0;
    do
        at += program_record_piece(report, program, written, at, &crc);
    while (at < written->size);
}

void program_report_records(struct report_stream *report, const struct report_program *program)
{
    program_record_main(report, program);
    for (unsigned i = 0; i < program->n_system_calls; i++)
        program_record_system_call(report, program, &program->system_calls[i]);
    for (unsigned i = 0; i < program->n_missing_files; i++) {
        struct record record;
        program_record_begin(&record, report, "missing_file", program);
        program_record_name(&record, program->missing_files[i]);
        record_end(&record);
    }
    for (unsigned i = 0; i < program->n_written; i++)
        program_record_written(report, program, &program->written[i]);
}
