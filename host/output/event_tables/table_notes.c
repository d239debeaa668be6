/*
 * SPDX-License-Identifier: MIT
 * Collects notes on results: suspect counts and counters that are off get marks.
 */
#include "host/output/event_tables/table_notes.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/text_table.h"
#include "host/data/run/result_notes.h"

/* Returns the note on a result, or NULL. The caller frees it. */
static char *table_notes_text(const struct result *result)
{
    if (!strcmp(result->status, "broken"))
        return allocate_text("broken: entered %u times, left %u times", result->entries,
                             result->exits);
    if (result->suspect)
        return allocate_text("suspect: %s", result->suspect);
    if (result->counter_off != 0)
        return allocate_text("counter off by %g %% in its self-test", result->counter_off);
    return NULL;
}

static bool table_notes_has_other(const struct run *run, const struct result *result)
{
    char text[120];
    return result_note_erratum(run, result) || result_note_probe_range(result, text, sizeof text) ||
           result_note_probe_share(result) || result_note_nested(result, text, sizeof text);
}

const char *table_notes_mark(struct table_notes *notes, const struct run *run,
                             const struct result *result, char mark[16])
{
    char *text = table_notes_text(result);
    unsigned i = 0;
    notes->others += table_notes_has_other(run, result);
    *mark = 0;
    if (!text)
        return mark;
    while (i < notes->n && strcmp(notes->texts[i], text))
        i++;
    if (i == notes->n)
        *(char **)allocate_element(&notes->texts, &notes->n, sizeof *notes->texts) = text;
    else
        free(text);
    snprintf(mark, 16, "(%u) ", i + 1);
    return mark;
}

void table_notes_print(struct table_notes *notes, unsigned width, FILE *to)
{
    for (unsigned i = 0; i < notes->n; i++) {
        char *line = allocate_text("(%u) %s", i + 1, notes->texts[i]);
        text_table_wrap_line(line, width, to);
        free(line);
        free(notes->texts[i]);
    }
    if (notes->others) {
        char *line = allocate_text(
            "%u of these counts %s on errata or on counts of probes: 'show' "
            "without --table prints them",
            notes->others, notes->others == 1 ? "has a note" : "have notes");
        text_table_wrap_line(line, width, to);
        free(line);
    }
    free(notes->texts);
    *notes = (struct table_notes){0};
}
