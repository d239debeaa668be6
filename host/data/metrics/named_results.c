/*
 * SPDX-License-Identifier: MIT
 * Computes results of named events: applies their formulas to every statistic of the counted
 * events.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/metrics/named_events.h"
#include "host/data/run/result_index.h"

/* Quotes each word that is not an operator, for formula_read(). */
static char *named_results_quote(const char *sum)
{
    char *copy = allocate_copy(sum), *rest = copy, *word, *text = allocate_copy("");
    while ((word = strsep(&rest, " "))) {
        bool sign = !strcmp(word, "+") || !strcmp(word, "-");
        char *longer = allocate_text(sign ? "%s %s " : "%s\"%s\"", text, word);
        free(text);
        text = longer;
    }
    free(copy);
    return text;
}

void named_results_formula(const struct named_event *event, enum named_processor processor,
                           struct formula *formula)
{
    const struct named_cell *cell = &event->cells[processor];
    struct formula_error error;
    char *counts = named_results_quote(cell->counts),
         *per = named_results_quote(*cell->per ? cell->per : cell->counts);
    char *text = *cell->per
                     ? allocate_text("(%s) / (%s)%s", counts, per, event->times_mhz ? " * mhz" : "")
                     : allocate_copy(counts);
    if (formula_read(text, strlen(text), formula, &error))
        die(EXIT_TARGET, "%s", error.what);
    free(text);
    free(counts);
    free(per);
}

/* Finds the results that the formula needs at one place; false if one was not counted there. */
static bool named_results_find_parts(const struct run *run, const struct result *place,
                                     const struct formula *formula, const struct result **parts)
{
    for (unsigned i = 0; i < formula->n_events; i++) {
        parts[i] = result_index_event(run, place, formula->events[i], place->ablate);
        if (!parts[i])
            return false;
    }
    return true;
}

enum measure { MEAN, SPREAD, MEDIAN, LEAST, MOST, MODE, RAW };

static double measure_of(const struct result *part, enum measure measure)
{
    const struct values *values = &part->values;
    const double all[] = {
        [MEAN] = values->mean, [SPREAD] = values->sd, [MEDIAN] = values->med, [LEAST] = values->min,
        [MOST] = values->max,  [MODE] = values->mode, [RAW] = part->raw};
    return all[measure];
}

/* Evaluates the formula over one statistic of its events. The half-widths are those of the
 * confidence intervals, or for SPREAD the standard deviations. */
static struct formula_estimate named_results_evaluate(const struct formula *formula,
                                                      const struct result *const *parts,
                                                      enum measure measure, double mhz)
{
    struct formula_estimate events[FORMULA_MOST_EVENTS];
    for (unsigned i = 0; i < formula->n_events; i++) {
        bool spread = measure == SPREAD;
        events[i].value = measure_of(parts[i], spread ? MEAN : measure);
        events[i].half_width = spread ? parts[i]->values.sd : parts[i]->values.ci;
    }
    return formula_evaluate(formula, events, mhz);
}

static struct values named_results_values(const struct formula *formula,
                                          const struct result *const *parts, double mhz)
{
    struct formula_estimate mean = named_results_evaluate(formula, parts, MEAN, mhz);
    double least = named_results_evaluate(formula, parts, LEAST, mhz).value;
    double most = named_results_evaluate(formula, parts, MOST, mhz).value;
    struct values values = {
        .n = parts[0]->values.n,
        .level = parts[0]->values.level,
        .mean = mean.value,
        .ci = mean.half_width,
        .sd = named_results_evaluate(formula, parts, SPREAD, mhz).half_width,
        .med = named_results_evaluate(formula, parts, MEDIAN, mhz).value,
        .mode = named_results_evaluate(formula, parts, MODE, mhz).value,
        .min = fmin(least, most),
        .max = fmax(least, most),
    };
    for (unsigned i = 1; i < formula->n_events; i++)
        values.n = parts[i]->values.n < values.n ? parts[i]->values.n : values.n;
    return values;
}

/* A value that is computed from a suspect count is suspect too. */
static const char *named_results_suspect(struct run *run, const struct formula *formula,
                                         const struct result *const *parts)
{
    for (unsigned i = 0; i < formula->n_events; i++)
        if (parts[i]->suspect)
            return string_set_print(&run->strings, "%s: %s", parts[i]->event, parts[i]->suspect);
    return NULL;
}

