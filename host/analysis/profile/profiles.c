/*
 * SPDX-License-Identifier: MIT
 * Builds profile rows from a run's hits. Passes of one benchmark count different events; their
 * samples are added.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/profile/profiles.h"
#include "host/analysis/profile/skid_correction.h"
#include "host/base/allocation.h"
#include "host/data/run/sampled_run.h"

#define Z_95 1.959963985 /* 0.975 quantile of the normal distribution */

/* Returns the event's column, adding it if necessary; -1 if the table is full or the event is not
 * selected. */
static int profiles_event_column(struct profile *profile, const struct result_selection *selection,
                                 const struct sampling *sampling, const char *word, size_t length)
{
    char name[sizeof profile->events[0]];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    for (unsigned i = 0; i < profile->n_events; i++)
        if (!strcmp(profile->events[i], name))
            return (int)i;
    if (profile->n_events == PROFILE_MOST_EVENTS ||
        !selection_matches_sampled(selection, sampling, name))
        return -1;
    memcpy(profile->events[profile->n_events], name, sizeof name);
    return (int)profile->n_events++;
}

static void profiles_add_doubt(struct profile *profile, const struct skid_correction *correction,
                               bool user, double n)
{
    for (unsigned i = 0; i < profile->n_doubts; i++) {
        struct profile_doubt *old = &profile->doubts[i];
        if (old->address == correction->address && old->other == correction->other &&
            old->user == user) {
            old->n += n;
            return;
        }
    }
    struct profile_doubt *doubt =
        allocate_element(&profile->doubts, &profile->n_doubts, sizeof *profile->doubts);
    *doubt = (struct profile_doubt){correction->address, correction->other, user, n};
}

static uint32_t profiles_sample_address(struct profile *profile, const struct hit *hit, bool user)
{
    if (profile->next)
        return hit->address;
    const char *source = profile->run->samplings[hit->sampling].source;
    bool exact = !strcmp(source, SAMPLED_BY_WRITES) || !strcmp(source, SAMPLED_BY_STORING);
    struct skid_correction correction =
        (exact ? skid_correction_of_write : skid_correction_of)(profile->image, profile->run, hit);
    profile->stepped += hit->executed ? hit->n : 0;
    profile->unattributed += correction.known ? 0 : hit->n;
    if (!correction.known || correction.other)
        profiles_add_doubt(profile, &correction, user, hit->n);
    return correction.address;
}

static struct profile_row *profiles_row_of(struct profile *profile, const struct hit *hit)
{
    bool user = !strcmp(hit->ring, "user");
    uint32_t address = profiles_sample_address(profile, hit, user);
    for (unsigned i = 0; i < profile->n; i++)
        if (profile->rows[i].address == address && profile->rows[i].user == user)
            return &profile->rows[i];
    struct profile_row *row = allocate_element(&profile->rows, &profile->n, sizeof *row);
    row->address = address;
    row->user = user;
    if (profile->image)
        row->known = code_spot_find(profile->image, address, &row->spot);
    return row;
}

static void profiles_add_samples(struct profile *profile, const struct hit *hit, const int *columns,
                                 unsigned n_columns)
{
    double gains[PROFILE_MOST_EVENTS] = {0};
    struct profile_row *row = profiles_row_of(profile, hit);
    sampled_run_numbers(hit->gains, gains, PROFILE_MOST_EVENTS);
    row->n += hit->n;
    profile->samples += hit->n;
    for (unsigned i = 0; i < n_columns; i++)
        if (columns[i] >= 0) {
            row->gains[columns[i]] += gains[i];
            profile->totals[columns[i]] += gains[i];
        }
}

