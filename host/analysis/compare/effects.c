/*
 * SPDX-License-Identifier: MIT
 * Computes and formats changes, as percentages of the value before.
 */
#include "host/analysis/compare/effects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/event_lookup.h"

static double effect_percent(double part, double whole)
{
    return whole != 0 ? 100 * part / fabs(whole) : part == 0 ? 0 : copysign(INFINITY, part);
}

static int effects_by_size(const void *one, const void *other)
{
    const struct effect *a = one, *b = other;
    double x = fabs(a->percent), y = fabs(b->percent);
    int order = (y > x) - (y < x);
    return order ? order : (a->pair > b->pair) - (a->pair < b->pair);
}

/* Returns the event for the geometric mean: clocks, or time, or the only event of all pairs. */
static const char *effects_mean_event(const struct result_pairs *pairs)
{
    bool one = pairs->n > 0;
    for (unsigned i = 0; i < pairs->n; i++)
        if (!pairs->pairs[i].kind && event_is_clocks(pairs->pairs[i].a->event))
            return pairs->pairs[i].a->event;
    for (unsigned i = 0; i < pairs->n; i++)
        if (!pairs->pairs[i].kind && !strcmp(pairs->pairs[i].a->event, pmc_time_stamp.name))
            return pmc_time_stamp.name;
    for (unsigned i = 0; i < pairs->n; i++)
        one = one && !pairs->pairs[i].kind &&
              !strcmp(pairs->pairs[i].a->event, pairs->pairs[0].a->event);
    return one ? pairs->pairs[0].a->event : NULL;
}

/*
 * Computes the mean over all pairs of results, changed or not. A ratio requires two numbers above
 * 0.
 */
static void effects_set_mean(struct effects *effects, const struct result_pairs *pairs)
{
    double sum = 0;
    effects->mean_event = effects_mean_event(pairs);
    for (unsigned i = 0; i < pairs->n && effects->mean_event; i++) {
        const struct result_pair *pair = &pairs->pairs[i];
        double before = pair->a->values.mean, after = pair->b->values.mean;
        if (pair->kind || strcmp(pair->a->event, effects->mean_event) || before <= 0 || after <= 0)
            continue;
        sum += log(after / before);
        effects->n_mean++;
    }
    effects->mean = effects->n_mean ? exp(sum / effects->n_mean) : NAN;
}

void effects_make(struct effects *effects, const struct result_pairs *pairs, double min_change)
{
    *effects = (struct effects){.effects = allocate_zeroed((pairs->n + 1) * sizeof(struct effect))};
    for (unsigned i = 0; i < pairs->n; i++) {
        const struct result_pair *pair = &pairs->pairs[i];
        double change = pair->difference.change;
        struct effect effect = {
            pair, pair->kind == OF_SHARES ? change : effect_percent(change, pair->a->values.mean),
            pair->p < FAMILY_LEVEL && change != 0};
        effects->unjudged += !pair->difference.judged;
        if (min_change > 0 && fabs(effect.percent) < min_change) {
            effects->small += effect.significant;
            continue;
        }
        effects->changed += effect.significant;
        effects->effects[effects->n++] = effect;
    }
    qsort(effects->effects, effects->n, sizeof *effects->effects, effects_by_size);
    effects_set_mean(effects, pairs);
}

void effects_free(struct effects *effects)
{
    free(effects->effects);
    *effects = (struct effects){0};
}

/* Returns as many decimals as needed to show that the percentage is not 0. */
static int effect_decimals(double percentage)
{
    double size = fabs(percentage);
    return size == 0 || size >= 0.05 ? 1 : size >= 0.0005 ? 3 : 6;
}

const char *effect_text(const struct effect *effect, char text[EFFECT_BYTES])
{
    const struct difference *d = &effect->pair->difference;
    double before = effect->pair->a->values.mean;
    int decimals = effect_decimals(effect->percent);
    if (effect->pair->kind == OF_SHARES)
        snprintf(text, EFFECT_BYTES, "%+.1f points [%+.1f, %+.1f]", d->change, d->low, d->high);
    else if (d->change == 0 && d->half_width == 0)
        snprintf(text, EFFECT_BYTES, "0");
    else if (before == 0)
        snprintf(text, EFFECT_BYTES, "%s%s", d->change > 0 ? "+" : "", number_text(d->change, 1));
    else if (isinf(d->half_width))
        snprintf(text, EFFECT_BYTES, "%+.*f %%", decimals, effect->percent);
    else
        snprintf(text, EFFECT_BYTES, "%+.*f %% [%+.*f, %+.*f]", decimals, effect->percent, decimals,
                 effect_percent(d->low, before), decimals, effect_percent(d->high, before));
    return text;
}

const char *effect_verdict(const struct effect *effect)
{
    return effect->significant               ? "significant"
           : effect->pair->difference.judged ? "no significant change"
                                             : "one sample: cannot be judged";
}

