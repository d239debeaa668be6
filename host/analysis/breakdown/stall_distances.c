/*
 * SPDX-License-Identifier: MIT
 * Compares the rounds of two multiplexed runs.
 */
#include "host/analysis/breakdown/stall_distances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/breakdown/machine_runs.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/run/event_lookup.h"
#include "host/data/run/sampled_run.h"

#define RARE     10000.0 /* instructions: the paper's limit */
#define STAND_IN 0.5     /* of a clock or a count, where the other run has some and this one none */

/* One case of a run: its rounds, and the penalties of its machine. */
struct side {
    const struct run *run;
    const struct sampling *sampling;
    const struct multiplex *multiplex;
    struct series_table table;
    struct penalties penalties;
};

/* ---- distances ------------------------------------------------------------------------------- */

static double stall_distances_stand_in(double before, double after)
{
    return before > 0 && after <= 0 ? STAND_IN : after;
}

/* Computes the distance of n rounds. Rounds with nothing before do not contribute to it. */
static void stall_distances_compute(struct stall_distance *distance, const double *before,
                                    const double *after, unsigned n, double instructions)
{
    double all = 0, sum = 0;
    for (unsigned i = 0; i < n; i++) {
        distance->before += before[i];
        distance->after += after[i];
        distance->replaced += before[i] > 0 && after[i] <= 0;
        all += stall_distances_stand_in(before[i], after[i]);
    }
    const double least = n * instructions / RARE;
    distance->distance = NAN;
    if (!(distance->before >= least) || !(distance->after >= least))
        return;
    for (unsigned i = 0; i < n; i++)
        if (before[i] > 0)
            sum += before[i] / distance->before *
                   log(before[i] / distance->before /
                       (stall_distances_stand_in(before[i], after[i]) / all));
    distance->distance = sum;
}

/* Adds a row for a part or an event, unless neither run has any of it. */
static void stall_distances_add(struct stall_comparison *comparison, const char *name,
                                const double *before, const double *after)
{
    struct stall_distance distance = {.name = name};
    stall_distances_compute(&distance, before, after, comparison->rounds, comparison->instructions);
    if (distance.before > 0 || distance.after > 0)
        *(struct stall_distance *)allocate_element(&comparison->all, &comparison->n,
                                                   sizeof *comparison->all) = distance;
}

/* ---- parts of a P5 --------------------------------------------------------------------------- */

enum { UNEXPLAINED = PARTS, ROWS };

/* Divides the clocks of each round. Returns the parts by row and round, which the caller frees, or
 * NULL if a round has no clocks. */
static double *stall_distances_parts(const struct side *side, unsigned rounds)
{
    double *clocks = allocate_zeroed((size_t)ROWS * rounds * sizeof *clocks);
    for (unsigned r = 0; r < rounds; r++) {
        const struct breakdown_counts counts = {.rounds = &side->table, .round = r};
        struct breakdown b;
        if (!breakdown_of(&counts, &side->penalties, NULL, &b)) {
            free(clocks);
            return NULL;
        }
        for (unsigned p = 0; p < PARTS; p++)
            clocks[p * rounds + r] = b.parts[p].clocks;
        clocks[UNEXPLAINED * rounds + r] = b.unexplained;
    }
    return clocks;
}

/* Returns the distance of the shares of the rows over all rounds. */
static double stall_distances_between_parts(const struct stall_comparison *comparison)
{
    struct stall_distance over_parts = {.name = NULL};
    double *before = allocate_zeroed((comparison->n + 1) * sizeof *before);
    double *after = allocate_zeroed((comparison->n + 1) * sizeof *after);
    for (unsigned i = 0; i < comparison->n; i++) {
        before[i] = comparison->all[i].before;
        after[i] = comparison->all[i].after;
    }
    stall_distances_compute(&over_parts, before, after, comparison->n, 0);
    free(before);
    free(after);
    return over_parts.distance;
}

/* Returns whether the clocks of the run's processor can be divided into parts. */
static bool stall_distances_has_parts(const struct run *run)
{
    const char *processor = run_processor_name(run);
    return !processor || !strcmp(processor, "p54c") || !strcmp(processor, "p55c");
}