static void profiles_add_pass(struct profile *profile, unsigned at,
                              const struct result_selection *selection)
{
    const struct run *run = profile->run;
    const struct sampling *sampling = &run->samplings[at];
    int columns[PROFILE_MOST_EVENTS];
    unsigned n = sampled_run_words(sampling->events);
    n = n < PROFILE_MOST_EVENTS ? n : PROFILE_MOST_EVENTS;
    for (unsigned i = 0; i < n; i++) {
        size_t length;
        const char *word = sampled_run_word(sampling->events, i, &length);
        columns[i] = profiles_event_column(profile, selection, sampling, word, length);
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
            profiles_add_samples(profile, &run->hits[i], columns, n);
}

static int profiles_by_address(const void *a, const void *b)
{
    uint32_t one = ((const struct profile_row *)a)->address;
    uint32_t other = ((const struct profile_row *)b)->address;
    return (one > other) - (one < other);
}

/* ---- grouping -------------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Addresses without a known function are not grouped. */
static bool profiles_same_group(const struct profile_row *a, const struct profile_row *b,
                                enum profile_by by)
{
    bool same = a->known && b->known && a->spot.function && b->spot.function &&
                a->spot.kernel == b->spot.kernel &&
                (a->spot.first == b->spot.first || same_text(a->spot.function, b->spot.function));
    if (by == BY_INSTRUCTION || !same)
        return a->address == b->address && a->user == b->user;
    return by == BY_FUNCTION ||
           (a->spot.line == b->spot.line && same_text(a->spot.file, b->spot.file));
}

static struct profile_row *profiles_find_group(struct profile_row *groups, unsigned n,
                                               const struct profile *profile, uint32_t address,
                                               bool user, enum profile_by by)
{
    struct profile_row row = {.address = address, .user = user};
    if (profile->image)
        row.known = code_spot_find(profile->image, address, &row.spot);
    for (unsigned i = 0; i < n; i++)
        if (profiles_same_group(&groups[i], &row, by))
            return &groups[i];
    return NULL;
}

/* A sample is not ambiguous if both candidates are in the same group. */
static void profiles_share_doubts(const struct profile *profile, struct profile_row *groups,
                                  unsigned n, enum profile_by by)
{
    for (unsigned d = 0; d < profile->n_doubts; d++) {
        const struct profile_doubt *at = &profile->doubts[d];
        struct profile_row *one =
            profiles_find_group(groups, n, profile, at->address, at->user, by);
        struct profile_row *other =
            at->other ? profiles_find_group(groups, n, profile, at->other, at->user, by) : NULL;
        if (!one || one == other)
            continue;
        one->elsewhere += at->n;
        for (unsigned i = 0; i < n; i++)
            if (&groups[i] == other || (!at->other && &groups[i] != one))
                groups[i].here += at->n;
    }
}

static void sort_rows(struct profile *profile)
{
    if (!profile->n)
        return;
    qsort(profile->rows, profile->n, sizeof *profile->rows, profiles_by_address);
    profiles_share_doubts(profile, profile->rows, profile->n, BY_INSTRUCTION);
}

/* ---- collecting a run's profiles ------------------------------------------------------------- */

static struct profile *profiles_of_case(struct profiles *profiles, const struct sampling *sampling)
{
    for (unsigned i = 0; i < profiles->n; i++)
        if (sampled_run_same_case(profiles->all[i].first, sampling))
            return &profiles->all[i];
    return allocate_element(&profiles->all, &profiles->n, sizeof *profiles->all);
}

/* Returns the image of a benchmark. */
static const struct debug_image *profiles_image_of(const struct profile_images *images,
                                                   const char *bench)
{
    for (unsigned i = 0; i < images->n; i++)
        if (images->programs[i].bench == bench)
            return images->programs[i].image;
    return images->kernel;
}

void profiles_find_programs(struct profiles *profiles, const struct run *run,
                            const struct result_selection *selection,
                            const struct profile_images *images, bool next)
{
    struct result_selection any = *selection;
    any.event = NULL;
    *profiles = (struct profiles){0};
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *sampling = &run->samplings[i];
        if (strcmp(sampling->experiment, "profile") ||
            !selection_matches_sampled(&any, sampling, NULL))
            continue;
        struct profile *profile = profiles_of_case(profiles, sampling);
        if (!profile->first) {
            profile->run = run;
            profile->image = profiles_image_of(images, sampling->bench);
            profile->next = next || !profile->image;
            profile->first = sampling;
        }
        profiles_add_pass(profile, i, selection);
    }
    for (unsigned i = 0; i < profiles->n; i++)
        sort_rows(&profiles->all[i]);
}

