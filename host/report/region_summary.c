/*
 * SPDX-License-Identifier: MIT
 * Groups results into the rows of a summary, and describes the modes that all rows share.
 */
#include "host/report/region_summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"

static bool same_heading(const struct result *a, const struct result *b)
{
    return a->plan == b->plan && a->bench == b->bench && a->ring == b->ring &&
           a->state == b->state && a->ablate == b->ablate;
}

/* Results arrive pass by pass. The rows have the benchmarks in the order of their first results and
 * their regions in ascending order. */
static void row_add(struct summary *summary, const struct result *place)
{
    unsigned at = summary->n_rows;
    while (at > 0 && !same_heading(summary->rows[at - 1].place, place))
        at--;
    if (at == 0)
        at = summary->n_rows;
    while (at > 0 && same_heading(summary->rows[at - 1].place, place) &&
           summary->rows[at - 1].place->region > place->region)
        at--;
    if (at > 0 && same_heading(summary->rows[at - 1].place, place) &&
        summary->rows[at - 1].place->region == place->region)
        return;
    memory_add(&summary->rows, &summary->n_rows, sizeof *summary->rows);
    memmove(&summary->rows[at + 1], &summary->rows[at],
            (summary->n_rows - 1 - at) * sizeof *summary->rows);
    summary->rows[at] = (struct summary_row){.place = place};
}

/* The time stamp counts in all rings: its result belongs to the rows of any ring. */
static bool time_stamp_in_row(const struct summary *summary, const struct result *result)
{
    for (unsigned i = 0; i < summary->n_rows; i++) {
        const struct result *place = summary->rows[i].place;
        if (place->plan == result->plan && place->bench == result->bench &&
            place->state == result->state && place->ablate == result->ablate &&
            place->region == result->region)
            return true;
    }
    return false;
}

static void rows_find(struct summary *summary)
{
    for (unsigned i = 0; i < summary->n_results; i++)
        if (strcmp(summary->results[i]->event, "time_stamp"))
            row_add(summary, summary->results[i]);
    for (unsigned i = 0; i < summary->n_results; i++)
        if (!strcmp(summary->results[i]->event, "time_stamp") &&
            !time_stamp_in_row(summary, summary->results[i]))
            row_add(summary, summary->results[i]);
}

static char *region_text(const struct result *place)
{
    if (place->region_name)
        return memory_text(place->region_name);
    return place->region == RUN_WHOLE ? memory_text("whole run")
                                      : memory_print("%u", place->region);
}

/* ---- modes ----------------------------------------------------------------------------------- */

/* A property of a row, with the text that names it. */
static const char *ring_text(const struct result *place)
{
    return run_ring_words(place->ring);
}

static const char *state_text(const struct result *place)
{
    return place->state;
}

static const char *ablate_text(const struct result *place)
{
    return !strcmp(place->ablate, "branch")  ? "branch prediction off"
           : !strcmp(place->ablate, "vpipe") ? "V pipe off"
           : !strcmp(place->ablate, "l1")    ? "caches off"
                                             : place->ablate;
}

static const char *paging_text(const struct result *place)
{
    const char *paging = result_paging(place);
    return !strcmp(paging, "off")  ? "paging off"
           : !strcmp(paging, "4k") ? "4 KB pages"
           : !strcmp(paging, "4m") ? "4 MB pages"
                                   : paging;
}

static const struct mode {
    const char *(*text)(const struct result *place);
    const char *usual; /* not shown in a row */
    bool hidden;       /* nor if all rows share it */
} modes[] = {
    {state_text, "warm", false},
    {ring_text, "ring 0", false},
    {ablate_text, "none", true},
    {paging_text, "mixed", true},
};
enum { MODES = sizeof modes / sizeof modes[0] };

static bool mode_shared(const struct summary *summary, const struct mode *mode)
{
    for (unsigned i = 1; i < summary->n_rows; i++)
        if (strcmp(mode->text(summary->rows[i].place), mode->text(summary->rows[0].place)))
            return false;
    return true;
}

static void modes_fill(struct summary *summary)
{
    for (unsigned i = 0; i < summary->n_rows; i++)
        summary->rows[i].mode = memory_text("");
    for (unsigned m = 0; m < MODES; m++) {
        if (mode_shared(summary, &modes[m]))
            continue;
        for (unsigned i = 0; i < summary->n_rows; i++) {
            const char *text = modes[m].text(summary->rows[i].place);
            if (strcmp(text, modes[m].usual))
                memory_append(&summary->rows[i].mode, ", ", text);
        }
    }
}

/* Appends "20 repetitions" or "5 to 20 repetitions". */
static void repetitions_append(const struct summary *summary, char **text)
{
    unsigned least = 0, most = 0;
    for (unsigned i = 0; i < summary->n_results; i++) {
        unsigned n = summary->results[i]->values.n + summary->results[i]->culled;
        if (!result_ok(summary->results[i]) || summary->results[i]->rate)
            continue;
        least = !least || n < least ? n : least;
        most = n > most ? n : most;
    }
    char *range = least == most ? memory_print("%u repetition%s", most, most == 1 ? "" : "s")
                                : memory_print("%u to %u repetitions", least, most);
    if (most)
        memory_append(text, ", ", range);
    free(range);
}

static void level_append(const struct summary *summary, char **text)
{
    bool at[100] = {false};
    for (unsigned i = 0; i < summary->n_results; i++)
        if (result_ok(summary->results[i]) && summary->results[i]->values.level < 100)
            at[summary->results[i]->values.level] = true;
    if (!summary_column_of(summary, SUMMARY_INTERVAL))
        return;
    if (at[95] || at[99])
        memory_append(text, ", ",
                      at[95] && at[99] ? "+- at 95 or 99 %"
                      : at[95]         ? "+- at 95 %"
                                       : "+- at 99 %");
}

char *summary_method(const struct summary *summary)
{
    char *text = memory_text("");
    repetitions_append(summary, &text);
    for (unsigned m = 0; m < MODES && summary->n_rows; m++) {
        const char *shared = modes[m].text(summary->rows[0].place);
        if (mode_shared(summary, &modes[m]) &&
            !(modes[m].hidden && !strcmp(shared, modes[m].usual)))
            memory_append(&text, ", ", shared);
    }
    level_append(summary, &text);
    return text;
}

/* ---- the whole ------------------------------------------------------------------------------- */

struct summary *summary_new(const struct run *run, const struct result *const *results,
                            unsigned n_results)
{
    struct summary *summary = memory_get(sizeof *summary);
    *summary = (struct summary){.run = run, .results = results, .n_results = n_results};
    rows_find(summary);
    summary_columns_find(summary);
    modes_fill(summary);
    for (unsigned i = 0; i < summary->n_rows; i++) {
        summary->rows[i].region = region_text(summary->rows[i].place);
        summary_cells_fill(summary, &summary->rows[i]);
    }
    return summary;
}

void summary_free(struct summary *summary)
{
    for (unsigned i = 0; i < summary->n_rows; i++) {
        for (unsigned c = 0; c < summary->n_columns; c++)
            free(summary->rows[i].cells[c].text);
        free(summary->rows[i].cells);
        free(summary->rows[i].region);
        free(summary->rows[i].mode);
    }
    free(summary->rows);
    free(summary->columns);
    free(summary);
}