static bool stall_distances_compare_parts(struct stall_comparison *comparison,
                                          const struct side sides[2])
{
    const unsigned rounds = comparison->rounds;
    if (!stall_distances_has_parts(sides[0].run) || !stall_distances_has_parts(sides[1].run))
        return false;
    double *before = stall_distances_parts(&sides[0], rounds);
    double *after = before ? stall_distances_parts(&sides[1], rounds) : NULL;
    for (unsigned p = 0; after && p < ROWS; p++)
        stall_distances_add(
            comparison, p == UNEXPLAINED ? "executing and not explained" : p5_parts.parts[p].name,
            before + p * rounds, after + p * rounds);
    comparison->parts_distance = after ? stall_distances_between_parts(comparison) : NAN;
    const bool compared = after != NULL;
    free(before);
    free(after);
    return compared;
}

/* ---- events of any processor ----------------------------------------------------------------- */

static const double *stall_distances_column(const struct series_table *table, const char *event)
{
    for (unsigned e = 0; e < table->n_events; e++)
        if (!strcmp(table->events[e], event))
            return table->values[e];
    return NULL;
}

/* Returns the column of a word that means the same event on each processor. */
static const double *stall_distances_common(const struct side *side, const char *word)
{
    for (const struct family *family = families; family < families + FAMILIES; family++) {
        const struct event *event = event_of_family(family, word);
        const double *column = event ? stall_distances_column(&side->table, event->name) : NULL;
        if (column)
            return column;
    }
    return NULL;
}

static void stall_distances_compare_events(struct stall_comparison *comparison,
                                           const struct side sides[2])
{
    static const char *const words[] = {"clocks", "instructions", "branches"};
    const struct series_table *table = &sides[0].table;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        const double *before = stall_distances_common(&sides[0], words[i]);
        const double *after = stall_distances_common(&sides[1], words[i]);
        if (before && after)
            stall_distances_add(comparison, words[i], before, after);
    }
    for (unsigned e = 0; e < table->n_events; e++) {
        const double *after = stall_distances_column(&sides[1].table, table->events[e]);
        bool common = false;
        for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
            common |= stall_distances_common(&sides[0], words[i]) == table->values[e];
        if (after && !common)
            stall_distances_add(comparison, table->events[e], table->values[e], after);
    }
    comparison->parts_distance = NAN;
}

/* ---- pairs of cases -------------------------------------------------------------------------- */

static const struct multiplex *stall_distances_multiplex(const struct run *run, unsigned sampling)
{
    for (unsigned i = 0; i < run->n_multiplexes; i++)
        if (sampled_run_same_case(&run->samplings[run->multiplexes[i].sampling],
                                  &run->samplings[sampling]))
            return &run->multiplexes[i];
    return NULL;
}

/* Returns the instructions of a round, or -1 after a message if it is a number of clocks. */
static double stall_distances_round(const struct side *side)
{
    const struct multiplex *multiplex = side->multiplex;
    const char *unit = side->sampling->unit;
    bool instructions = false;
    for (const struct family *family = families; family < families + FAMILIES; family++) {
        const struct event *event = event_of_family(family, "instructions");
        instructions |= event && !strcmp(event->name, unit);
    }
    if (instructions && multiplex)
        return multiplex->slice * (multiplex->slices ? multiplex->slices : multiplex->groups);
    message_print(
        "--kl: %s: the rounds of %s are of %s, so two runs are at different places of the "
        "program; measure with experiment=multiplex source=event,instructions,20000",
        side->run->source, side->sampling->bench, unit);
    return -1;
}

static int stall_distances_compare(const struct side sides[2], struct stall_comparison *comparison)
{
    const double before = stall_distances_round(&sides[0]);
    const double after = before < 0 ? -1 : stall_distances_round(&sides[1]);
    if (before < 0 || after < 0)
        return -1;
    if (before > after || before < after) {
        message_print(
            "--kl: %s: rounds of %.0f and of %.0f instructions cannot be compared; measure "
            "with the same events, weights and slices",
            sides[0].sampling->bench, before, after);
        return -1;
    }
    const unsigned one = sides[0].table.n, other = sides[1].table.n;
    *comparison = (struct stall_comparison){.before = sides[0].sampling,
                                            .after = sides[1].sampling,
                                            .rounds = one < other ? one : other,
                                            .instructions = before};
    if (!stall_distances_compare_parts(comparison, sides))
        stall_distances_compare_events(comparison, sides);
    return 0;
}