void profiles_find(struct profiles *profiles, const struct run *run,
                   const struct result_selection *selection, struct debug_image *image, bool next)
{
    const struct profile_images images = {.kernel = image};
    profiles_find_programs(profiles, run, selection, &images, next);
}

void profiles_free(struct profiles *profiles)
{
    for (unsigned i = 0; i < profiles->n; i++) {
        free(profiles->all[i].rows);
        free(profiles->all[i].doubts);
    }
    free(profiles->all);
    *profiles = (struct profiles){0};
}

/* ---- grouped rows ---------------------------------------------------------------------------- */

static int by_samples(const void *a, const void *b)
{
    double one = ((const struct profile_row *)a)->n, other = ((const struct profile_row *)b)->n;
    return one != other ? (one < other) - (one > other) : profiles_by_address(a, b);
}

/* A function's row shows its hottest line, so rows are merged in order of samples. */
struct profile_row *profiles_group_rows(const struct profile *profile, enum profile_by by,
                                        unsigned *n)
{
    unsigned n_from = profile->n;
    struct profile_row *from = profile->rows, *lines = NULL, *groups = NULL;
    *n = 0;
    if (by == BY_FUNCTION)
        from = lines = profiles_group_rows(profile, BY_LINE, &n_from);
    for (unsigned i = 0; i < n_from; i++) {
        unsigned at = 0;
        while (at < *n && !profiles_same_group(&groups[at], &from[i], by))
            at++;
        struct profile_row *group =
            at < *n ? &groups[at] : allocate_element(&groups, n, sizeof *groups);
        if (!group->n) {
            *group = from[i];
            group->elsewhere = group->here = 0;
            continue;
        }
        group->n += from[i].n;
        for (unsigned e = 0; e < profile->n_events; e++)
            group->gains[e] += from[i].gains[e];
    }
    free(lines);
    profiles_share_doubts(profile, groups, *n, by);
    if (*n)
        qsort(groups, *n, sizeof *groups, by_samples);
    return groups;
}

/* E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference" (1927). */
struct profile_share profiles_share_of(double n, double all)
{
    if (all <= 0)
        return (struct profile_share){NAN, NAN, NAN};
    double p = n / all, z2 = Z_95 * Z_95;
    double middle = (p + z2 / (2 * all)) / (1 + z2 / all);
    double half = Z_95 * sqrt(p * (1 - p) / all + z2 / (4 * all * all)) / (1 + z2 / all);
    return (struct profile_share){p, fmax(middle - half, 0), fmin(middle + half, 1)};
}

struct profile_share profiles_row_share(const struct profile *profile,
                                        const struct profile_row *row)
{
    struct profile_share share = profiles_share_of(row->n, profile->samples);
    share.low = profiles_share_of(row->n - row->elsewhere, profile->samples).low;
    share.high = profiles_share_of(row->n + row->here, profile->samples).high;
    return share;
}

struct profile_share profiles_function_share(const struct profile *profile, const char *function)
{
    unsigned n;
    struct profile_row *groups = profiles_group_rows(profile, BY_FUNCTION, &n);
    struct profile_share share = profiles_share_of(0, profile->samples);
    for (unsigned i = 0; i < n; i++)
        if (groups[i].known && same_text(groups[i].spot.function, function))
            share = profiles_row_share(profile, &groups[i]);
    free(groups);
    return share;
}

/* ---- names ----------------------------------------------------------------------------------- */

const char *profiles_function_name(const struct profile_row *row, char name[PROFILE_NAME])
{
    if (row->known && row->spot.function)
        snprintf(name, PROFILE_NAME, "%s%s", row->spot.kernel ? "[kernel] " : "",
                 row->spot.function);
    else
        snprintf(name, PROFILE_NAME, "0x%08x", row->address);
    return name;
}

const char *profiles_line_name(const struct profile_row *row, bool whole, char name[PROFILE_NAME])
{
    const char *file = row->known && row->spot.line ? row->spot.file : NULL;
    const char *last = file && !whole ? strrchr(file, '/') : NULL;
    if (!file)
        return "";
    snprintf(name, PROFILE_NAME, "%s:%d", last ? last + 1 : file, row->spot.line);
    return name;
}
