/*
 * SPDX-License-Identifier: MIT
 * Counts of marked sections of the code.
 */
#include "host/analysis/profile/profile_range.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"

enum { RANGE, EVENT, COUNT, INTERVAL, SHARE, SAMPLES, COLUMNS };

/* ---- parsing --------------------------------------------------------------------------------- */

static int profile_range_refuse(const char *text)
{
    message_print(
        "--range: '%s': expected lines or addresses, as in sort.c:20-35, sort.c:20 or "
        "0x119680-0x1196ff",
        text);
    return -1;
}

/* Parses a number; returns the text after it, or NULL. */
static const char *profile_range_number(const char *text, int base, uint32_t *number)
{
    const char *const digits = base == 16 ? "0123456789abcdefABCDEF" : "0123456789";
    char *end;
    if (base == 16 && strncmp(text, "0x", 2) != 0)
        return NULL;
    text += base == 16 ? 2 : 0;
    if (!*text || !strchr(digits, *text))
        return NULL;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, base);
    *number = (uint32_t)value;
    return errno || value > UINT32_MAX ? NULL : end;
}

int profile_range_parse(const char *text, struct profile_range *range)
{
    const char *colon = strrchr(text, ':');
    const int base = colon ? 10 : 16;
    *range = (struct profile_range){.text = text, .file = colon ? text : NULL};
    range->file_length = colon ? (int)(colon - text) : 0;
    const char *rest = profile_range_number(colon ? colon + 1 : text, base, &range->from);
    range->to = range->from;
    if (rest && *rest == '-')
        rest = profile_range_number(rest + 1, base, &range->to);
    else if (!colon)
        rest = NULL; /* one address is no range */
    if (!rest || *rest || (colon && !range->file_length))
        return profile_range_refuse(text);
    if (range->to >= range->from)
        return 0;
    message_print("--range: '%s' ends before it begins", text);
    return -1;
}

/* ---- membership ------------------------------------------------------------------------------ */

/* Returns whether a path is the range's file or ends with "/" and it. */
static bool profile_range_names(const struct profile_range *range, const char *path)
{
    const size_t length = path ? strlen(path) : 0, wanted = (size_t)range->file_length;
    if (length < wanted || strncmp(path + length - wanted, range->file, wanted) != 0)
        return false;
    return length == wanted || path[length - wanted - 1] == '/';
}

static bool profile_range_has_spot(const struct profile_range *range, const struct code_spot *spot)
{
    return spot->line > 0 && (uint32_t)spot->line >= range->from &&
           (uint32_t)spot->line <= range->to && profile_range_names(range, spot->file);
}

static bool profile_range_has_row(const struct profile_range *range, const struct profile_row *row)
{
    if (!range->file)
        return row->address >= range->from && row->address <= range->to;
    return row->known && profile_range_has_spot(range, &row->spot);
}

static bool profile_range_has_address(const struct profile *profile,
                                      const struct profile_range *range, uint32_t address)
{
    struct code_spot spot;
    if (!range->file)
        return address >= range->from && address <= range->to;
    return profile->image && code_spot_find(profile->image, address, &spot) &&
           profile_range_has_spot(range, &spot);
}

bool profile_range_known(const struct profile *profile, const struct profile_range *range)
{
    for (unsigned i = 0; i < profile->n; i++)
        if (!range->file ||
            (profile->rows[i].known && profile_range_names(range, profile->rows[i].spot.file)))
            return true;
    return false;
}

/* ---- counts ---------------------------------------------------------------------------------- */

/* Adds the rows of the range. Samples that may belong to the other side of its ends are doubtful.
 */
static struct profile_row profile_range_sum(const struct profile *profile,
                                            const struct profile_range *range)
{
    struct profile_row sum = {0};
    for (unsigned i = 0; i < profile->n; i++) {
        const struct profile_row *row = &profile->rows[i];
        if (!profile_range_has_row(range, row))
            continue;
        sum.n += row->n;
        for (unsigned e = 0; e < profile->n_events; e++)
            sum.gains[e] += row->gains[e];
    }
    for (unsigned i = 0; i < profile->n_doubts; i++) {
        const struct profile_doubt *doubt = &profile->doubts[i];
        const bool in = profile_range_has_address(profile, range, doubt->address);
        const bool other = doubt->other && profile_range_has_address(profile, range, doubt->other);
        if (in && !other)
            sum.elsewhere += doubt->n;
        else if (!in && (other || !doubt->other))
            sum.here += doubt->n;
    }
    return sum;
}

/* Returns whether the samples are taken by time, not by counts of an event. */
static bool profile_range_by_time(const struct profile *profile)
{
    static const char *const timers[] = {"pit", "rtc", "apic"};
    for (unsigned i = 0; i < sizeof timers / sizeof timers[0]; i++)
        if (!strcmp(profile->first->source, timers[i]))
            return true;
    return false;
}

/* The sampled event, or the clocks, in a repetition. */
static double profile_range_whole(const struct profile *profile)
{
    const double all = profile_range_by_time(profile) ? profile->clocks - profile->hidden
                                                      : profile->samples * profile->first->every;
    return all / profile->repetitions;
}

static void profile_range_add(struct text_table *table, const struct profile *profile,
                              const struct profile_range *range)
{
    const struct profile_row sum = profile_range_sum(profile, range);
    const struct profile_share share = profiles_row_share(profile, &sum);
    const double whole = profile_range_whole(profile);
    text_table_add_row(table);
    text_table_cell(table, RANGE, "%s", range->text);
    text_table_cell(table, EVENT, "%s",
                    profile_range_by_time(profile) ? "clocks" : profile->first->unit);
    text_table_cell(table, COUNT, "%s", number_text(share.share * whole, 1));
    text_table_cell(table, INTERVAL, "[%s, %s]", number_text(share.low * whole, 1),
                    number_text(share.high * whole, 1));
    text_table_cell(table, SHARE, "%.1f %%", 100 * share.share);
    text_table_cell(table, SAMPLES, "%s of %s", number_text(sum.n, 0),
                    number_text(profile->samples, 0));
    for (unsigned e = 0; e < profile->n_events; e++) {
        text_table_add_row(table);
        text_table_cell(table, EVENT, "%s", profile->events[e]);
        text_table_cell(table, COUNT, "%s",
                        number_text(sum.gains[e] / profile->event_repetitions[e], 1));
        if (profile->totals[e] > 0)
            text_table_cell(table, SHARE, "%.1f %%", 100 * sum.gains[e] / profile->totals[e]);
    }
}

void profile_range_table(const struct profile *profile, const struct profile_range *ranges,
                         unsigned n, bool colour, FILE *to)
{
    static const char *const headers[COLUMNS] = {"range", "event", "per repetition",
                                                 "95 %",  "share", "samples"};
    struct text_table *table = text_table_new(COLUMNS);
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i], i <= EVENT ? TABLE_LEFT : TABLE_RIGHT);
    for (unsigned i = 0; i < n; i++)
        profile_range_add(table, profile, &ranges[i]);
    text_table_print(table, to, colour);
    text_table_free(table);
    if (profile->n_events)
        fputs("further events are those counted in the intervals that ended in the range\n", to);
}
