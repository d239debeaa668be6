/*
 * SPDX-License-Identifier: MIT
 * A program's report as text: its end, its system calls, the files that it did not find, and the
 * last lines of its output.
 */
#include "serial/program_report.h"
#include "serial/report_lines.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

#define LINE_ITEMS 72  /* columns for lists, after the indentation */
#define TAIL_BYTES 900 /* of the output's end */
#define TAIL_LINES 12

static void program_text_end(struct report_stream *report, const struct report_program *program)
{
    const char *colon = program->what ? ": " : "", *what = program->what ? program->what : "";
    char end[LINE_BYTES];
    if (program->end == PROGRAM_EXIT)
        format(end, sizeof end, ": exit status %u%s%s", program->status, colon, what);
    else if (program->end == PROGRAM_SIGNAL)
        format(end, sizeof end, ": ended by signal %u (%s)%s%s", program->status,
               program->signal ? program->signal : "?", colon, what);
    else
        format(end, sizeof end, ": stopped%s%s", colon, what);
    report_line_join(report, " program: ", program->command, end);
    report_line(report, "  %u bytes, entry 0x%08x, %u KB of memory", (unsigned)program->file_bytes,
                (unsigned)program->entry, (unsigned)program->memory_kb);
}

/* A list whose lines are filled item by item. */
struct item_list {
    struct report_stream *report;
    const char *title;
    char line[LINE_ITEMS + 1];
    size_t length;
};

static void program_text_flush(struct item_list *list)
{
    if (list->length)
        report_line(list->report, "  %s: %s", list->title, list->line);
    list->length = 0;
}

static void program_text_add(struct item_list *list, const char *item)
{
    const size_t length = strlen(item), room = LINE_ITEMS - list->length;
    if (list->length && length + 2 > room)
        program_text_flush(list);
    list->length += (size_t)format(list->line + list->length, sizeof list->line - list->length,
                                   "%s%.*s", list->length ? ", " : "", LINE_ITEMS - 2, item);
}

static void program_text_system_calls(struct report_stream *report,
                                      const struct report_program *program)
{
    struct item_list list = {.report = report, .title = "system calls"};
    for (unsigned i = 0; i < program->n_system_calls; i++) {
        const struct report_system_call *call = &program->system_calls[i];
        char name[32], errors[24] = "", item[LINE_ITEMS];
        format(name, sizeof name, "number %u", call->number);
        if (call->name && call->errors)
            format(errors, sizeof errors, " (%u failed)", (unsigned)call->errors);
        format(item, sizeof item, "%s %u%s", call->name ? call->name : name, (unsigned)call->calls,
               call->name ? errors : " (unknown: ENOSYS)");
        program_text_add(&list, item);
    }
    program_text_flush(&list);
}

static void program_text_missing(struct report_stream *report, const struct report_program *program)
{
    for (unsigned i = 0; i < program->n_missing_files; i++)
        report_line(report, "  not found: %s", program->missing_files[i]);
}

/* Returns where the last lines of the text begin. */
static size_t program_text_tail(const char *text, size_t length)
{
    unsigned lines = 0;
    for (size_t at = length; at > 0; at--)
        if (text[at - 1] == '\n' && at < length && ++lines == TAIL_LINES)
            return at;
    return 0;
}

/* Prints the end of standard output; a file is only named. */
static void program_text_written(struct report_stream *report, const struct report_written *written)
{
    char text[TAIL_BYTES];
    const size_t count = written->size < sizeof text ? written->size : sizeof text;
    struct output_piece piece;
    if (strcmp(written->name, "stdout") && strcmp(written->name, "stderr")) {
        report_line(report, "  wrote %s: %u bytes", written->name, (unsigned)written->size);
        return;
    }
    if (!count)
        return;
    written->read(written, written->size - (uint32_t)count, text, count);
    size_t from = program_text_tail(text, count);
    const struct report_output output = {.text = text + from, .length = count - from};
    report_line(report, "  %s, %u bytes%s:", written->name, (unsigned)written->size,
                output.length < written->size ? ", the end" : "");
    for (size_t at = 0; output_lines_next(&output, &at, &piece);)
        report_line(report, "    %s", piece.text);
}

void program_report_text(struct report_stream *report, const struct report_program *program)
{
    program_text_end(report, program);
    program_text_system_calls(report, program);
    program_text_missing(report, program);
    for (unsigned i = 0; i < program->n_written; i++)
        program_text_written(report, &program->written[i]);
}
