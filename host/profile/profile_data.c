/*
 * SPDX-License-Identifier: MIT
 * From hits to rows. Passes of one benchmark differ in what they count; their samples add up.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/profile/blame.h"
#include "host/profile/profiles.h"
#include "host/run/sampled_run.h"

#define Z_95 1.959963985 /* the normal distribution's quantile of 0.975 */

/* The event's column, a new one where it has none; -1 where there is no room or it is not wanted.
 */
static int column_of(struct profile *profile, const struct selection *selection,
                     const struct sampling *sampling, const char *word, size_t length)
{
    char name[sizeof profile->events[0]];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    for (unsigned i = 0; i < profile->n_events; i++)
        if (!strcmp(profile->events[i], name))
            return (int)i;
    if (profile->n_events == PROFILE_MOST_EVENTS || !selected_sampled(selection, sampling, name))
        return -1;
    memcpy(profile->events[profile->n_events], name, sizeof name);
    return (int)profile->n_events++;
}

static struct profile_row *row_of(struct profile *profile, const struct hit *hit)
{
    bool user = !strcmp(hit->ring, "user");
    const struct run *run = profile->run;
    bool wrote = !strcmp(run->samplings[hit->sampling].source, SAMPLED_BY_WRITES);
    uint32_t address = profile->next ? hit->address
                       : wrote       ? blame_writer(profile->image, run, hit)
                                     : blame_address(profile->image, run, hit);
    for (unsigned i = 0; i < profile->n; i++)
        if (profile->rows[i].address == address && profile->rows[i].user == user)
            return &profile->rows[i];
    struct profile_row *row = memory_add(&profile->rows, &profile->n, sizeof *row);
    row->address = address;
    row->user = user;
    if (profile->image)
        row->known = code_spot_find(profile->image, address, &row->spot);
    return row;
}

static void take_hit_of(struct profile *profile, const struct hit *hit, const int *columns,
                        unsigned n_columns)
{
    double gains[PROFILE_MOST_EVENTS] = {0};
    struct profile_row *row = row_of(profile, hit);
    list_numbers(hit->gains, gains, PROFILE_MOST_EVENTS);
    row->n += hit->n;
    profile->samples += hit->n;
    for (unsigned i = 0; i < n_columns; i++)
        if (columns[i] >= 0) {
            row->gains[columns[i]] += gains[i];
            profile->totals[columns[i]] += gains[i];
        }
}

static void take_pass(struct profile *profile, unsigned at, const struct selection *selection)
{
    const struct run *run = profile->run;
    const struct sampling *sampling = &run->samplings[at];
    int columns[PROFILE_MOST_EVENTS];
    unsigned n = list_words(sampling->events);
    n = n < PROFILE_MOST_EVENTS ? n : PROFILE_MOST_EVENTS;
    for (unsigned i = 0; i < n; i++) {
        size_t length;
        const char *word = list_word(sampling->events, i, &length);
        columns[i] = column_of(profile, selection, sampling, word, length);
        if (columns[i] >= 0)
            profile->event_repetitions[columns[i]] += sampling->repetitions;
    }
    profile->announced += sampling->samples;
    profile->ended = sampling->faulted ? sampling : profile->ended;
    profile->lost += sampling->lost;
    profile->repetitions += sampling->repetitions;
    profile->clocks += sampling->clocks;
    profile->hidden += sampling->hidden;
    for (unsigned i = 0; i < run->n_hits; i++)
        if (run->hits[i].sampling == at)
            take_hit_of(profile, &run->hits[i], columns, n);
}

static int by_address(const void *a, const void *b)
{
    uint32_t one = ((const struct profile_row *)a)->address;
    uint32_t other = ((const struct profile_row *)b)->address;
    return (one > other) - (one < other);
}

static struct profile *profile_of(struct profiles *profiles, const struct sampling *sampling)
{
    for (unsigned i = 0; i < profiles->n; i++)
        if (sampling_same_case(profiles->all[i].first, sampling))
            return &profiles->all[i];
    return memory_add(&profiles->all, &profiles->n, sizeof *profiles->all);
}

