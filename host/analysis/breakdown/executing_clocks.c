/*
 * SPDX-License-Identifier: MIT
 * Derives executing, x87 and prefix clocks from a profile. A unit is a pair or an unpaired
 * instruction. An interrupt comes after a whole unit, so all samples of a pair are on its second
 * half: an instruction without samples before one with samples is the first half of a pair.
 */
#include "host/analysis/breakdown/executing_clocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/breakdown/region_code.h"
#include "host/analysis/breakdown/sampled_code.h"
#include "host/base/allocation.h"

#define SAMPLES_LEAST 50   /* samples of a region, for an estimate */
#define PAIR_SHARE    0.02 /* largest share of a pair's samples on its first half */
#define JUMP_FURTHER  1    /* clocks after its issue slot of a jump through a register or memory */
#define INSIDE_LEAST  0.5  /* least share of samples inside; with fewer, the walk missed the code */

struct executing_unit {
    double samples, clocks, prefixes; /* clocks and prefixes: documented clocks */
    bool x87, repeated, begins_block;
    bool from_anywhere;   /* the only way to it is a jump with an unknown target */
    uint32_t first, last; /* addresses of its halves */
    uint16_t forms, forms_second, writes;
    unsigned interlocks; /* number of its halves that wait for an address */
    double times;        /* executions, in samples */
};

struct executing_units {
    struct executing_unit *all;
    unsigned n;
};

/* ---- units ----------------------------------------------------------------------------------- */

/*
 * Agner 10.4: a pair of instructions with 1, 2 or 3 clocks each takes 1 2 3, 2 2 3, 3 4 5 clocks.
 */
static unsigned pair_clocks(unsigned u, unsigned v)
{
    if (u == 3 && v > 1)
        return u + v - 1;
    return u > v ? u : v;
}

static bool executing_is_pair(const struct region_code *code, const double *samples, unsigned i)
{
    const struct code_instruction *u = &code->all[i], *v = u + 1;
    return i + 1 < code->n && u->first && v->second && !v->begins_block && !u->changes &&
           u->address + u->length == v->address && samples[i + 1] > 0 &&
           samples[i] <= PAIR_SHARE * samples[i + 1];
}

static void executing_make_units(const struct region_code *code, const double *samples,
                                 struct executing_units *units)
{
    for (unsigned i = 0; i < code->n; i++) {
        const struct code_instruction *u = &code->all[i];
        if (!u->inside)
            continue;
        bool pair = executing_is_pair(code, samples, i);
        struct executing_unit *unit = allocate_element(&units->all, &units->n, sizeof *units->all);
        *unit = (struct executing_unit){.samples = samples[i],
                                        .clocks = u->clocks,
                                        .prefixes = u->prefixes,
                                        .x87 = u->x87,
                                        .repeated = u->repeated,
                                        .begins_block = u->begins_block,
                                        .from_anywhere = i > 0 && u->begins_block && !u[-1].falls,
                                        .first = u->address,
                                        .last = u[pair].address,
                                        .forms = u->forms,
                                        .forms_second = pair ? u[1].forms : 0,
                                        .writes = u->writes | (pair ? u[1].writes : 0)};
        if (pair) {
            unit->samples += samples[i + 1];
            unit->clocks = pair_clocks(u->clocks, u[1].clocks);
            i++;
        }
    }
}

/*
 * Returns the unit that is executed before unit i: a unit whose jump from below leads to it, or the
 * unit above it.
 */
static const struct executing_unit *executing_unit_before(const struct region_code *code,
                                                          struct executing_units *units, unsigned i)
{
    struct executing_unit *unit = &units->all[i], *before = i ? unit - 1 : NULL;
    for (unsigned j = 0; j < code->n && unit->begins_block; j++) {
        const struct code_instruction *jump = &code->all[j];
        if (jump->target != unit->first)
            continue;
        unit->from_anywhere = false;
        if (jump->address < unit->first && before)
            continue;
        for (unsigned k = 0; k < units->n; k++)
            if (units->all[k].last == jump->address)
                before = &units->all[k];
    }
    return before;
}

/* Finds interlocks, and subtracts the prefix clocks that the unit before or an interlock hides. */
static void executing_find_interlocks(const struct region_code *code, struct executing_units *units)
{
    for (unsigned i = 0; i < units->n; i++) {
        struct executing_unit *unit = &units->all[i];
        const struct executing_unit *before = executing_unit_before(code, units, i);
        if (!before)
            continue;
        unit->interlocks =
            ((unit->forms & before->writes) != 0) + ((unit->forms_second & before->writes) != 0);
        unit->prefixes -= fmin(unit->prefixes, before->clocks - 1 + (unit->interlocks > 0));
    }
}

/* ---- executions ------------------------------------------------------------------------------ */

static int executing_by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* Returns the documented clocks of one execution. */
static double executing_unit_clocks(const struct executing_unit *unit)
{
    return unit->clocks + unit->prefixes + (unit->interlocks > 0);
}

/*
 * Estimates the executions of the units from `from` to before `to`: the lower third of their
 * samples divided by their documented clocks, since units that wait have too many samples.
 */
