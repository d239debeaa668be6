/*
 * SPDX-License-Identifier: MIT
 * Samples as text. The fields are read from the record, so that both forms have the same numbers.
 */
#include "kernel/sample/sample_text.h"

#include <stdarg.h>

#include "bench/bench.h"
#include "kernel/chart/text_bar.h"
#include "kernel/lib/format.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"
#include "kernel/measure/cases.h"
#include "serial/report_lines.h"

#define FIELD_BYTES  128
#define LIST_COLUMNS 8
#define WHOLE        1000u /* of a share in tenths of a percent */
#define HIT_BAR      20

static void sample_text_discard(void *to, const char *line, size_t length)
{
    (void)to, (void)line, (void)length;
}

struct wire *sample_text_wire(const struct kernel_run *run)
{
    static struct wire quiet = {.send = sample_text_discard};
    return run->report->form == &report_text ? &quiet : &run->report->wire;
}

/* ---- fields of a record --------------------------------------------------------------------- */

/* Returns the value's begin in the line, without an opening quote; NULL without that key. */
static const char *sample_text_value(const char *line, const char *key)
{
    size_t length = strlen(key);
    for (const char *at = strchr(line, ' '); at; at = strchr(at + 1, ' '))
        if (!strncmp(at + 1, key, length) && at[1 + length] == '=')
            return at + 2 + length + (at[2 + length] == '"');
    return NULL;
}

struct sample_text_field {
    char text[FIELD_BYTES];
};

static struct sample_text_field sample_text_field(const char *line, const char *key)
{
    struct sample_text_field field = {""};
    const char *value = sample_text_value(line, key);
    if (!value)
        return field;
    char end = value[-1] == '"' ? '"' : ' ';
    for (size_t i = 0; i + 1 < sizeof field.text && value[i] && value[i] != end; i++)
        field.text[i] = value[i];
    return field;
}

#define FIELD(line, key) (sample_text_field(line, key).text)

/* ---- kinds of records ----------------------------------------------------------------------- */

static void sample_text_sampling(struct report_stream *report, const char *line)
{
    report_line(report, "%s", "");
    report_line(report, "%s: %s, %s samples in %s repetitions, one each %s %s (%s)",
                FIELD(line, "bench"), FIELD(line, "experiment"), FIELD(line, "samples"),
                FIELD(line, "repetitions"), FIELD(line, "every"), FIELD(line, "unit"),
                FIELD(line, "source"));
    if (*FIELD(line, "faulted"))
        report_line(report, " a fault ended the last repetition");
    if (strcmp(FIELD(line, "lost"), "0"))
        report_line(report, " %s samples are lost: not enough memory", FIELD(line, "lost"));
    report_line(report, " an interruption takes %s clocks, which are subtracted",
                FIELD(line, "handler"));
}

/* A row of at most eight values, and further rows below it. */
static void sample_text_series(struct report_stream *report, const char *line)
{
    const char *value = sample_text_value(line, "values");
    int first = atoi(FIELD(line, "first"));
    char row[LINE_BYTES];
    if (!strcmp(FIELD(line, "of"), SAMPLE_TEXT_TICKS))
        return;
    while (value && *value && *value != '"' && *value != ' ') {
        int length = format(row, sizeof row, " %-32s %-8s rep %-4s from %-5d", FIELD(line, "event"),
                            FIELD(line, "of"), FIELD(line, "rep"), first);
        for (unsigned i = 0; i < LIST_COLUMNS && *value && *value != '"' && *value != ' '; i++) {
            size_t digits = strcspn(value, ", \"\n");
            length +=
                format(row + length, sizeof row - (size_t)length, " %9.*s", (int)digits, value);
            value += digits + (value[digits] == ',');
            first++;
        }
        report_line(report, "%s", row);
    }
}

static void sample_text_multiplex(struct report_stream *report, const char *line)
{
    report_line(report, " %-32s group %s of %s, %s of %s slices of %s %s, %s rounds",
                FIELD(line, "event"), FIELD(line, "group"), FIELD(line, "groups"),
                FIELD(line, "share"), FIELD(line, "slices"), FIELD(line, "slice"),
                FIELD(line, "unit"), FIELD(line, "rounds"));
}

