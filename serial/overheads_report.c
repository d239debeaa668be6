/*
 * SPDX-License-Identifier: MIT
 * Reports the table of overheads in each format; an image without the experiment lacks this file.
 */
#include "serial/overheads_report.h"

#include "kernel/lib/format.h"
#include "serial/report_lines.h"

struct counter_text {
    char text[24];
};

/* The counter of an event, such as `0 near`. */
static struct counter_text overheads_report_counter(const struct report_overhead *row)
{
    struct counter_text counter = {"-"};
    if (row->counter >= 0)
        format(counter.text, sizeof counter.text, "%d%s%s", row->counter, row->position ? " " : "",
               row->position ? row->position : "");
    return counter;
}

void overheads_report_text(struct report_stream *report, const struct report_overheads *overheads)
{
    const struct report_overhead *rows = overheads->rows;
    report_line(
        report,
        "\nOverhead of measuring: an empty region, first (not in cache) and other times (in "
        "cache),");
    report_line(report, "and an empty run; counted in ring 0, in ring 3 (user), and in both");
    report_line(report, "Counters are read by %s in ring 0, by %s in ring 3",
                overheads->kernel_read_by, overheads->user_read_by);
    report_line(report, "%-53s %-7s %19s %19s %19s %19s", "", "", "ring 0", "not in cache",
                "in cache", "run");
    report_line(report, "%-53s %-7s %9s %9s %9s %9s %9s %9s %9s %9s", "EVENT", "COUNTER", "first",
                "other", "user", "both", "user", "both", "user", "both");
    for (unsigned r = 0; r < overheads->n; r++) {
        char text[LINE_BYTES];
        int length = format(text, sizeof text, "%-53s %-7s", rows[r].event_text,
                            overheads_report_counter(&rows[r]).text);
        for (unsigned c = 0; c < REPORT_OVERHEADS; c++)
            length +=
                format(text + length, sizeof text - (size_t)length, " %9s",
                       rows[r].counted ? report_line_digits(rows[r].overhead[c], 1).text : "-");
        report_line(report, "%s", text);
    }
}

void overheads_report_records(struct report_stream *report,
                              const struct report_overheads *overheads)
{
    static const char *const keys[REPORT_OVERHEADS] = {
        [OVERHEAD_KERNEL_FIRST] = "kernel_first", [OVERHEAD_KERNEL_OTHER] = "kernel_other",
        [OVERHEAD_USER_FIRST] = "user_first",     [OVERHEAD_BOTH_FIRST] = "both_first",
        [OVERHEAD_USER_OTHER] = "user_other",     [OVERHEAD_BOTH_OTHER] = "both_other",
        [OVERHEAD_USER_RUN] = "user_run",         [OVERHEAD_BOTH_RUN] = "both_run",
    };
    for (const struct report_overhead *row = overheads->rows; row < overheads->rows + overheads->n;
         row++) {
        struct record record;
        record_begin(&record, &report->wire, "overhead");
        record_text(&record, "event", row->event);
        record_hex(&record, "code", row->code);
        if (row->counter >= 0)
            record_unsigned(&record, "counter", (unsigned)row->counter);
        if (row->position)
            record_text(&record, "position", row->position);
        record_text(&record, "kernel_read_by", overheads->kernel_read_by);
        record_text(&record, "user_read_by", overheads->user_read_by);
        for (unsigned c = 0; c < REPORT_OVERHEADS && row->counted; c++)
            record_fixed(&record, keys[c], row->overhead[c]);
        record_text(&record, "status", row->counted ? "ok" : "unsupported");
        record_end(&record);
    }
}
