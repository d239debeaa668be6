/*
 * SPDX-License-Identifier: MIT
 * Prints a profile as a table: shares of samples with their confidence interval, and each event's
 * share.
 */
#include <stdlib.h>
#include <string.h>

#include "host/analysis/profile/disassembly.h"
#include "host/analysis/profile/profiles.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/sampled_run.h"

enum { SHARE, INTERVAL, FUNCTION, LINE, ADDRESS, CODE, COLUMNS };

/* States whether rows are the instructions that caused the samples. */
static void profile_table_attribution(const struct profile *profile, FILE *to)
{
    const char *source = profile->first->source;
    if (!strcmp(source, SAMPLED_BY_STORING) && !profile->next)
        fputs(
            "shares are of the instruction that made the counter overflow: the one before the "
            "sampled (next) one\n",
            to);
    bool counts = !strcmp(source, "pm0") || !strcmp(source, "overflow");
    if (profile->next) {
        fputs("shares are of the sampled instruction, which is the next one to execute\n", to);
        return;
    }
    if (profile->stepped > 0)
        fputs(
            "each sample was single-stepped to the same distance after an overflow: shares are of "
            "the instruction executed there\n",
            to);
    else if (counts)
        fputs(
            "the event occurred some instructions earlier (skid): see sampled/skid and 'bareprobe "
            "profile --skid'\n",
            to);
    if (profile->unattributed > 0)
        fprintf(
            to,
            "%.1f %% of the samples could not be attributed, for example after a jump through a "
            "register: they are\n"
            "assigned to the sampled instruction, and intervals allow for any other instruction\n",
            100 * profile->unattributed / profile->samples);
}

void profile_table_heading(const struct profile *profile, FILE *to)
{
    const struct sampling *first = profile->first;
    const struct run *run = profile->run;
    char source[200];
    fprintf(to, "%s   %s   %s sample%s %s   %s", first->bench, first->state,
            number_text(profile->samples, 0), profile->samples == 1 ? "" : "s",
            sampled_run_text(first, source, sizeof source), platform_name(run->platform));
    fprintf(to, " %s", *run->name ? run->name : "unknown processor");
    if (run->mhz > 0)
        fprintf(to, " %s MHz", number_text_short(run->mhz, 1));
    fprintf(to,
            "\n"
            "handler %s clocks per sample, %.2f %% of the time, subtracted",
            number_text_short(first->handler, 1),
            profile->clocks > 0 ? 100 * profile->hidden / profile->clocks : 0.0);
    if (profile->lost > 0)
        fprintf(to, "; %s samples did not fit into memory", number_text(profile->lost, 0));
    if (profile->samples < profile->announced)
        fprintf(to, "; %s samples were lost in transmission",
                number_text(profile->announced - profile->samples, 0));
    if (profile->ended && sampled_run_fault_text(profile->ended, source, sizeof source))
        fprintf(to, "; %s", source);
    fputs("\n", to);
    profile_table_attribution(profile, to);
}

static void profile_table_row(struct text_table *table, const struct profile *profile,
                              const struct profile_row *row, enum profile_by by, unsigned events)
{
    char name[PROFILE_NAME];
    struct profile_share share = profiles_row_share(profile, row);
    text_table_add_row(table);
    text_table_cell(table, SHARE, "%.1f %%", 100 * share.share);
    text_table_cell(table, INTERVAL, "[%.1f, %.1f]", 100 * share.low, 100 * share.high);
    text_table_cell(table, FUNCTION, "%s", profiles_function_name(row, name));
    text_table_cell(table, LINE, "%s", profiles_line_name(row, false, name));
    if (by == BY_INSTRUCTION) {
        char text[INSTRUCTION_TEXT];
        text_table_cell(table, ADDRESS, "%08x", row->address);
        if (row->known)
            disassembly_text(profile->image, row->address, text);
        text_table_cell(table, CODE, "%s", row->known ? text : "");
    }
    for (unsigned e = 0; e < events; e++)
        if (profile->totals[e] > 0)
            text_table_cell(table, COLUMNS + e, "%.1f %%",
                            100 * row->gains[e] / profile->totals[e]);
}

void profile_table(const struct profile *profile, enum profile_by by, unsigned most,
                   unsigned most_events, bool colour, FILE *to)
{
    static const char *const headers[COLUMNS] = {"share", "95 %",    "function",
                                                 "line",  "address", "instruction"};
    unsigned n, events = profile->n_events;
    struct profile_row *rows = profiles_group_rows(profile, by, &n);
    if (most_events && events > most_events)
        events = most_events;
    struct text_table *table = text_table_new(COLUMNS + events);
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i,
                              i == LINE && by == BY_FUNCTION ? "hottest line" : headers[i],
                              i < FUNCTION ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned e = 0; e < events; e++)
        text_table_set_column(table, COLUMNS + e, profile->events[e], TABLE_RIGHT);
    text_table_optional(table, LINE);
    text_table_optional(table, ADDRESS);
    text_table_optional(table, CODE);
    unsigned shown = most && most < n ? most : n;
    for (unsigned i = 0; i < shown; i++)
        profile_table_row(table, profile, &rows[i], by, events);
    text_table_print(table, to, colour);
    if (shown < n)
        fprintf(to, "and %u more (-a shows all)\n", n - shown);
    if (events < profile->n_events)
        fprintf(to, "and %u more events (-a shows all, -e selects)\n", profile->n_events - events);
    text_table_free(table);
    free(rows);
}
