/*
 * SPDX-License-Identifier: MIT
 * Divides a region's clocks into parts: counts times penalties, and the remainder.
 */
#include "host/analysis/breakdown/breakdown.h"

#include <math.h>
#include <string.h>

#include "host/data/run/result_index.h"

/*
 * Erratum: event 1Ah counts two of the three clocks of a misaligned read (sim/model/p5/README.md).
 */
#define MISALIGNED_IN_READS 2

/* Returns an event's count in one round of a multiplexed run. */
static struct event_count breakdown_round_count(const struct breakdown_counts *counts,
                                                const char *event)
{
    const struct series_table *rounds = counts->rounds;
    if (!strcmp(event, "time_stamp"))
        return (struct event_count){rounds->clocks[counts->round], 0};
    for (unsigned e = 0; e < rounds->n_events; e++)
        if (!strcmp(rounds->events[e], event))
            return (struct event_count){fmax(rounds->values[e][counts->round], 0), 0};
    return (struct event_count){NAN, NAN};
}

struct event_count breakdown_event_count(const struct breakdown_counts *counts, const char *event)
{
    if (counts->rounds)
        return breakdown_round_count(counts, event);
    const struct result *result =
        result_index_event(counts->run, counts->place, event, counts->place->ablate);
    if (!result || !result_ok(result))
        return (struct event_count){NAN, NAN};
    return (struct event_count){fmax(result->values.mean, 0), result->values.ci};
}

static bool breakdown_part_known(const struct part_clocks *part)
{
    return part->source != PART_UNKNOWN;
}

/* ---- the parts ------------------------------------------------------------------------------- */

static void breakdown_set_part(struct part_clocks *part, enum part_source source, double clocks,
                               double low, double high)
{
    if (isnan(clocks))
        return;
    *part = (struct part_clocks){source, fmax(clocks, 0), fmax(low, 0), fmax(high, 0)};
}

static void breakdown_part_counted(struct breakdown *b, enum breakdown_part part,
                                   struct event_count count)
{
    breakdown_set_part(&b->parts[part], PART_COUNTED, count.mean, count.mean - count.ci,
                       count.mean + count.ci);
}

/* Estimates a part as a count times a penalty. */
static void breakdown_part_estimated(struct breakdown *b, enum breakdown_part part,
                                     struct event_count count, const struct penalty *penalty)
{
    breakdown_set_part(&b->parts[part], PART_ESTIMATED, count.mean * penalty->value,
                       (count.mean - count.ci) * penalty->low,
                       (count.mean + count.ci) * penalty->high);
}

static void breakdown_add_base(const struct breakdown_counts *counts, struct breakdown *b)
{
    struct event_count instructions = breakdown_event_count(counts, "instructions_executed");
    struct event_count pairs = breakdown_event_count(counts, "instructions_executed_in_v_pipe");
    b->instructions = instructions.mean;
    breakdown_part_counted(
        b, PART_BASE,
        (struct event_count){instructions.mean - pairs.mean, hypot(instructions.ci, pairs.ci)});
    b->no_slots = !breakdown_part_known(&b->parts[PART_BASE]);
}

/*
 * An interlock in both pipes counts twice in one clock, so the true number of clocks can be as low
 * as half the count.
 */
static void breakdown_add_interlocks(const struct breakdown_counts *counts, struct breakdown *b)
{
    struct event_count count =
        breakdown_event_count(counts, "pipeline_stalled_address_generation_interlock");
    breakdown_part_counted(b, PART_AGI, count);
    b->parts[PART_AGI].low /= 2;
}

/*
 * The event also counts page walks and two of three clocks of a misaligned read, which are separate
 * parts and are subtracted. Clocks beyond those that read misses explain are attributed to
 * misaligned reads, up to that number.
 */
static void breakdown_add_reads(const struct breakdown_counts *counts,
                                const struct penalties *penalties, struct breakdown *b)
{
    struct event_count waits = breakdown_event_count(counts, "clocks_stalled_waiting_data_read");
    struct event_count misses = breakdown_event_count(counts, "data_read_miss");
    struct event_count walks = breakdown_event_count(counts, "data_tlb_miss");
    struct event_count misaligned =
        breakdown_event_count(counts, "misaligned_data_memory_or_IO_references");
    double by_misses = misses.mean * penalties->of[PENALTY_READ_MISS].value;
    double by_walks = walks.mean * penalties->of[PENALTY_PAGE_WALK].value;
    double twice = 0;
    if (!isnan(by_walks))
        twice += fmin(by_walks, waits.mean);
    if (misaligned.mean > 0) {
        double beyond = waits.mean - twice - (isnan(by_misses) ? 0 : by_misses);
        twice += fmax(0, fmin(beyond, MISALIGNED_IN_READS * misaligned.mean));
    }
    breakdown_set_part(&b->parts[PART_READ], PART_COUNTED, waits.mean - twice,
                       waits.mean - waits.ci - twice, waits.mean + waits.ci);
}