void profiles_find(struct profiles *profiles, const struct run *run,
                   const struct selection *selection, const struct debug_image *image, bool next)
{
    struct selection any = *selection;
    any.event = NULL;
    *profiles = (struct profiles){0};
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *sampling = &run->samplings[i];
        if (strcmp(sampling->experiment, "profile") || !selected_sampled(&any, sampling, NULL))
            continue;
        struct profile *profile = profile_of(profiles, sampling);
        if (!profile->first) {
            profile->run = run;
            profile->image = image;
            profile->next = next || !image;
            profile->first = sampling;
        }
        take_pass(profile, i, selection);
    }
    for (unsigned i = 0; i < profiles->n; i++)
        if (profiles->all[i].n)
            qsort(profiles->all[i].rows, profiles->all[i].n, sizeof *profiles->all[i].rows,
                  by_address);
}

void profiles_free(struct profiles *profiles)
{
    for (unsigned i = 0; i < profiles->n; i++)
        free(profiles->all[i].rows);
    free(profiles->all);
    *profiles = (struct profiles){0};
}

/* ---- rows put together ------------------------------------------------------------------------
 */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* What no function is known of stays an address. */
static bool together(const struct profile_row *a, const struct profile_row *b, enum profile_by by)
{
    bool same = a->known && b->known && a->spot.function && b->spot.function &&
                a->spot.kernel == b->spot.kernel &&
                (a->spot.first == b->spot.first || same_text(a->spot.function, b->spot.function));
    if (by == BY_INSTRUCTION || !same)
        return a->address == b->address && a->user == b->user;
    return by == BY_FUNCTION ||
           (a->spot.line == b->spot.line && same_text(a->spot.file, b->spot.file));
}

static int by_samples(const void *a, const void *b)
{
    double one = ((const struct profile_row *)a)->n, other = ((const struct profile_row *)b)->n;
    return one != other ? (one < other) - (one > other) : by_address(a, b);
}

/* Of a function the spot of its hottest line is kept, so rows come with the hottest first. */
struct profile_row *profile_group(const struct profile *profile, enum profile_by by, unsigned *n)
{
    unsigned n_from = profile->n;
    struct profile_row *from = profile->rows, *lines = NULL, *groups = NULL;
    *n = 0;
    if (by == BY_FUNCTION)
        from = lines = profile_group(profile, BY_LINE, &n_from);
    for (unsigned i = 0; i < n_from; i++) {
        unsigned at = 0;
        while (at < *n && !together(&groups[at], &from[i], by))
            at++;
        struct profile_row *group = at < *n ? &groups[at] : memory_add(&groups, n, sizeof *groups);
        if (!group->n) {
            *group = from[i];
            continue;
        }
        group->n += from[i].n;
        for (unsigned e = 0; e < profile->n_events; e++)
            group->gains[e] += from[i].gains[e];
    }
    free(lines);
    if (*n)
        qsort(groups, *n, sizeof *groups, by_samples);
    return groups;
}

/* E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference" (1927). */
struct profile_share profile_share_of(double n, double all)
{
    if (all <= 0)
        return (struct profile_share){NAN, NAN, NAN};
    double p = n / all, z2 = Z_95 * Z_95;
    double middle = (p + z2 / (2 * all)) / (1 + z2 / all);
    double half = Z_95 * sqrt(p * (1 - p) / all + z2 / (4 * all * all)) / (1 + z2 / all);
    return (struct profile_share){p, fmax(middle - half, 0), fmin(middle + half, 1)};
}

/* ---- names ------------------------------------------------------------------------------------
 */

const char *profile_function_name(const struct profile_row *row, char name[PROFILE_NAME])
{
    if (row->known && row->spot.function)
        snprintf(name, PROFILE_NAME, "%s%s", row->spot.kernel ? "[kernel] " : "",
                 row->spot.function);
    else
        snprintf(name, PROFILE_NAME, "0x%08x", row->address);
    return name;
}

const char *profile_line_name(const struct profile_row *row, bool whole, char name[PROFILE_NAME])
{
    const char *file = row->known && row->spot.line ? row->spot.file : NULL;
    const char *last = file && !whole ? strrchr(file, '/') : NULL;
    if (!file)
        return "";
    snprintf(name, PROFILE_NAME, "%s:%d", last ? last + 1 : file, row->spot.line);
    return name;
}
