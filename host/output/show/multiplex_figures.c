/*
 * SPDX-License-Identifier: MIT
 * The distance is the divergence of S. Kullback and R. A. Leibler, "On Information and Sufficiency"
 * (1951): the sum of P ln(P / P'), where P is a round's share of the exact count and P' its share
 * of the estimate.
 */
#include "host/output/show/multiplex_figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/sampled_run.h"
#include "stats/student_t.h"

#define HALF_A_COUNT 0.5

static double multiplex_figures_sum(const double *values, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

/* Half-width for a sum of n rounds: t * s * sqrt(n). */
static double multiplex_figures_half_width(const double *values, unsigned n)
{
    if (n < 2)
        return NAN;
    double mean = multiplex_figures_sum(values, n) / n, squares = 0;
    for (unsigned i = 0; i < n; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    unsigned freedom = n - 1 < STUDENT_T_DF_MAX ? n - 1 : STUDENT_T_DF_MAX;
    double t = student_t(CONFIDENCE_95, freedom) / (double)(1u << STUDENT_T_FRACTION_BITS);
    return t * sqrt(squares / (n - 1)) * sqrt(n);
}

static double multiplex_figures_stand_in(double estimate, double exact)
{
    return exact > 0 && estimate <= 0 ? HALF_A_COUNT : estimate;
}

static double multiplex_figures_distance(const double *estimate, const double *exact, unsigned n,
                                         struct multiplex_figures *figures)
{
    double all = 0, exactly = multiplex_figures_sum(exact, n), distance = 0;
    for (unsigned i = 0; i < n; i++) {
        all += multiplex_figures_stand_in(estimate[i], exact[i]);
        figures->replaced += exact[i] > 0 && estimate[i] <= 0;
    }
    for (unsigned i = 0; i < n; i++) {
        double p = exact[i] / exactly,
               other = multiplex_figures_stand_in(estimate[i], exact[i]) / all;
        if (p > 0)
            distance += p * log(p / other);
    }
    return distance;
}

void multiplex_figures_compute(const double *estimate, const double *exact, unsigned n,
                               double clocks, struct multiplex_figures *figures)
{
    *figures = (struct multiplex_figures){.rounds = n,
                                          .estimate = n ? multiplex_figures_sum(estimate, n) : NAN,
                                          .half_width = multiplex_figures_half_width(estimate, n),
                                          .exact = NAN,
                                          .off = NAN,
                                          .distance = NAN};
    if (!exact || !n)
        return;
    figures->exact = multiplex_figures_sum(exact, n);
    figures->rare = figures->exact <= 0 || figures->exact < clocks / MULTIPLEX_RARE;
    if (figures->exact > 0)
        figures->off = fabs(figures->estimate - figures->exact) / figures->exact;
    if (!figures->rare)
        figures->distance = multiplex_figures_distance(estimate, exact, n, figures);
}

/* ---- figures of a run ------------------------------------------------------------------------ */

/* Finds the series of one repetition in any pass of the same case. */
static struct series_values multiplex_figures_find_series(const struct run *run,
                                                          const struct sampling *of,
                                                          const char *event, const char *kind,
                                                          unsigned rep, unsigned *pass)
{
    for (unsigned i = 0; i < run->n_samplings; i++) {
        if (!sampled_run_same_case(&run->samplings[i], of))
            continue;
        struct series_values values = sampled_run_series(run, i, event, kind, rep);
        if (values.n) {
            *pass = i;
            return values;
        }
    }
    return (struct series_values){NULL, 0};
}

struct rounds {
    double *estimate, *exact;
    unsigned n, n_exact;
    double clocks;
};

static void multiplex_figures_add(double **values, unsigned *n, double value)
{
    *(double *)allocate_element(values, n, sizeof **values) = value;
}

/* Returns the clocks of a repetition of the pass with the exact counts: from its own series of
 * clocks, otherwise its share of all clocks. */
static double multiplex_figures_clocks(const struct run *run, unsigned pass, unsigned rep)
{
    const struct sampling *sampling = &run->samplings[pass];
    static const char *const kinds[] = {"exact", "gain"};
    for (unsigned k = 0; k < 2; k++) {
        struct series_values clocks = sampled_run_series(run, pass, "time_stamp", kinds[k], rep);
        double sum = clocks.n ? multiplex_figures_sum(clocks.values, clocks.n) : NAN;
        free(clocks.values);
        if (!isnan(sum))
            return sum;
    }
    return (sampling->clocks - sampling->hidden) / sampling->repetitions;
}

static void multiplex_figures_repetition(const struct run *run, const struct multiplex *multiplex,
                                         unsigned rep, struct rounds *rounds)
{
    const struct sampling *of = &run->samplings[multiplex->sampling];
    unsigned pass = multiplex->sampling, exact_pass = multiplex->sampling;
    struct series_values estimate =
        multiplex_figures_find_series(run, of, multiplex->event, "estimate", rep, &pass);
    struct series_values exact =
        multiplex_figures_find_series(run, of, multiplex->event, "exact", rep, &exact_pass);
    for (unsigned i = 0; i < estimate.n; i++) {
        bool both = i < exact.n && !isnan(exact.values[i]);
        if (isnan(estimate.values[i]) || (exact.n && !both))
            continue;
        multiplex_figures_add(&rounds->estimate, &rounds->n, estimate.values[i]);
        if (both)
            multiplex_figures_add(&rounds->exact, &rounds->n_exact, exact.values[i]);
    }
    if (exact.n)
        rounds->clocks += multiplex_figures_clocks(run, exact_pass, rep);
    free(estimate.values);
    free(exact.values);
}

static bool multiplex_figures_any_exact(const struct run *run, const struct sampling *of)
{
    for (unsigned i = 0; i < run->n_series; i++)
        if (!strcmp(run->series[i].of, "exact") &&
            sampled_run_same_case(&run->samplings[run->series[i].sampling], of))
            return true;
    return false;
}

void multiplex_figures_of_run(const struct run *run, const struct multiplex *multiplex,
                              struct multiplex_figures *figures)
{
    struct rounds rounds = {0};
    bool there = multiplex->sampling < run->n_samplings;
    unsigned repetitions = there ? run->samplings[multiplex->sampling].repetitions : 0;
    for (unsigned rep = 0; rep < repetitions; rep++)
        multiplex_figures_repetition(run, multiplex, rep, &rounds);
    bool all = rounds.n_exact == rounds.n;
    multiplex_figures_compute(rounds.estimate, all ? rounds.exact : NULL, rounds.n, rounds.clocks,
                              figures);
    figures->exact_missing = there && isnan(figures->exact) &&
                             multiplex_figures_any_exact(run, &run->samplings[multiplex->sampling]);
    free(rounds.estimate);
    free(rounds.exact);
}