static void breakdown_add_counts(const struct breakdown_counts *counts,
                                 const struct penalties *penalties, struct breakdown *b)
{
    const struct penalty *of = penalties->of;
    struct event_count data_walks = breakdown_event_count(counts, "data_tlb_miss");
    struct event_count code_walks = breakdown_event_count(counts, "code_tlb_miss");
    struct event_count walks = {(isnan(data_walks.mean) ? 0 : data_walks.mean) + code_walks.mean,
                                0};
    breakdown_add_base(counts, b);
    breakdown_add_interlocks(counts, b);
    breakdown_add_reads(counts, penalties, b);
    breakdown_part_counted(b, PART_WRITE,
                           breakdown_event_count(counts, "clocks_stalled_full_write_buffers"));
    breakdown_part_counted(b, PART_EM_WRITE,
                           breakdown_event_count(counts, "clocks_stalled_write_to_M_or_E_line"));
    breakdown_part_counted(
        b, PART_X87, breakdown_event_count(counts, "floating_point_stalls_duration")); /* P55C */
    breakdown_part_estimated(b, PART_BANK, breakdown_event_count(counts, "bank_conflicts"),
                             &of[PENALTY_BANK]);
    breakdown_part_estimated(b, PART_FLUSH, breakdown_event_count(counts, "pipeline_flushes"),
                             &of[PENALTY_FLUSH]);
    breakdown_part_estimated(b, PART_CODE, breakdown_event_count(counts, "code_cache_miss"),
                             &of[PENALTY_CODE_MISS]);
    breakdown_part_estimated(b, PART_TLB, walks, &of[PENALTY_PAGE_WALK]);
    breakdown_part_estimated(
        b, PART_MISALIGNED,
        breakdown_event_count(counts, "misaligned_data_memory_or_IO_references"),
        &of[PENALTY_MISALIGNED]);
    breakdown_part_estimated(b, PART_LOCKED, breakdown_event_count(counts, "locked_bus_cycle"),
                             &of[PENALTY_LOCKED]);
    breakdown_part_estimated(b, PART_IO, breakdown_event_count(counts, "IO_read_or_write_cycle"),
                             &of[PENALTY_IO]);
}

/* ---- remainder ------------------------------------------------------------------------------- */

double breakdown_part_sum(const struct breakdown *b)
{
    double clocks = 0;
    for (unsigned p = 0; p < b->list->n; p++)
        clocks += b->parts[p].clocks;
    return clocks;
}

static void breakdown_scale_part(struct part_clocks *part, double by)
{
    part->clocks *= by;
    part->low *= by;
}

/* An interlock in both pipes was counted twice, so at most half of the clocks are removed. */
static void breakdown_cut_interlocks(struct breakdown *b, double over)
{
    struct part_clocks *part = &b->parts[PART_AGI];
    if (over > 0)
        part->clocks -= fmin(over, part->clocks - part->low);
}

/*
 * Adds the parts from the profile. They are scaled down if they exceed the clocks that all other
 * parts leave.
 */
static void breakdown_add_executing(const struct executing_clocks *executing, struct breakdown *b)
{
    double left, clocks = 0;
    if (!executing)
        return;
    for (unsigned p = 0; p < PARTS; p++)
        if (executing->parts[p].share > 0 && !breakdown_part_known(&b->parts[p]))
            clocks += executing->parts[p].share * b->all;
    breakdown_cut_interlocks(b, executing->twice * b->all);
    left = fmax(b->all - breakdown_part_sum(b), 0);
    for (unsigned p = 0; p < PARTS; p++) {
        const struct executing_share *share = &executing->parts[p];
        if (!share->there || breakdown_part_known(&b->parts[p]))
            continue;
        breakdown_set_part(&b->parts[p], PART_ESTIMATED, share->share * b->all, share->low * b->all,
                           share->high * b->all);
        if (clocks > left)
            breakdown_scale_part(&b->parts[p], left / clocks);
    }
    b->samples = executing->samples;
}

/* Scales the estimated parts down if the sum of all parts exceeds the region's clocks. */
static void breakdown_fit_parts(struct breakdown *b)
{
    breakdown_cut_interlocks(b, breakdown_part_sum(b) - b->all);
    double guessed = 0, over = breakdown_part_sum(b) - b->all;
    for (unsigned p = 0; p < PARTS; p++)
        if (b->parts[p].source == PART_ESTIMATED)
            guessed += b->parts[p].clocks;
    if (over <= 0)
        return;
    for (unsigned p = 0; p < PARTS; p++)
        if (b->parts[p].source == PART_ESTIMATED)
            breakdown_scale_part(&b->parts[p], fmax(1 - over / guessed, 0));
    b->overlap = fmax(breakdown_part_sum(b) - b->all, 0);
}

bool breakdown_of(const struct breakdown_counts *counts, const struct penalties *penalties,
                  const struct executing_clocks *executing, struct breakdown *b)
{
    double clocks = breakdown_event_count(counts, "count_clocks").mean;
    *b = (struct breakdown){.list = &p5_parts};
    b->all = isnan(clocks) ? breakdown_event_count(counts, "time_stamp").mean : clocks;
    if (!(b->all > 0))
        return false;
    breakdown_add_counts(counts, penalties, b);
    breakdown_add_executing(executing, b);
    breakdown_fit_parts(b);
    b->unexplained = fmax(b->all - breakdown_part_sum(b), 0);
    return true;
}

double breakdown_without(const struct run *run, const struct result *place, const char *ablate)
{
    const struct result *with = result_index_event(run, place, "count_clocks", place->ablate);
    const struct result *without = result_index_event(run, place, "count_clocks", ablate);
    if (!with || !without || !result_ok(with) || !result_ok(without) || !(with->values.mean > 0))
        return NAN;
    return without->values.mean / with->values.mean;
}
