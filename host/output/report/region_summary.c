/*
 * SPDX-License-Identifier: MIT
 * Groups results into the rows of a summary, and describes the modes that all rows share.
 */
#include "host/output/report/region_summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

static bool same_heading(const struct result *a, const struct result *b)
{
    return a->plan == b->plan && a->bench == b->bench && a->ring == b->ring &&
           a->state == b->state && a->ablate == b->ablate;
}

/* Results arrive pass by pass. The rows have the benchmarks in the order of their first results and
 * their regions in ascending order. */
static void region_summary_add_row(struct summary *summary, const struct result *place)
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
    allocate_element(&summary->rows, &summary->n_rows, sizeof *summary->rows);
    memmove(&summary->rows[at + 1], &summary->rows[at],
            (summary->n_rows - 1 - at) * sizeof *summary->rows);
    summary->rows[at] = (struct summary_row){.place = place};
}

/* The time stamp counts in all rings: its result belongs to the rows of any ring. */
static bool region_summary_has_row(const struct summary *summary, const struct result *result)
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

static void region_summary_find_rows(struct summary *summary)
{
    for (unsigned i = 0; i < summary->n_results; i++)
        if (strcmp(summary->results[i]->event, "time_stamp"))
            region_summary_add_row(summary, summary->results[i]);
    for (unsigned i = 0; i < summary->n_results; i++)
        if (!strcmp(summary->results[i]->event, "time_stamp") &&
            !region_summary_has_row(summary, summary->results[i]))
            region_summary_add_row(summary, summary->results[i]);
}

static char *region_text(const struct result *place)
{
    if (place->region_name)
        return allocate_copy(place->region_name);
    return place->region == RUN_WHOLE ? allocate_copy("whole run")
                                      : allocate_text("%u", place->region);
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
    {ring_text, "", false}, /* which ring is usual depends on the benchmark */
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

static void region_summary_fill_modes(struct summary *summary)
{
    for (unsigned i = 0; i < summary->n_rows; i++)
        summary->rows[i].mode = allocate_copy("");
    for (unsigned m = 0; m < MODES; m++) {
        if (mode_shared(summary, &modes[m]))
            continue;
        for (unsigned i = 0; i < summary->n_rows; i++) {
            const char *text = modes[m].text(summary->rows[i].place);
            if (strcmp(text, modes[m].usual))
                allocate_appended(&summary->rows[i].mode, ", ", text);
        }
    }
}

/* Appends "20 repetitions" or "5 to 20 repetitions". */
static void region_summary_repetitions(const struct summary *summary, char **text)
{
    unsigned least = 0, most = 0;
    for (unsigned i = 0; i < summary->n_results; i++) {
        unsigned n = summary->results[i]->values.n + summary->results[i]->culled;
        if (!result_ok(summary->results[i]) || summary->results[i]->rate)
            continue;
        least = !least || n < least ? n : least;
        most = n > most ? n : most;
    }
    char *range = least == most ? allocate_text("%u repetition%s", most, most == 1 ? "" : "s")
                                : allocate_text("%u to %u repetitions", least, most);
    if (most)
        allocate_appended(text, ", ", range);
    free(range);
}

static void region_summary_level(const struct summary *summary, char **text)
{
    bool at[100] = {false};
    for (unsigned i = 0; i < summary->n_results; i++)
        if (result_ok(summary->results[i]) && summary->results[i]->values.level < 100)
            at[summary->results[i]->values.level] = true;
    if (!summary_column_of(summary, SUMMARY_INTERVAL))
        return;
    if (at[95] || at[99])
        allocate_appended(text, ", ",
                          at[95] && at[99] ? "+- at 95 or 99 %"
                          : at[95]         ? "+- at 95 %"
                                           : "+- at 99 %");
}

char *region_summary_method(const struct summary *summary)
{
    char *text = allocate_copy("");
    region_summary_repetitions(summary, &text);
    for (unsigned m = 0; m < MODES && summary->n_rows; m++) {
        const char *shared = modes[m].text(summary->rows[0].place);
        if (mode_shared(summary, &modes[m]) &&
            !(modes[m].hidden && !strcmp(shared, modes[m].usual)))
            allocate_appended(&text, ", ", shared);
    }
    region_summary_level(summary, &text);
    return text;
}

/* ---- the whole ------------------------------------------------------------------------------- */

struct summary *region_summary_new(const struct run *run, const struct result *const *results,
                                   unsigned n_results)
{
    struct summary *summary = allocate_zeroed(sizeof *summary);
    *summary = (struct summary){.run = run, .results = results, .n_results = n_results};
    region_summary_find_rows(summary);
    summary_columns_find(summary);
    region_summary_fill_modes(summary);
    for (unsigned i = 0; i < summary->n_rows; i++) {
        summary->rows[i].region = region_text(summary->rows[i].place);
        summary_cells_fill(summary, &summary->rows[i]);
    }
    return summary;
}

void region_summary_free(struct summary *summary)
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
