/*
 * SPDX-License-Identifier: MIT
 * Prints notes on the counts in the table: errata, outliers, parts that are the probes'.
 */
#include "host/report/summary_table.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/text_table.h"
#include "host/run/result_notes.h"
#include "pmc/probe_share.h"

/* Counts with the same note share a sentence, which names the first of them. */
struct note {
    char *text;
    const char *header;
    const struct summary_row *row;
    char *detail; /* of the first; "" without one */
    unsigned n;
};

struct notes {
    struct note *notes;
    unsigned n;
};

static void note_add(struct notes *notes, const char *text, const char *header,
                     const struct summary_row *row, const char *detail)
{
    for (unsigned i = 0; i < notes->n; i++)
        if (!strcmp(notes->notes[i].text, text)) {
            notes->notes[i].n++;
            return;
        }
    struct note *note = memory_add(&notes->notes, &notes->n, sizeof *note);
    *note = (struct note){memory_text(text), header, row, memory_text(detail), 1};
}

/* "up to 1 per entry may come from the probe at its end, if the region ends by writing ESP": the
 * number and the condition are those of probe_shares.def. */
static void probe_share_text(const char *event, char *text, size_t size)
{
    const struct probe_share *share = probe_share_of(event);
    const char *condition = strstr(share->text, ", if ");
    snprintf(text, size,
             "up to %u per entry may come from the probe at the end of the region%s; it "
             "is not subtracted",
             share->most, condition ? condition : "");
}

static void notes_of_result(struct notes *notes, const struct summary *summary,
                            const struct summary_row *row, const struct result *result,
                            const char *header)
{
    char text[160], detail[160];
    const char *said;
    if (result->counter_off != 0) {
        snprintf(text, sizeof text, "counter %u is off: its self-test counted %.0f for 100",
                 result->counter, 100 + result->counter_off);
        note_add(notes, text, header, row, "");
    }
    if (result->outliers) {
        snprintf(detail, sizeof detail, "%u of %u%s", result->outliers,
                 result->values.n + result->culled, result->culled ? ", left out" : "");
        note_add(notes, "repetitions lie beyond 5 median absolute deviations", header, row, detail);
    }
    if (result->levels)
        note_add(notes, "2 levels", header, row, result->levels);
    if (result->values.mean < 0)
        note_add(notes, "below 0: it counted less than an empty region", header, row, "");
    if ((said = result_erratum(summary->run, result))) {
        char *erratum = memory_print("erratum: %s", said);
        note_add(notes, erratum, header, row, "");
        free(erratum);
    }
    if (result_probe_share(result)) {
        probe_share_text(result->event, text, sizeof text);
        note_add(notes, text, header, row, "");
    }
    if ((said = result_inner(result, text, sizeof text)))
        note_add(notes, "probes of other regions are counted", header, row, said);
}

static struct notes notes_of(const struct summary *summary)
{
    struct notes notes = {0};
    for (unsigned i = 0; i < summary->n_rows; i++)
        for (unsigned c = 0; c < summary->n_columns; c++) {
            const struct summary_column *column = &summary->columns[c];
            const struct result *result =
                column->event ? summary_result(summary, summary->rows[i].place, column->event)
                              : NULL;
            if (result && result_ok(result))
                notes_of_result(&notes, summary, &summary->rows[i], result, column->header);
        }
    return notes;
}

static void note_print(const struct note *note, const struct summary_layout *layout, FILE *to)
{
    const bool detailed = *note->detail;
    char *name = summary_layout_name(layout, note->row->place->bench);
    char *more = note->n > 1
                     ? memory_print(" and %u more count%s", note->n - 1, note->n > 2 ? "s" : "")
                     : memory_text("");
    char *line =
        memory_print("%s of %s %s%s: %s%s%s%s", note->header, name, note->row->region, more,
                     note->text, detailed ? " (" : "", note->detail, detailed ? ")" : "");
    text_wrapped_print(line, layout->width, to);
    free(line);
    free(more);
    free(name);
}

bool summary_notes_print(const struct summary_layout *layout, bool first, FILE *to)
{
    struct notes notes = notes_of(layout->summary);
    for (unsigned i = 0; i < notes.n; i++) {
        fputs(first && !i ? "\n" : "", to);
        note_print(&notes.notes[i], layout, to);
        free(notes.notes[i].text);
        free(notes.notes[i].detail);
    }
    free(notes.notes);
    return notes.n;
}
