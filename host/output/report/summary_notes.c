/*
 * SPDX-License-Identifier: MIT
 * Prints notes on the counts in the table: suspect counts, errata, outliers, parts that are the
 * probes'. A suspect count has a note even if it has no column.
 */
#include "host/output/report/summary_notes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/text_table.h"
#include "host/data/run/result_notes.h"
#include "pmc/probe_share.h"

/* Counts with the same note share a sentence, which names the first of them. */
struct note {
    char *text;
    const char *header;
    const struct summary_row *row;
    char *detail; /* of the first; "" without one */
    unsigned n;
};

struct summary_notes {
    struct note *notes;
    unsigned n;
};

static void summary_note_add(struct summary_notes *notes, const char *text, const char *header,
                             const struct summary_row *row, const char *detail)
{
    for (unsigned i = 0; i < notes->n; i++)
        if (!strcmp(notes->notes[i].text, text)) {
            notes->notes[i].n++;
            return;
        }
    struct note *note = allocate_element(&notes->notes, &notes->n, sizeof *note);
    *note = (struct note){allocate_copy(text), header, row, allocate_copy(detail), 1};
}

/* "up to 1 per entry may come from the probe at its end, if the region ends by writing ESP": the
 * number and the condition are those of probe_shares.def. */
static void summary_note_probe_share(const char *event, char *text, size_t size)
{
    const struct probe_share *share = probe_share_of(event);
    const char *condition = strstr(share->text, ", if ");
    snprintf(text, size,
             "up to %u per entry may come from the probe at the end of the region%s; it "
             "is not subtracted",
             share->most, condition ? condition : "");
}

static void summary_notes_of_result(struct summary_notes *notes, const struct summary *summary,
                                    const struct summary_row *row, const struct result *result,
                                    const char *header)
{
    char text[160], detail[160];
    const char *note;
    if (result->counter_off != 0) {
        snprintf(text, sizeof text, "counter %u is off: its self-test counted %.0f for 100",
                 result->counter, 100 + result->counter_off);
        summary_note_add(notes, text, header, row, "");
    }
    if (result_ok(result) && isnan(result->values.med)) {
        snprintf(detail, sizeof detail, "%u samples", result->values.n);
        summary_note_add(notes, "not stored, for lack of memory: no median, mode or outliers",
                         header, row, detail);
    }
    if (result->outliers) {
        snprintf(detail, sizeof detail, "%u of %u%s", result->outliers,
                 result->values.n + result->culled, result->culled ? ", left out" : "");
        summary_note_add(notes, "repetitions lie beyond 5 median absolute deviations", header, row,
                         detail);
    }
    if (result->levels)
        summary_note_add(notes, "2 levels", header, row, result->levels);
    if (result->values.mean < 0)
        summary_note_add(notes, "below 0: it counted less than an empty region", header, row, "");
    if ((note = result_note_erratum(summary->run, result))) {
        char *erratum = allocate_text("erratum: %s", note);
        summary_note_add(notes, erratum, header, row, "");
        free(erratum);
    }
    if ((note = result_note_probe_range(result, detail, sizeof detail)))
        summary_note_add(notes, "the probe's own part is known as a range and is not subtracted",
                         header, row, note);
    if (result_note_probe_share(result)) {
        summary_note_probe_share(result->event, text, sizeof text);
        summary_note_add(notes, text, header, row, "");
    }
    if ((note = result_note_nested(result, text, sizeof text)))
        summary_note_add(notes, "probes of other regions are counted", header, row, note);
}

/* Returns the row with a result; the time stamp belongs to the rows of any ring. */
static const struct summary_row *summary_notes_row(const struct summary *summary,
                                                   const struct result *result)
{
    for (unsigned i = 0; i < summary->n_rows; i++) {
        const struct result *place = summary->rows[i].place;
        if (place->plan == result->plan && place->bench == result->bench &&
            place->region == result->region && place->state == result->state &&
            place->ablate == result->ablate &&
            (place->ring == result->ring || !strcmp(result->event, "time_stamp")))
            return &summary->rows[i];
    }
    return NULL;
}

/* Returns the header of the event's column; without a column the event's name. */
static const char *summary_notes_header(const struct summary *summary, const char *event)
{
    for (unsigned c = 0; c < summary->n_columns; c++)
        if (summary->columns[c].event && !strcmp(summary->columns[c].event, event))
            return summary->columns[c].header;
    return event;
}

static void summary_notes_of_suspects(struct summary_notes *notes, const struct summary *summary)
{
    for (unsigned i = 0; i < summary->n_results; i++) {
        const struct result *result = summary->results[i];
        const struct summary_row *row = result->suspect ? summary_notes_row(summary, result) : NULL;
        if (!row)
            continue;
        char *text = allocate_text("suspect: %s", result->suspect);
        summary_note_add(notes, text, summary_notes_header(summary, result->event), row, "");
        free(text);
    }
}

/* Notes on counts that were lost because their region writes the counter. */
static void summary_notes_of_written(struct summary_notes *notes, const struct summary *summary)
{
    for (unsigned i = 0; i < summary->n_results; i++) {
        const struct result *result = summary->results[i];
        const struct summary_row *row =
            result->counters_written ? summary_notes_row(summary, result) : NULL;
        if (!row)
            continue;
        char *text = allocate_text("none: the region writes counter %u", result->counter);
        summary_note_add(notes, text, summary_notes_header(summary, result->event), row, "");
        free(text);
    }
}

static struct summary_notes summary_notes_collect(const struct summary *summary)
{
    struct summary_notes notes = {0};
    summary_notes_of_suspects(&notes, summary);
    summary_notes_of_written(&notes, summary);
    for (unsigned i = 0; i < summary->n_rows; i++)
        for (unsigned c = 0; c < summary->n_columns; c++) {
            const struct summary_column *column = &summary->columns[c];
            const struct result *result =
                column->event ? summary_result(summary, summary->rows[i].place, column->event)
                              : NULL;
            if (result && result_ok(result))
                summary_notes_of_result(&notes, summary, &summary->rows[i], result, column->header);
        }
    return notes;
}

static void summary_note_print(const struct note *note, const struct summary_layout *layout,
                               FILE *to)
{
    const bool detailed = *note->detail;
    char *name = summary_layout_name(layout, note->row->place->bench);
    char *more = note->n > 1
                     ? allocate_text(" and %u more count%s", note->n - 1, note->n > 2 ? "s" : "")
                     : allocate_copy("");
    char *line =
        allocate_text("%s of %s %s%s: %s%s%s%s", note->header, name, note->row->region, more,
                      note->text, detailed ? " (" : "", note->detail, detailed ? ")" : "");
    text_table_wrap_line(line, layout->width, to);
    free(line);
    free(more);
    free(name);
}

bool summary_notes_print(const struct summary_layout *layout, bool first, FILE *to)
{
    struct summary_notes notes = summary_notes_collect(layout->summary);
    for (unsigned i = 0; i < notes.n; i++) {
        fputs(first && !i ? "\n" : "", to);
        summary_note_print(&notes.notes[i], layout, to);
        free(notes.notes[i].text);
        free(notes.notes[i].detail);
    }
    free(notes.notes);
    return notes.n;
}
