/*
 * SPDX-License-Identifier: MIT
 * Computes skid: finds instructions of the loop by decoding it from its start.
 */
#include "host/analysis/profile/skid.h"

#include <string.h>

#include "host/analysis/profile/disassembly.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/sampled_run.h"

enum { BENCH, STATE, SOURCE, SAMPLES, MEDIAN, AT_0, AT_1, LEAST, MOST, ELSEWHERE, COLUMNS };

static bool on_loop(const struct profile_row *row)
{
    return row->known && row->spot.function && !strcmp(row->spot.function, SKID_LOOP);
}

/* Returns the number of instructions between two addresses; at most SKID_MOST. */
static unsigned count_instructions(const struct debug_image *image, uint32_t from, uint32_t to)
{
    char text[INSTRUCTION_TEXT];
    unsigned n = 0;
    for (; from < to && n < SKID_MOST; n++)
        from += disassembly_text(image, from, text);
    return n;
}

static unsigned skid_quantile(const struct skid *skid, double share)
{
    double below = 0;
    for (unsigned d = 0; d < skid->length; d++) {
        below += skid->at[d];
        if (below > 0 && below >= share * skid->samples)
            return d;
    }
    return skid->length - 1;
}

bool skid_of(const struct profile *profile, struct skid *skid)
{
    *skid = (struct skid){0};
    for (unsigned i = 0; profile->image && i < profile->n; i++) {
        const struct profile_row *row = &profile->rows[i];
        unsigned distance = SKID_MOST;
        if (on_loop(row)) {
            distance = count_instructions(profile->image, row->spot.first, row->address);
            skid->length = count_instructions(profile->image, row->spot.first, row->spot.end);
        }
        if (distance == SKID_MOST) {
            skid->elsewhere += row->n;
            continue;
        }
        skid->at[distance] += row->n;
        skid->samples += row->n;
    }
    if (skid->samples <= 0)
        return false;
    skid->least = skid_quantile(skid, 0);
    skid->median = skid_quantile(skid, 0.5);
    skid->most = skid_quantile(skid, 1);
    return true;
}

double skid_share(const struct skid *skid, unsigned distance)
{
    return distance < skid->length ? skid->at[distance] / skid->samples : 0;
}

static void skid_table_row(struct text_table *table, const struct profile *profile,
                           const struct skid *skid)
{
    char source[200];
    text_table_add_row(table);
    text_table_cell(table, BENCH, "%s", profile->first->bench);
    text_table_cell(table, STATE, "%s", profile->first->state);
    text_table_cell(table, SOURCE, "%s", sampled_run_text(profile->first, source, sizeof source));
    text_table_cell(table, SAMPLES, "%s", number_text(skid->samples, 0));
    text_table_cell(table, MEDIAN, "%u", skid->median);
    text_table_cell(table, AT_0, "%.1f %%", 100 * skid_share(skid, 0));
    text_table_cell(table, AT_1, "%.1f %%", 100 * skid_share(skid, 1));
    text_table_cell(table, LEAST, "%u", skid->least);
    text_table_cell(table, MOST, "%u", skid->most);
    text_table_cell(table, ELSEWHERE, "%s", number_text(skid->elsewhere, 0));
}

unsigned skid_table(const struct profiles *profiles, bool colour, FILE *to)
{
    static const char *const headers[COLUMNS] = {"benchmark", "state",    "source", "samples",
                                                 "median",    "at 0",     "at 1",   "min",
                                                 "max",       "elsewhere"};
    struct text_table *table = text_table_new(COLUMNS);
    unsigned rows = 0;
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i], i <= SOURCE ? TABLE_LEFT : TABLE_RIGHT);
    for (unsigned i = 0; i < profiles->n; i++) {
        struct skid skid;
        if (!skid_of(&profiles->all[i], &skid))
            continue;
        skid_table_row(table, &profiles->all[i], &skid);
        rows++;
    }
    if (rows) {
        fputs("\n", to);
        text_table_print(table, to, colour);
        fputs(
            "distance in instructions from the one that causes the event (0; the following one is "
            "1) to the\n"
            "sampled one; elsewhere: samples outside that loop\n",
            to);
    }
    text_table_free(table);
    return rows;
}
