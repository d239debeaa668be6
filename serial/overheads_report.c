/*
 * SPDX-License-Identifier: MIT
 * Reports the tables of overheads in each format; an image without the experiment lacks this file.
 */
#include "serial/overheads_report.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "serial/report_lines.h"

const struct overhead_place overhead_places[REPORT_OVERHEADS] = {
    [OVERHEAD_KERNEL_FIRST] = {"kernel", "cold", "region"},
    [OVERHEAD_KERNEL_OTHER] = {"kernel", "warm", "region"},
    [OVERHEAD_USER_FIRST] = {"user", "cold", "region"},
    [OVERHEAD_BOTH_FIRST] = {"both", "cold", "region"},
    [OVERHEAD_USER_OTHER] = {"user", "warm", "region"},
    [OVERHEAD_BOTH_OTHER] = {"both", "warm", "region"},
    [OVERHEAD_USER_RUN] = {"user", "warm", "run"},
    [OVERHEAD_BOTH_RUN] = {"both", "warm", "run"},
    [OVERHEAD_STUB_KERNEL_FIRST] = {"kernel", "cold", "stub"},
    [OVERHEAD_STUB_KERNEL_OTHER] = {"kernel", "warm", "stub"},
    [OVERHEAD_STUB_USER_FIRST] = {"user", "cold", "stub"},
    [OVERHEAD_STUB_BOTH_FIRST] = {"both", "cold", "stub"},
    [OVERHEAD_STUB_USER_OTHER] = {"user", "warm", "stub"},
    [OVERHEAD_STUB_BOTH_OTHER] = {"both", "warm", "stub"},
    [OVERHEAD_PROGRAM_USER] = {"user", "warm", "program"},
    [OVERHEAD_PROGRAM_BOTH] = {"both", "warm", "program"},
};

/* ---- text: tables of 79 columns, for the machine's screen ------------------------------------ */

#define CELL_COLUMNS 4

static const struct overhead_table {
    const char *title, *above[CELL_COLUMNS], *headers[CELL_COLUMNS];
    unsigned columns[CELL_COLUMNS];
} overhead_tables[] = {
    {"An empty region in ring 0, by probes and by libp5mon's stubs",
     {"probes", "probes", "stubs", "stubs"},
     {"not in cache", "in cache", "not in cache", "in cache"},
     {OVERHEAD_KERNEL_FIRST, OVERHEAD_KERNEL_OTHER, OVERHEAD_STUB_KERNEL_FIRST,
      OVERHEAD_STUB_KERNEL_OTHER}},
    {"An empty region in ring 3, by probes: user counts ring 3, both rings 0 and 3",
     {"not in cache", "not in cache", "in cache", "in cache"},
     {"user", "both", "user", "both"},
     {OVERHEAD_USER_FIRST, OVERHEAD_BOTH_FIRST, OVERHEAD_USER_OTHER, OVERHEAD_BOTH_OTHER}},
    {"An empty region in ring 3, by libp5mon's stubs",
     {"not in cache", "not in cache", "in cache", "in cache"},
     {"user", "both", "user", "both"},
     {OVERHEAD_STUB_USER_FIRST, OVERHEAD_STUB_BOTH_FIRST, OVERHEAD_STUB_USER_OTHER,
      OVERHEAD_STUB_BOTH_OTHER}},
    {"An empty unmodified program as a whole, and a run with an empty region, ring 3",
     {"program", "program", "run", "run"},
     {"user", "both", "user", "both"},
     {OVERHEAD_PROGRAM_USER, OVERHEAD_PROGRAM_BOTH, OVERHEAD_USER_RUN, OVERHEAD_BOTH_RUN}},
};

#define NAME_COLUMNS 24
#define CELL_WIDTH   12

struct cell_text {
    char text[40];
};

/* The counter of an event and its position in the probes, such as `0n`. */
static struct cell_text overheads_report_counter(const struct report_overhead *row)
{
    struct cell_text counter = {"-"};
    if (row->counter >= 0)
        format(counter.text, sizeof counter.text, "%d%.1s", row->counter,
               row->position ? row->position : "");
    return counter;
}

/* A mean and its interval, with a decimal if there is room for it. */
static struct cell_text overheads_report_cell(const struct report_overhead_cell *cell)
{
    struct cell_text text = {"-"};
    for (unsigned decimals = 2; cell->n && decimals-- > 0;) {
        int length = format(text.text, sizeof text.text, "%s",
                            report_line_digits(cell->mean, decimals).text);
        if (cell->n > 1)
            length += format(text.text + length, sizeof text.text - (size_t)length, "+-%s",
                             report_line_digits(cell->half_width, decimals).text);
        if (length <= CELL_WIDTH)
            break;
    }
    return text;
}

static void overheads_report_row(struct report_stream *report, const char *name,
                                 const char *counter, const char *const cells[CELL_COLUMNS])
{
    if (strlen(name) > NAME_COLUMNS) {
        report_line(report, "%s", name);
        name = "";
    }
    report_line(report, "%-*s %-2s %*s %*s %*s %*s", NAME_COLUMNS, name, counter, CELL_WIDTH,
                cells[0], CELL_WIDTH, cells[1], CELL_WIDTH, cells[2], CELL_WIDTH, cells[3]);
}

static void overheads_report_table(struct report_stream *report,
                                   const struct report_overheads *overheads,
                                   const struct overhead_table *table)
{
    report_line(report, "\n%s", table->title);
    overheads_report_row(report, "", "", table->above);
    overheads_report_row(report, "EVENT", "C", table->headers);
    for (unsigned r = 0; r < overheads->n; r++) {
        const struct report_overhead *row = &overheads->rows[r];
        struct cell_text texts[CELL_COLUMNS];
        const char *cells[CELL_COLUMNS];
        for (unsigned c = 0; c < CELL_COLUMNS; c++) {
            texts[c] = overheads_report_cell(&row->cells[table->columns[c]]);
            cells[c] = texts[c].text;
        }
        overheads_report_row(report, row->event_text, overheads_report_counter(row).text, cells);
    }
}

void overheads_report_text(struct report_stream *report, const struct report_overheads *overheads)
{
    report_line(report, "\nOverhead of measuring: mean and interval (the thesis's Appendix D)");
    report_line(report, "Counters are read by %s in ring 0, by %s in ring 3",
                overheads->kernel_read_by, overheads->user_read_by);
    report_line(report, "C: the counter, and whether probes read it near the code or far from it");
    for (unsigned t = 0; t < sizeof overhead_tables / sizeof overhead_tables[0]; t++)
        overheads_report_table(report, overheads, &overhead_tables[t]);
}

/* ---- records --------------------------------------------------------------------------------- */

void overheads_report_records(struct report_stream *report,
                              const struct report_overheads *overheads)
{
    /* Calibrations have the other columns. */
    static const char *const keys[] = {
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
        for (unsigned c = 0; c < sizeof keys / sizeof keys[0]; c++)
            if (row->cells[c].n)
                record_fixed(&record, keys[c], row->cells[c].median);
        record_text(&record, "status", row->counted ? "ok" : "unsupported");
        record_end(&record);
    }
}

void overheads_report_done(struct report_stream *report, const struct report_done *done)
{
    char results[40] = "";
    if (done->results)
        format(results, sizeof results, "%u result%s, ", done->results,
               report_plural(done->results));
    report_line(report, "%s%u overhead%s, %u error%s%s: %s", results, done->overheads,
                report_plural(done->overheads), done->errors, report_plural(done->errors),
                suspects_text(done->suspects).text, done->errors ? "failed" : "ok");
}
