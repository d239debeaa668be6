/*
 * SPDX-License-Identifier: MIT
 * Multiplexing (Azimi, Stumm, Wisniewski, Online Performance Analysis by Statistical Sampling,
 * section 3): groups of events share the counters in time slices, all of them in each round; a
 * slice's counts are scaled to its round. Then each group is counted continuously, in sessions with
 * the same slices, which shows the accuracy of the estimate round by round.
 */
#include "kernel/sample/sample_records.h"

#include "kernel/lib/format.h"
#include "kernel/machine/memory.h"
#include "kernel/sample/logical_counters.h"
#include "kernel/sample/multiplex_regions.h"
#include "kernel/sample/sample_text.h"

static struct sample_series series; /* only one is active at a time */
static uint8_t weights[CONFIG_MOST_EVENTS];

/* For the same clocks: at most this many times the estimates' ticks, and this many of them more. */
#define MORE_TICKS 8

/* Returns the number of groups; time-stamp passes have no group. */
static unsigned groups_of(const struct kernel_run *run)
{
    unsigned n = run->plan.n_passes;
    while (n && run->plan.passes[n - 1].time_stamp)
        n--;
    return n;
}

static uint64_t begin_of(const struct session_end *end, unsigned i)
{
    return i ? end->samples[i - 1].time : 0;
}

/* Length of a slice: clocks of the benchmark or, if counter 0 ends slices, its count. */
static uint64_t multiplex_slice_length(const struct sampled *sampled, const struct session_end *end,
                                       unsigned i)
{
    return sampled->source->counts ? end->samples[i].delta[0]
                                   : end->samples[i].time - begin_of(end, i);
}

/* Clocks of the benchmark in a round of that many slices. */
static uint64_t round_clocks(const struct session_end *end, unsigned slices, unsigned round)
{
    unsigned first = round * slices;
    return end->samples[first + slices - 1].time - begin_of(end, first);
}

int64_t multiplex_scale(const struct multiplex_rounds *rounds, unsigned round, unsigned group,
                        int64_t counted)
{
    uint64_t own = 0, round_length = 0;
    for (unsigned s = round * rounds->slices; s < (round + 1) * rounds->slices; s++) {
        uint64_t length = multiplex_slice_length(rounds->sampled, rounds->end, s);
        round_length += length;
        own += rounds->end->samples[s].group == group ? length : 0;
    }
    if (!own)
        return 0;
    return fixed_to_int(fixed_multiply_divide(fixed_from_int(counted),
                                              fixed_from_int((int64_t)round_length),
                                              fixed_from_int((int64_t)own)));
}

/* The count in a group's slices of a round, scaled to the whole round. */
static int64_t multiplex_scaled(const struct multiplex_rounds *rounds, unsigned round,
                                unsigned group, unsigned counter)
{
    int64_t delta = 0;
    for (unsigned s = round * rounds->slices; s < (round + 1) * rounds->slices; s++)
        if (rounds->end->samples[s].group == group)
            delta += sampling_counter_delta(rounds->sampled, group, counter,
                                            &rounds->end->samples[s], 1);
    return multiplex_scale(rounds, round, group, delta);
}

/* Counts of a group that was counted continuously. */
static int64_t counted_in(const struct multiplex_rounds *rounds, unsigned round, unsigned group,
                          unsigned counter)
{
    return sampling_counter_delta(rounds->sampled, group, counter,
                                  &rounds->end->samples[round * rounds->slices], rounds->slices);
}

/* ---- free-running sources -------------------------------------------------------------------- */

/*
 * A free-running source interrupts anywhere between the runs too, so the rounds of two sessions
 * differ in the benchmark's clocks. The exact counts are therefore taken in the rounds of the
 * estimates, whose ends are these times; within a slice they are interpolated.
 */
static uint64_t *round_ends;

static int multiplex_store_round_ends(const struct session_end *end, unsigned slices,
                                      unsigned rounds)
{
    round_ends = memory_allocate((rounds + 1) * sizeof *round_ends);
    for (unsigned r = 0; round_ends && r < rounds; r++)
        round_ends[r] = end->samples[r * slices + slices - 1].time;
    return round_ends ? 0 : -1;
}

/* Returns the counts from the session's begin until that time. */
static int64_t multiplex_counted_until(const struct sampled *sampled, const struct session_end *end,
                                       unsigned group, unsigned counter, uint64_t time)
{
    unsigned whole = 0;
    while (whole < end->n && end->samples[whole].time <= time)
        whole++;
    int64_t sum = sampling_counter_delta(sampled, group, counter, end->samples, whole);
    if (whole == end->n)
        return sum;
    int64_t next = sampling_counter_delta(sampled, group, counter, &end->samples[whole], 1);
    uint64_t begin = begin_of(end, whole);
    return sum + fixed_to_int(fixed_multiply_divide(
                     fixed_from_int(next), fixed_from_int((int64_t)(time - begin)),
                     fixed_from_int((int64_t)(end->samples[whole].time - begin))));
}

