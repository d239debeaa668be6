/*
 * SPDX-License-Identifier: MIT
 * Divides a region's clocks into parts: counts times penalties, and the remainder.
 */
#include "host/breakdown/breakdown.h"

#include <math.h>
#include <string.h>

#include "host/breakdown/executing.h"
#include "host/run/result_index.h"

#define PART_NAME(id, name, text) name,
const char *const part_names[PARTS] = {BREAKDOWN_PARTS(PART_NAME)};
#undef PART_NAME
#define PART_TEXT(id, name, text) text,
const char *const part_texts[PARTS] = {BREAKDOWN_PARTS(PART_TEXT)};
#undef PART_TEXT

/*
 * Erratum: event 1Ah counts two of the three clocks of a misaligned read (sim/model/p5/README.md).
 */
#define MISALIGNED_IN_READS 2

struct count {
    double mean, ci; /* NAN if the event was not counted */
};

/* Returns an event's count in one round of a multiplexed run. */
static struct count count_of_round(const struct breakdown_counts *counts, const char *event)
{
    const struct series_table *rounds = counts->rounds;
    if (!strcmp(event, "time_stamp"))
        return (struct count){rounds->clocks[counts->round], 0};
    for (unsigned e = 0; e < rounds->n_events; e++)
        if (!strcmp(rounds->events[e], event))
            return (struct count){fmax(rounds->values[e][counts->round], 0), 0};
    return (struct count){NAN, NAN};
}

static struct count count_of(const struct breakdown_counts *counts, const char *event)
{
    if (counts->rounds)
        return count_of_round(counts, event);
    const struct result *result =
        places_event(counts->run, counts->place, event, counts->place->ablate);
    if (!result || !result_ok(result))
        return (struct count){NAN, NAN};
    return (struct count){fmax(result->values.mean, 0), result->values.ci};
}

static bool known(const struct part_clocks *part)
{
    return part->source != PART_UNKNOWN;
}

/* ---- the parts ------------------------------------------------------------------------------- */

static void set(struct part_clocks *part, enum part_source source, double clocks, double low,
                double high)
{
    if (isnan(clocks))
        return;
    *part = (struct part_clocks){source, fmax(clocks, 0), fmax(low, 0), fmax(high, 0)};
}

static void counted(struct breakdown *b, enum part part, struct count count)
{
    set(&b->parts[part], PART_COUNTED, count.mean, count.mean - count.ci, count.mean + count.ci);
}

/* Estimates a part as a count times a penalty. */
static void estimated(struct breakdown *b, enum part part, struct count count,
                      const struct penalty *penalty)
{
    set(&b->parts[part], PART_ESTIMATED, count.mean * penalty->value,
        (count.mean - count.ci) * penalty->low, (count.mean + count.ci) * penalty->high);
}

static void take_base(const struct breakdown_counts *counts, struct breakdown *b)
{
    struct count instructions = count_of(counts, "instructions_executed");
    struct count pairs = count_of(counts, "instructions_executed_in_v_pipe");
    b->instructions = instructions.mean;
    counted(b, PART_BASE,
            (struct count){instructions.mean - pairs.mean, hypot(instructions.ci, pairs.ci)});
    b->no_slots = !known(&b->parts[PART_BASE]);
}

/*
 * An interlock in both pipes counts twice in one clock, so the true number of clocks can be as low
 * as half the count.
 */
static void take_interlocks(const struct breakdown_counts *counts, struct breakdown *b)
{
    struct count count = count_of(counts, "pipeline_stalled_address_generation_interlock");
    counted(b, PART_AGI, count);
    b->parts[PART_AGI].low /= 2;
}

/*
 * The event also counts page walks and two of three clocks of a misaligned read, which are separate
 * parts and are subtracted. Clocks beyond those that read misses explain are attributed to
 * misaligned reads, up to that number.
 */
static void take_reads(const struct breakdown_counts *counts, const struct penalties *penalties,
                       struct breakdown *b)
{
    struct count waits = count_of(counts, "clocks_stalled_waiting_data_read");
    struct count misses = count_of(counts, "data_read_miss");
    struct count walks = count_of(counts, "data_tlb_miss");
    struct count misaligned = count_of(counts, "misaligned_data_memory_or_IO_references");
    double by_misses = misses.mean * penalties->of[PENALTY_READ_MISS].value;
    double by_walks = walks.mean * penalties->of[PENALTY_PAGE_WALK].value;
    double twice = 0;
    if (!isnan(by_walks))
        twice += fmin(by_walks, waits.mean);
    if (misaligned.mean > 0) {
        double beyond = waits.mean - twice - (isnan(by_misses) ? 0 : by_misses);
        twice += fmax(0, fmin(beyond, MISALIGNED_IN_READS * misaligned.mean));
    }
    set(&b->parts[PART_READ], PART_COUNTED, waits.mean - twice, waits.mean - waits.ci - twice,
        waits.mean + waits.ci);
}