static void sample_text_region_count(struct report_stream *report, const char *line)
{
    const char *ci = FIELD(line, "ci");
    report_line(report, " region %-3s %-32s %-8s %12s%s%s in %s entries", FIELD(line, "region"),
                FIELD(line, "event"), FIELD(line, "of"), FIELD(line, "count"), *ci ? " +/- " : "",
                ci, FIELD(line, "entries"));
}

static void sample_text_channel(struct report_stream *report, const char *line)
{
    report_line(report, " %-6s %-24s %s stamps, each takes %s clocks, which are subtracted",
                FIELD(line, "channel"), FIELD(line, "name"), FIELD(line, "n"), FIELD(line, "cost"));
}

static const struct {
    const char *name;
    void (*print)(struct report_stream *report, const char *line);
} kinds[] = {
    {"sampling", sample_text_sampling},   {"series", sample_text_series},
    {"multiplex", sample_text_multiplex}, {"region_count", sample_text_region_count},
    {"channel", sample_text_channel},
};

void sample_text_end(const struct kernel_run *run, struct record *record)
{
    record_end(record);
    for (struct report_stream *heard = run->report; heard; heard = heard->beside)
        for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            if (heard->form->result == report_text.result &&
                !strcmp(FIELD(record->line, "ev"), kinds[k].name))
                kinds[k].print(heard, record->line);
}

static bool sample_text_is_text(const struct report_stream *report)
{
    return report->form->result == report_text.result;
}

bool sample_text_is_read(const struct kernel_run *run)
{
    for (struct report_stream *heard = run->report; heard; heard = heard->beside)
        if (sample_text_is_text(heard))
            return true;
    return false;
}

void sample_text_line(const struct kernel_run *run, const char *line, ...)
{
    char text[LINE_BYTES];
    va_list arguments;
    va_start(arguments, line);
    vformat(text, sizeof text, line, arguments);
    va_end(arguments);
    for (struct report_stream *heard = run->report; heard; heard = heard->beside)
        if (sample_text_is_text(heard))
            report_line(heard, "%s", text);
}

/* ---- profiles ------------------------------------------------------------------------------- */

/*
 * Names a place by the nearest benchmark that begins at or before it, or, if that is another one,
 * by its distance from the sampled benchmark, whose other sources may precede it.
 */
static struct sample_text_field sample_text_place(uint32_t address, const char *bench)
{
    struct sample_text_field place = {"the harness"};
    uint32_t nearest = 0, sampled = 0;
    for (const struct benchmark *b = benchmarks_start; b < benchmarks_end; b++) {
        uint32_t begin = (uint32_t)b->run;
        if (case_is_of(bench, b->name))
            sampled = begin;
        if (begin > address || begin <= nearest)
            continue;
        nearest = begin;
        format(place.text, sizeof place.text, "%s+0x%x", b->name, (unsigned)(address - begin));
    }
    if (nearest && nearest != sampled && sampled > address)
        format(place.text, sizeof place.text, "%.*s-0x%x", (int)strcspn(bench, ":"), bench,
               (unsigned)(sampled - address));
    return place;
}

/* The most frequent address has the longest bar. */
void sample_text_hits(const struct kernel_run *run, const char *bench,
                      const struct sample_text_hit *most, unsigned n, unsigned samples)
{
    char bar[HIT_BAR + 3];
    sample_text_line(run, " the addresses of %s with the most samples:", bench);
    sample_text_line(run, "  share  samples  address     %*s  place", HIT_BAR + 2, "");
    for (unsigned i = 0; i < n; i++) {
        unsigned share = (unsigned)((uint64_t)most[i].n * WHOLE / samples);
        text_bar_write(bar, sizeof bar, most[i].n, most[0].n, HIT_BAR);
        sample_text_line(run, " %3u.%u %%  %7u  0x%08x  %s  %s%s", share / 10, share % 10,
                         most[i].n, (unsigned)most[i].address, bar,
                         sample_text_place(most[i].address, bench).text,
                         most[i].user ? ", ring 3" : "");
    }
}