static int64_t multiplex_counted_between(const struct sampled *sampled,
                                         const struct session_end *end, unsigned round,
                                         unsigned group, unsigned counter)
{
    int64_t until = multiplex_counted_until(sampled, end, group, counter, round_ends[round]);
    return until -
           (round ? multiplex_counted_until(sampled, end, group, counter, round_ends[round - 1])
                  : 0);
}

/* Returns the number of the estimates' rounds that the session contains. */
static unsigned multiplex_rounds_within(const struct session_end *end, unsigned rounds)
{
    unsigned within = 0;
    while (within < rounds && end->n && round_ends[within] <= end->samples[end->n - 1].time)
        within++;
    return within;
}

/* ---- reports --------------------------------------------------------------------------------- */

static void multiplex_report_rounds(const struct multiplex_rounds *rounds, unsigned group)
{
    const struct sampled *sampled = rounds->sampled;
    for (unsigned c = 0; c < plan_sampled_counters(sampled->run->pmc); c++) {
        const char *event = sample_record_event(sampled->run, group, c);
        if (!event)
            continue;
        sample_record_series_begin(&series, sampled, group, event,
                                   rounds->exact ? "exact" : "estimate", 0);
        for (unsigned r = 0; r < rounds->rounds; r++)
            sample_record_series_value(
                &series, rounds->exact && sampled->source->steady
                             ? multiplex_counted_between(sampled, rounds->end, r, group, c)
                         : rounds->exact ? counted_in(rounds, r, group, c)
                                         : multiplex_scaled(rounds, r, group, c));
        sample_record_series_end(&series);
    }
    multiplex_regions_report(rounds, group);
}

static void multiplex_report_clocks(const struct sampled *sampled, const struct session_end *end,
                                    unsigned slices, unsigned rounds, const char *of)
{
    sample_record_series_begin(&series, sampled, 0, "time_stamp", of, 0);
    for (unsigned r = 0; r < rounds; r++)
        sample_record_series_value(&series, round_ends && r
                                                ? (int64_t)(round_ends[r] - round_ends[r - 1])
                                            : round_ends ? (int64_t)round_ends[0]
                                                         : (int64_t)round_clocks(end, slices, r));
    sample_record_series_end(&series);
}

static unsigned slices_of(const struct session *session)
{
    unsigned slices = 0;
    for (unsigned g = 0; g < session->n_groups; g++)
        slices += session->slices[g];
    return slices;
}

static void multiplex_report(const struct sampled *sampled, const struct session *session,
                             unsigned rounds)
{
    const struct kernel_run *run = sampled->run;
    for (unsigned g = 0; g < session->n_groups; g++)
        for (unsigned c = 0; c < plan_sampled_counters(run->pmc); c++) {
            struct record record;
            const char *event = sample_record_event(run, g, c);
            if (!event)
                continue;
            sample_record_begin(&record, sampled, "multiplex");
            record_text(&record, "event", event);
            record_unsigned(&record, "group", g);
            record_unsigned(&record, "groups", session->n_groups);
            record_unsigned(&record, "share", session->slices[g]);
            record_unsigned(&record, "slices", slices_of(session));
            record_unsigned(&record, "slice", session->every);
            record_text(&record, "unit", sampled->source->counts ? "events" : "clocks");
            record_text(&record, "order", session->shuffled ? "random" : "fixed");
            record_unsigned(&record, "seed", session->seed);
            record_unsigned(&record, "rounds", rounds);
            sample_text_end(run, &record);
        }
}

/*
 * The number of complete rounds in the requested samples: every session has the same number unless
 * it was cut.
 */
static unsigned rounds_of(const struct session *session, const struct session_end *end)
{
    return (end->n < session->wanted ? end->n : session->wanted) / slices_of(session);
}

/* Runs a session whose counts the benchmark may read. */
static int multiplex_run(const struct sampled *sampled, const struct session *session,
                         unsigned pass, struct session_end *end)
{
    logical_counters_begin(sampled);
    const int failed = sampling_run_session(sampled, session, pass, end);
    logical_counters_end();
    return failed;
}