static void named_results_add_one(struct run *run, const struct result *place,
                                  const struct named_event *event, const struct formula *formula,
                                  unsigned index)
{
    const struct result *parts[FORMULA_MOST_EVENTS];
    struct result result = *place;
    if (!named_results_find_parts(run, place, formula, parts))
        return;
    for (unsigned i = 0; i < formula->n_events; i++)
        if (!result_ok(parts[i]))
            result.status = parts[i]->status;
    result.event = string_set_print(&run->strings, "%s:%s", event->library, event->name);
    result.index = index;
    result.rate = event->rate;
    result.code = 0;
    result.samples = NULL;
    result.n_samples = result.outliers = result.culled = 0;
    result.levels = NULL;
    result.suspect = named_results_suspect(run, formula, parts);
    result.inner_begins = result.inner_ends = 0;
    result.inner_priced = false;
    result.probe_low = result.probe_high = 0;
    result.counter_off = 0;
    result.overhead = 0;
    if (result_ok(&result)) {
        result.values = named_results_values(formula, parts, run->mhz);
        result.raw = named_results_evaluate(formula, parts, RAW, run->mhz).value;
        result.per_entry = event->rate || !result.entries ? result.values.mean
                                                          : result.values.mean / result.entries;
        if (isnan(result.values.mean))
            result.status = string_set_add(&run->strings, "undefined", strlen("undefined"));
    }
    if (!result_index_find(run, &result))
        *run_add_result(run) = result;
}

/* Adds one result for each place at which the formula's first event was counted. */
static void named_results_add_event(struct run *run, const struct named_event *event,
                                    enum named_processor processor, unsigned index)
{
    struct formula formula;
    unsigned n = run->n_results;
    if (event->cells[processor].how == NAMED_LACKS)
        return;
    named_results_formula(event, processor, &formula);
    for (unsigned i = 0; i < n; i++) {
        const struct result place = run->results[i];
        if (!strcmp(place.event, formula.events[0]))
            named_results_add_one(run, &place, event, &formula, index);
    }
}

static void named_results_uncounted(const struct run *run, const char *text,
                                    const struct named_cell *cell)
{
    if (*cell->per || strchr(cell->counts, ' '))
        message_print("%s has no result of '%s': it needs %s%s%s, all counted in the same region",
                      run->source, text, cell->counts, *cell->per ? " and " : "", cell->per);
    else
        message_print("%s has no result of '%s': it is %s, which was not counted", run->source,
                      text, cell->counts);
}

void named_results_missing(const struct run *run, const char *text)
{
    const char *cpu = run_processor_name(run);
    enum named_processor processor = cpu ? named_table_processor(cpu) : NAMED_PROCESSORS;
    const struct named_word word = named_events_parse_word(text);
    const struct named_event *event;
    unsigned i = 0;
    while ((event = named_table_event(i)) && !named_events_word_means(&word, event))
        i++;
    if (!event)
        named_events_unknown("-e", &word, text);
    else if (processor == NAMED_PROCESSORS)
        message_print("%s: no events count on its processor, so it has no %s", run->source,
                      event->name);
    else if (event->cells[processor].how == NAMED_LACKS)
        message_print("%s: %s has no %s%s%s", run->source, cpu, event->name,
                      *event->cells[processor].note ? ": " : "", event->cells[processor].note);
    else
        named_results_uncounted(run, text, &event->cells[processor]);
}

void named_results_add(struct run *run, const char *list)
{
    const char *cpu = run_processor_name(run);
    enum named_processor processor = cpu ? named_table_processor(cpu) : NAMED_PROCESSORS;
    if (!list || processor == NAMED_PROCESSORS)
        return;
    char *copy = allocate_copy(list), *rest = copy, *text;
    while ((text = strsep(&rest, ","))) {
        if (!named_event_is(text))
            continue;
        const struct named_word word = named_events_parse_word(text);
        const struct named_event *event;
        for (unsigned i = 0; (event = named_table_event(i)); i++)
            if (named_events_word_means(&word, event))
                named_results_add_event(run, event, processor, run->n_results + i);
    }
    free(copy);
}