/* Returns whether it is the first multiplexed pass of a selected case. */
static bool stall_distances_is_case(const struct run *run, unsigned i,
                                    const struct result_selection *selection)
{
    const struct sampling *of = &run->samplings[i];
    if (strcmp(of->experiment, "multiplex") || !selection_matches_sampled(selection, of, NULL))
        return false;
    for (unsigned j = 0; j < i; j++)
        if (sampled_run_same_case(&run->samplings[j], of))
            return false;
    return true;
}

/* Finds the case of the other run to compare with; -1 without one. */
static int stall_distances_partner(const struct run *before, const struct run *after,
                                   const struct sampling *of,
                                   const struct result_selection *selection)
{
    int only = -1;
    unsigned n = 0, n_before = 0;
    for (unsigned i = 0; i < before->n_samplings; i++)
        n_before += stall_distances_is_case(before, i, selection) &&
                    !strcmp(before->samplings[i].bench, of->bench);
    for (unsigned i = 0; i < after->n_samplings; i++) {
        const struct sampling *other = &after->samplings[i];
        if (!stall_distances_is_case(after, i, selection) || strcmp(other->bench, of->bench))
            continue;
        if (!strcmp(other->state, of->state) && !strcmp(other->ablate, of->ablate))
            return (int)i;
        only = (int)i;
        n++;
    }
    return n == 1 && n_before == 1 ? only : -1;
}

/* Compares two cases, and adds the result. Returns 0, or -1 after a message. */
static int stall_distances_add_pair(struct side sides[2], unsigned before, unsigned after,
                                    struct stall_comparisons *found)
{
    struct stall_comparison comparison;
    const unsigned cases[2] = {before, after};
    for (unsigned i = 0; i < 2; i++) {
        sides[i].sampling = &sides[i].run->samplings[cases[i]];
        sides[i].multiplex = stall_distances_multiplex(sides[i].run, cases[i]);
        series_table_make(&sides[i].table, sides[i].run, cases[i], "estimate", 0);
    }
    int failed = stall_distances_compare(sides, &comparison);
    if (!failed)
        *(struct stall_comparison *)allocate_element(&found->all, &found->n, sizeof *found->all) =
            comparison;
    series_table_free(&sides[0].table);
    series_table_free(&sides[1].table);
    return failed;
}

static int stall_distances_pair(struct side sides[2], const struct result_selection *selection,
                                struct stall_comparisons *found)
{
    const struct run *before = sides[0].run, *after = sides[1].run;
    int failed = 0;
    for (unsigned i = 0; i < before->n_samplings && !failed; i++) {
        if (!stall_distances_is_case(before, i, selection))
            continue;
        int other = before == after
                        ? -1
                        : stall_distances_partner(before, after, &before->samplings[i], selection);
        for (unsigned j = 0; before == after && j < i && other < 0; j++)
            if (stall_distances_is_case(before, j, selection) &&
                !strcmp(before->samplings[j].bench, before->samplings[i].bench))
                other = (int)j;
        if (other >= 0)
            failed = before == after ? stall_distances_add_pair(sides, (unsigned)other, i, found)
                                     : stall_distances_add_pair(sides, i, (unsigned)other, found);
    }
    if (!failed && !found->n) {
        message_print(
            "--kl: no benchmark is multiplexed in %s; 'bareprobe run -g breakdown "
            "experiment=multiplex source=event,instructions,20000' measures the rounds",
            before == after ? "two states or variants" : "both runs");
        return -1;
    }
    return failed;
}

int stall_distances_find(const struct run *before, const struct run *after,
                         const struct result_selection *selection, const char *store,
                         struct stall_comparisons *found)
{
    struct side sides[2] = {{.run = before}, {.run = after}};
    *found = (struct stall_comparisons){0};
    for (unsigned i = 0; i < (before == after ? 1 : 2); i++)
        selection_check(selection, sides[i].run);
    for (unsigned i = 0; i < 2; i++) {
        struct machine_runs others;
        if (machine_runs_find(sides[i].run, store, NULL, NULL, &others))
            return -1;
        penalties_find(sides[i].run, others.machine, &sides[i].penalties);
        machine_runs_free(&others);
    }
    return stall_distances_pair(sides, selection, found);
}

void stall_distances_free(struct stall_comparisons *found)
{
    for (unsigned i = 0; i < found->n; i++)
        free(found->all[i].all);
    free(found->all);
}