static void take_counts(const struct breakdown_counts *counts, const struct penalties *penalties,
                        struct breakdown *b)
{
    const struct penalty *of = penalties->of;
    struct count data_walks = count_of(counts, "data_tlb_miss");
    struct count code_walks = count_of(counts, "code_tlb_miss");
    struct count walks = {(isnan(data_walks.mean) ? 0 : data_walks.mean) + code_walks.mean, 0};
    take_base(counts, b);
    take_interlocks(counts, b);
    take_reads(counts, penalties, b);
    counted(b, PART_WRITE, count_of(counts, "clocks_stalled_full_write_buffers"));
    counted(b, PART_EM_WRITE, count_of(counts, "clocks_stalled_write_to_M_or_E_line"));
    counted(b, PART_X87, count_of(counts, "floating_point_stalls_duration")); /* P55C */
    estimated(b, PART_BANK, count_of(counts, "bank_conflicts"), &of[PENALTY_BANK]);
    estimated(b, PART_FLUSH, count_of(counts, "pipeline_flushes"), &of[PENALTY_FLUSH]);
    estimated(b, PART_CODE, count_of(counts, "code_cache_miss"), &of[PENALTY_CODE_MISS]);
    estimated(b, PART_TLB, walks, &of[PENALTY_PAGE_WALK]);
    estimated(b, PART_MISALIGNED, count_of(counts, "misaligned_data_memory_or_IO_references"),
              &of[PENALTY_MISALIGNED]);
    estimated(b, PART_LOCKED, count_of(counts, "locked_bus_cycle"), &of[PENALTY_LOCKED]);
    estimated(b, PART_IO, count_of(counts, "IO_read_or_write_cycle"), &of[PENALTY_IO]);
}

/* ---- remainder ------------------------------------------------------------------------------- */

static double sum(const struct breakdown *b)
{
    double clocks = 0;
    for (unsigned p = 0; p < PARTS; p++)
        clocks += b->parts[p].clocks;
    return clocks;
}

static void scale(struct part_clocks *part, double by)
{
    part->clocks *= by;
    part->low *= by;
}

/* An interlock in both pipes was counted twice, so at most half of the clocks are removed. */
static void take_back_interlocks(struct breakdown *b, double over)
{
    struct part_clocks *part = &b->parts[PART_AGI];
    if (over > 0)
        part->clocks -= fmin(over, part->clocks - part->low);
}

/*
 * Adds the parts from the profile. They are scaled down if they exceed the clocks that all other
 * parts leave.
 */
static void take_executing(const struct executing *executing, struct breakdown *b)
{
    double left, clocks = 0;
    if (!executing)
        return;
    for (unsigned p = 0; p < PARTS; p++)
        if (executing->parts[p].share > 0 && !known(&b->parts[p]))
            clocks += executing->parts[p].share * b->all;
    take_back_interlocks(b, executing->twice * b->all);
    left = fmax(b->all - sum(b), 0);
    for (unsigned p = 0; p < PARTS; p++) {
        const struct executing_share *share = &executing->parts[p];
        if (!share->there || known(&b->parts[p]))
            continue;
        set(&b->parts[p], PART_ESTIMATED, share->share * b->all, share->low * b->all,
            share->high * b->all);
        if (clocks > left)
            scale(&b->parts[p], left / clocks);
    }
    b->samples = executing->samples;
}

/* Scales the estimated parts down if the sum of all parts exceeds the region's clocks. */
static void fit(struct breakdown *b)
{
    take_back_interlocks(b, sum(b) - b->all);
    double guessed = 0, over = sum(b) - b->all;
    for (unsigned p = 0; p < PARTS; p++)
        if (b->parts[p].source == PART_ESTIMATED)
            guessed += b->parts[p].clocks;
    if (over <= 0)
        return;
    for (unsigned p = 0; p < PARTS; p++)
        if (b->parts[p].source == PART_ESTIMATED)
            scale(&b->parts[p], fmax(1 - over / guessed, 0));
    b->overlap = fmax(sum(b) - b->all, 0);
}

bool breakdown_of(const struct breakdown_counts *counts, const struct penalties *penalties,
                  const struct executing *executing, struct breakdown *b)
{
    double clocks = count_of(counts, "count_clocks").mean;
    *b = (struct breakdown){0};
    b->all = isnan(clocks) ? count_of(counts, "time_stamp").mean : clocks;
    if (!(b->all > 0))
        return false;
    take_counts(counts, penalties, b);
    take_executing(executing, b);
    fit(b);
    b->unexplained = fmax(b->all - sum(b), 0);
    return true;
}

double breakdown_without(const struct run *run, const struct result *place, const char *ablate)
{
    const struct result *with = places_event(run, place, "count_clocks", place->ablate);
    const struct result *without = places_event(run, place, "count_clocks", ablate);
    if (!with || !without || !result_ok(with) || !result_ok(without) || !(with->values.mean > 0))
        return NAN;
    return without->values.mean / with->values.mean;
}