static double executing_unit_times(const struct executing_units *units, unsigned from, unsigned to,
                                   bool x87)
{
    double *times = allocate_zeroed((to - from) * sizeof *times), most = 0;
    unsigned n = 0;
    for (unsigned i = from; i < to; i++)
        most = fmax(most, units->all[i].samples);
    for (unsigned i = from; i < to; i++) {
        const struct executing_unit *unit = &units->all[i];
        bool missed = most > 20 && unit->samples == 0; /* half of an unrecognized pair */
        if (unit->x87 == x87 && !unit->repeated && !missed && !unit->from_anywhere)
            times[n++] = unit->samples / executing_unit_clocks(unit);
    }
    if (n)
        qsort(times, n, sizeof *times, executing_by_value);
    double found = n ? times[n / 3] : -1;
    free(times);
    return found;
}

static void executing_block_times(struct executing_units *units)
{
    for (unsigned from = 0, to; from < units->n; from = to) {
        for (to = from + 1; to < units->n && !units->all[to].begins_block; to++)
            ;
        double times = executing_unit_times(units, from, to, false);
        if (times < 0)
            times = executing_unit_times(units, from, to, true);
        for (unsigned i = from; i < to; i++)
            units->all[i].times = fmax(times, 0);
    }
}

/* Scales all executions to the number of issue slots if that is known. */
static void executing_fit_slots(struct executing_units *units, double slots)
{
    double times = 0;
    for (unsigned i = 0; i < units->n; i++)
        times += units->all[i].times;
    double by = times > 0 && !isnan(slots) ? slots / times : 1;
    by = fmin(fmax(by, 0.5), 2);
    for (unsigned i = 0; i < units->n; i++)
        units->all[i].times *= by;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/*
 * Divides each unit's samples into parts. If there are fewer samples than documented clocks,
 * further clocks and prefixes are reduced in proportion.
 */
static void executing_divide_samples(const struct executing_units *units, double parts[PARTS],
                                     double *twice)
{
    for (unsigned i = 0; i < units->n; i++) {
        const struct executing_unit *unit = &units->all[i];
        double waits = unit->times * (unit->interlocks > 0);
        double beyond = fmax(unit->samples - unit->times, 0);
        *twice += unit->times * (unit->interlocks > 1);
        if (unit->x87) {
            parts[PART_X87] += fmax(beyond - waits, 0);
            continue;
        }
        double known = unit->clocks - 1 + unit->prefixes, found = fmin(beyond, unit->times * known);
        double prefixes = known > 0 ? found * unit->prefixes / known : 0;
        double further = unit->repeated ? beyond - prefixes : found - prefixes;
        parts[PART_EXECUTING] += further;
        parts[PART_PREFIX] += prefixes;
        if (unit->from_anywhere) /* the jump itself: its slot and JUMP_FURTHER */
            parts[PART_EXECUTING] += fmin(fmax(beyond - further - prefixes - unit->times, 0),
                                          JUMP_FURTHER * unit->times);
    }
}

static void executing_set_share(struct executing_share *share, double n, double all)
{
    struct profile_share of = profiles_share_of(n, all);
    *share = (struct executing_share){true, of.share, of.low, of.high};
}

static double sum_inside(const struct region_code *code, const double *samples)
{
    double sum = 0;
    for (unsigned i = 0; i < code->n; i++)
        sum += code->all[i].inside ? samples[i] : 0;
    return sum;
}

/* If the benchmark has only one region, all code that the walk found counts as inside. */
static void executing_include_all(struct region_code *code)
{
    for (unsigned i = 0; i < code->n; i++)
        code->all[i].inside = true;
}

static bool executing_find_code(const struct profile *profile, const char *bench, unsigned region,
                                bool p55c, struct region_code *code)
{
    uint32_t *seen = allocate_zeroed((profile->n + 1) * sizeof *seen);
    for (unsigned i = 0; i < profile->n; i++)
        seen[i] = profile->rows[i].address;
    bool found = region_code_find(profile->image, bench, region, p55c, seen, profile->n, code);
    free(seen);
    return found;
}

bool executing_clocks_of(const struct profile *profile, const char *bench, unsigned region,
                         unsigned regions, double slots, struct executing_clocks *executing)
{
    const char *cpu = run_processor_name(profile->run);
    struct region_code code;
    struct executing_units units = {0};
    double parts[PARTS] = {0}, twice = 0;
    *executing = (struct executing_clocks){0};
    if (!profile->image ||
        !executing_find_code(profile, bench, region, cpu && !strcmp(cpu, "p55c"), &code))
        return false;
    double *samples = sampled_code(profile, &code);
    if (regions == 1 && sum_inside(&code, samples) < INSIDE_LEAST * profile->samples)
        executing_include_all(&code);
    double all = sum_inside(&code, samples);
    if (all >= SAMPLES_LEAST) {
        executing_make_units(&code, samples, &units);
        executing_find_interlocks(&code, &units);
        executing_block_times(&units);
        executing_fit_slots(&units, slots * all);
        executing_divide_samples(&units, parts, &twice);
        executing->twice = twice / all;
        executing_set_share(&executing->parts[PART_EXECUTING], parts[PART_EXECUTING], all);
        executing_set_share(&executing->parts[PART_X87], parts[PART_X87], all);
        executing_set_share(&executing->parts[PART_PREFIX], parts[PART_PREFIX], all);
        executing->samples = all;
    }
    free(units.all);
    free(samples);
    region_code_free(&code);
    return all >= SAMPLES_LEAST;
}