/* Counts a group continuously, for the rounds that exist in both sessions. */
static int multiplex_count_exactly(const struct sampled *sampled, const struct session *session,
                                   unsigned rounds, unsigned group)
{
    struct session alone = *session;
    unsigned slices = slices_of(session);
    struct session_end end;
    uintptr_t mark = memory_mark();
    alone.only = group;
    if (sampled->source->steady && rounds) { /* the same time may need more ticks */
        alone.until = round_ends[rounds - 1] + MORE_TICKS * session->every;
        alone.wanted *= MORE_TICKS;
        alone.room *= MORE_TICKS;
    }
    if (multiplex_run(sampled, &alone, group, &end))
        return -1;
    if (end.faulted)
        return sampling_report_lost(sampled, &end,
                                    "the exact counts of a group, to compare with its estimates");
    unsigned had =
        sampled->source->steady ? multiplex_rounds_within(&end, rounds) : rounds_of(session, &end);
    unsigned both = had < rounds ? had : rounds;
    const struct multiplex_rounds counted = {sampled, &end, slices, both, true};
    if (group == 0)
        multiplex_report_clocks(sampled, &end, slices, both, "exact");
    multiplex_report_rounds(&counted, group);
    memory_release(mark);
    return 0;
}

/*
 * Reads the weight of each group. Returns -1 after reporting that there are more weights than
 * groups.
 */
static int multiplex_read_weights(struct kernel_run *run, unsigned groups)
{
    const struct config *config = run->config;
    char text[160];
    for (unsigned g = 0; g < groups; g++)
        weights[g] = g < config->n_weights ? config->weights[g] : 1;
    if (config->n_weights <= groups)
        return 0;
    format(text, sizeof text,
           "weights: %u given, but the events form %u group%s; 'bareprobe plan' lists the groups "
           "in order",
           config->n_weights, groups, groups == 1 ? "" : "s");
    run_error(run, text);
    return -1;
}

/* Returns -1 after reporting why these groups cannot be multiplexed. */
static int multiplex_check(struct kernel_run *run, const struct session *session)
{
    const struct pmc_notation *notation = run->pmc->notation;
    char text[160] = "";
    if (!session->n_groups)
        format(text, sizeof text,
               "experiment: 'multiplex' needs events, and no selected event can "
               "be counted here");
    else if (notation && session->n_groups > notation->most_sets)
        format(text, sizeof text,
               "experiment: 'multiplex': the events form %u groups, and this processor can "
               "multiplex at most %u; ask for fewer",
               session->n_groups, notation->most_sets);
    else if (multiplex_read_weights(run, session->n_groups))
        return -1;
    else if (run->config->samples < slices_of(session))
        format(text, sizeof text,
               "samples: %u are fewer than the %u slices of a round; ask for more",
               run->config->samples, slices_of(session));
    else
        return 0;
    run_error(run, text);
    return -1;
}

static int multiplex_sessions(const struct sampled *sampled)
{
    struct session session = sampling_session(sampled, 0);
    struct session_end end;
    session.n_groups = groups_of(sampled->run);
    session.only = session.n_groups; /* no group is counted alone */
    session.shuffled = sampled->run->config->order == ORDER_RANDOM;
    session.slices = weights;
    if (multiplex_check(sampled->run, &session))
        return -1;
    unsigned slices = slices_of(&session);
    if (multiplex_run(sampled, &session, 0, &end))
        return -1;
    if (end.faulted)
        return sampling_report_lost(sampled, &end,
                                    "the slices, which cannot be compared with exact counts");
    unsigned rounds = rounds_of(&session, &end);
    round_ends = NULL;
    if (sampled->source->steady && multiplex_store_round_ends(&end, slices, rounds)) {
        run_error(sampled->run, "experiment: 'multiplex': not enough memory for its rounds");
        return -1;
    }
    sample_record_session(sampled, &session, 0, &end);
    multiplex_report_clocks(sampled, &end, slices, rounds, "estimate");
    const struct multiplex_rounds estimated = {sampled, &end, slices, rounds, false};
    for (unsigned g = 0; g < session.n_groups; g++)
        multiplex_report_rounds(&estimated, g);
    int failed = 0;
    for (unsigned g = 0; g < session.n_groups && !failed; g++) {
        failed = multiplex_count_exactly(sampled, &session, rounds, g);
        run_tick(sampled->run, sampled->run->tally.passes_done + 1);
    }
    if (!failed)
        multiplex_report(sampled, &session, rounds);
    return failed;
}

int multiplex_all(const struct sampled *sampled)
{
    if (multiplex_regions_begin(sampled))
        return -1;
    const int failed = multiplex_sessions(sampled);
    multiplex_regions_end();
    return failed;
}