char *effect_suspects(const struct effect *effect)
{
    const char *before = effect->pair->a->suspect, *after = effect->pair->b->suspect;
    char *text = NULL;
    if (!before && !after)
        return NULL;
    if (before && after && !strcmp(before, after))
        return allocate_text("before and after are suspect: %s", before);
    char *one = before ? allocate_text("before is suspect: %s", before) : NULL;
    char *other = after ? allocate_text("after is suspect: %s", after) : NULL;
    if (one)
        allocate_appended(&text, "; ", one);
    if (other)
        allocate_appended(&text, "; ", other);
    free(one);
    free(other);
    return text;
}

/* Formats the paging of both results as a clause; empty for the default. */
static void effect_paging_text(const struct result_pair *pair, char *text, size_t size)
{
    const char *before = result_paging(pair->a), *after = result_paging(pair->b);
    text[0] = '\0';
    if (strcmp(before, after))
        snprintf(text, size, ", paging %s and then %s", before, after);
    else if (strcmp(before, "mixed"))
        snprintf(text, size, ", paging %s", before);
}

const char *effect_bench(const struct effect *effect, char text[EFFECT_BYTES])
{
    const struct result *a = effect->pair->a;
    char paging[48];
    effect_paging_text(effect->pair, paging, sizeof paging);
    bool kernel = !strcmp(a->ring, "kernel"), whole = !strcmp(a->ablate, "none");
    if (kernel && whole && !*paging && !strcmp(a->state, "warm"))
        snprintf(text, EFFECT_BYTES, "%s", a->bench);
    else
        snprintf(text, EFFECT_BYTES, "%s (%s%s%s%s%s%s)", a->bench, a->state,
                 kernel ? "" : ", ring ", kernel ? "" : a->ring, whole ? "" : ", without ",
                 whole ? "" : a->ablate, paging);
    return text;
}

const char *effect_where(const struct effect *effect, char text[EFFECT_BYTES])
{
    if (effect->pair->kind == OF_RESULTS)
        return run_region_text(effect->pair->a, text, EFFECT_BYTES);
    return *effect->pair->where ? effect->pair->where : effect_kind(effect);
}

const char *effect_what(const struct effect *effect, char text[EFFECT_BYTES])
{
    static const char *const formats[] = {
        [OF_RESULTS] = "%s",
        [OF_SHARES] = "share of %s, %%",
        [OF_RATES] = "%s per 1,000 clocks",
        [OF_ESTIMATES] = "%s",
        [OF_TIMES] = "clocks between stamps",
    };
    if (effect->pair->kind == OF_TIMES)
        return formats[OF_TIMES];
    snprintf(text, EFFECT_BYTES, formats[effect->pair->kind], effect->pair->a->event);
    return text;
}

const char *effect_unit(const struct effect *effect)
{
    const char *unit = event_lookup_unit(effect->pair->a->event);
    if (effect->pair->kind == OF_SHARES)
        return "%";
    if (effect->pair->kind == OF_RATES)
        return strcmp(unit, "clocks") ? "events per 1,000 clocks" : "clocks per 1,000 clocks";
    return unit;
}

const char *effect_kind(const struct effect *effect)
{
    static const char *const kinds[] = {NULL, "samples", "ticks", "rounds", "stamps"};
    return kinds[effect->pair->kind];
}

const char *effect_number(const struct effect *effect, double value)
{
    bool rate = (effect->pair->kind == OF_RATES || effect->pair->a->rate) && fabs(value) < 100;
    return number_text(value, !rate ? 1 : fabs(value) < 1 ? 4 : 2);
}

static void effects_print_mean(const struct effects *effects, FILE *to)
{
    char *line = allocate_text(
        "geometric mean of %s, after / before: %.4f (%+.2f %%) over %u row%s", effects->mean_event,
        effects->mean, 100 * (effects->mean - 1), effects->n_mean, effects->n_mean == 1 ? "" : "s");
    text_table_fit_line(line, to);
    free(line);
}

void effects_summary(const struct effects *effects, const struct result_pairs *pairs, FILE *to)
{
    if (effects->changed + effects->small == 0)
        fprintf(to, "no significant change in %u row%s (Holm, %g %%)\n", pairs->n,
                pairs->n == 1 ? "" : "s", 100 * FAMILY_LEVEL);
    else
        fprintf(to, "%u of %u rows changed; the rest: no significant change (Holm, %g %%)\n",
                effects->changed + effects->small, pairs->n, 100 * FAMILY_LEVEL);
    if (effects->small)
        fprintf(to, "%u of them changed by less than --min-change: not shown\n", effects->small);
    if (effects->n_mean)
        effects_print_mean(effects, to);
    if (effects->unjudged)
        fprintf(to, "%u rows have only one sample in one of the runs: no test possible\n",
                effects->unjudged);
    if (pairs->only_a || pairs->only_b)
        fprintf(to, "%u rows only in the first run, %u only in the second\n", pairs->only_a,
                pairs->only_b);
    if (pairs->no_number)
        fprintf(to, "%u rows have no number in one of the runs\n", pairs->no_number);
}
