/*
 * SPDX-License-Identifier: MIT
 * Parses records of sampled runs. Each contains some facts twice, or within the bounds of another
 * record, so that damage that passes the CRC-16 by chance is rejected.
 */
#include <string.h>

#include "host/run/sampled_arrival.h"
#include "host/run/sampled_run.h"
#include "host/wire/taking.h"

static bool is_word(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words))
        words++;
    return *words;
}

/* ---- a pass ---------------------------------------------------------------------------------- */

static const char *wrong_word(const struct sampling *sampling)
{
    static const char *const experiments[] = {"profile", "rates", "multiplex", "channels", NULL};
    static const char *const sources[] = {"pit",   "rtc",     "apic",   "overflow", "pm0",
                                          "watch", "precise", "stamps", NULL};
    static const char *const rings[] = {"kernel", "user", NULL};
    static const char *const counted[] = {"", "none", "kernel", "user", "both", NULL};
    static const char *const spreads[] = {"random", "fixed", NULL};
    static const char *const states[] = {"warm", "cold", NULL};
    static const char *const ablations[] = {"none", "branch", "vpipe", "l1", NULL};
    return !is_word(sampling->experiment, experiments) ? "experiment is not one that samples"
           : !is_word(sampling->source, sources)       ? "source is unknown"
           : !is_word(sampling->ring, rings)           ? "ring is unknown"
           : !is_word(sampling->count_ring, counted)   ? "count_ring is unknown"
           : !is_word(sampling->spread, spreads)       ? "spread is neither random nor fixed"
           : !is_word(sampling->state, states)         ? "state is unknown"
           : !is_word(sampling->ablate, ablations)     ? "ablate is unknown"
                                                       : NULL;
}

static const char *wrong_number(const struct wire_record *record, const struct sampling *sampling)
{
    static const char *const keys[] = {"pass",   "every",   "repetitions", "samples",     "lost",
                                       "clocks", "handler", "handler_min", "handler_max", "hidden"};
    double value;
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (wire_number(record, keys[i], &value) || value < 0)
            return "a key or its number is missing";
    if (sampling->every <= 0)
        return "every is not greater than 0";
    if (sampling->handler < sampling->handler_min || sampling->handler > sampling->handler_max)
        return "handler is not between handler_min and handler_max";
    if (sampling->hidden > sampling->clocks)
        return "hidden is greater than clocks";
    return sampling->repetitions ? NULL : "repetitions is 0";
}

void take_sampling(struct taking *taking)
{
    struct sampling sampling = {
        .plan = taken_plan(taking->run),
        .at = taking->run->records,
        .bench = taken_text_or(taking, "bench", ""),
        .state = taken_text_or(taking, "state", ""),
        .ablate = taken_text_or(taking, "ablate", "none"),
        .ring = taken_text_or(taking, "ring", ""),
        .experiment = taken_text_or(taking, "experiment", ""),
        .pass = taken_number(taking, "pass"),
        .events = taken_text_or(taking, "events", ""),
        .count_ring = taken_text_or(taking, "count_ring", ""),
        .source = taken_text_or(taking, "source", ""),
        .unit = taken_text_or(taking, "unit", ""),
        .every = taken_real(taking, "every"),
        .spread = taken_text_or(taking, "spread", ""),
        .seed = taken_real(taking, "seed"),
        .repetitions = taken_number(taking, "repetitions"),
        .samples = taken_number(taking, "samples"),
        .lost = taken_number(taking, "lost"),
        .faulted = taken_number(taking, "faulted") == 1,
        .clocks = taken_real(taking, "clocks"),
        .hidden = taken_real(taking, "hidden"),
        .handler = taken_real(taking, "handler"),
        .handler_min = taken_real(taking, "handler_min"),
        .handler_max = taken_real(taking, "handler_max"),
    };
    const char *wrong = wrong_word(&sampling);
    if (!wrong)
        wrong = wrong_number(taking->record, &sampling);
    if (!wrong && !taking_bench_known(taking, sampling.bench))
        wrong = NOT_ANNOUNCED;
    if (!wrong && sampling_find(taking->run, &sampling) >= 0)
        wrong = "a sampling record of that pass was already received";
    if (wrong)
        taking_reject(taking, wrong);
    else
        *run_add_sampling(taking->run) = sampling;
}

/* Returns the pass of a record of a hit or a series; -1 after rejecting it. A multiplexed case is
 * sampled in one pass, and its series name the groups. */
int taking_sampling(struct taking *taking)
{
    uint32_t pass = 0;
    bool missing = wire_unsigned(taking->record, "pass", &pass) != 0;
    const struct sampling like = {.plan = taken_plan(taking->run),
                                  .bench = taken_text_or(taking, "bench", ""),
                                  .state = taken_text_or(taking, "state", ""),
                                  .ablate = taken_text_or(taking, "ablate", "none"),
                                  .pass = pass};
    int found = missing ? -1 : sampling_find(taking->run, &like);
    int last = missing ? -1 : sampling_find_last(taking->run, &like);
    if (found < 0 && last >= 0 && !strcmp(taking->run->samplings[last].experiment, "multiplex"))
        found = last;
    if (found < 0)
        taking_reject(taking, NO_SAMPLING ", state and pass was announced");
    return found;
}

/* ---- addresses ------------------------------------------------------------------------------- */

static const char *wrong_with_hit(const struct taking *taking, const struct hit *hit)
{
    static const char *const rings[] = {"kernel", "user", NULL};
    const struct run *run = taking->run;
    const struct sampling *sampling = &run->samplings[hit->sampling];
    uint32_t address;
    if (strcmp(sampling->experiment, "profile"))
        return "its benchmark was not profiled";
    if (wire_unsigned(taking->record, "address", &address) || !hit->n)
        return "an address or its number of samples is missing";
    if (!is_word(hit->ring, rings))
        return "ring is unknown";
    if (list_numbers(hit->gains, NULL, 0) != (int)list_words(sampling->events))
        return "the number of gains differs from the number of events";
    unsigned long before = 0;
    for (unsigned i = run->n_hits; i-- > 0 && run->hits[i].sampling == hit->sampling;) {
        if (run->hits[i].address == hit->address && run->hits[i].ring == hit->ring &&
            run->hits[i].return_to == hit->return_to && run->hits[i].executed == hit->executed)
            return "samples of that address were already received";
        before += run->hits[i].n;
    }
    return before + hit->n > sampling->samples ? "the hits exceed the number of samples" : NULL;
}

void take_hit(struct taking *taking)
{
    int sampling = taking_sampling(taking);
    if (sampling < 0)
        return;
    struct hit hit = {
        .sampling = (unsigned)sampling,
        .address = taken_number(taking, "address"),
        .return_to = taken_number(taking, "return_to"),
        .executed = taken_number(taking, "executed"),
        .ring = taken_text_or(taking, "ring", ""),
        .n = taken_number(taking, "n"),
        .gains = taken_text_or(taking, "gains", ""),
    };
    const char *wrong = wrong_with_hit(taking, &hit);
    if (wrong)
        taking_reject(taking, wrong);
    else
        *run_add_hit(taking->run) = hit;
}

/* ---- series ---------------------------------------------------------------------------------- */

static bool overlaps(const struct series_part *a, unsigned n, const struct series_part *b)
{
    if (a->rep != b->rep || a->event != b->event || a->of != b->of)
        return false;
    return a->first < b->first + (unsigned)list_numbers(b->values, NULL, 0) &&
           b->first < a->first + n;
}

static const char *wrong_with_series(const struct taking *taking, const struct series_part *part)
{
    static const char *const all[] = {"gain", "estimate", "exact", NULL};
    const struct run *run = taking->run;
    const struct sampling *sampling = &run->samplings[part->sampling];
    uint32_t number;
    int n = list_numbers(part->values, NULL, 0);
    if (!strcmp(sampling->experiment, "profile"))
        return "a profile has no series";
    if (!is_word(part->of, all))
        return "'of' is neither gain, estimate nor exact";
    if (n <= 0 || wire_unsigned(taking->record, "first", &number) || number > SERIES_MOST ||
        wire_unsigned(taking->record, "rep", &number))
        return "its values are not numbers";
    if (part->rep >= sampling->repetitions)
        return "rep is out of range";
    if (!strcmp(part->of, "gain") && strcmp(part->event, "time_stamp") &&
        sampling_event(sampling, part->event) < 0)
        return "event is not counted by the pass";
    for (unsigned i = run->n_series; i-- > 0;) {
        if (run->series[i].sampling != part->sampling)
            break;
        if (overlaps(part, (unsigned)n, &run->series[i]))
            return "its values were already received";
    }
    return NULL;
}

void take_series(struct taking *taking)
{
    int sampling = taking_sampling(taking);
    if (sampling < 0)
        return;
    struct series_part part = {
        .sampling = (unsigned)sampling,
        .event = taken_text_or(taking, "event", ""),
        .of = taken_text_or(taking, "of", ""),
        .rep = taken_number(taking, "rep"),
        .first = taken_number(taking, "first"),
        .values = taken_text_or(taking, "values", ""),
    };
    const char *wrong = wrong_with_series(taking, &part);
    if (wrong)
        taking_reject(taking, wrong);
    else
        *run_add_series_part(taking->run) = part;
}

/* Returns the last pass of the benchmark and state; -1 if there is no pass. */
static int multiplexed_pass(struct taking *taking)
{
    const struct sampling like = {.plan = taken_plan(taking->run),
                                  .bench = taken_text_or(taking, "bench", ""),
                                  .state = taken_text_or(taking, "state", ""),
                                  .ablate = taken_text_or(taking, "ablate", "none")};
    return sampling_find_last(taking->run, &like);
}

static const char *wrong_with_multiplex(const struct run *run, const struct multiplex *multiplex)
{
    static const char *const units[] = {"clocks", "events", NULL};
    static const char *const orders[] = {"random", "fixed", NULL};
    const struct sampling *sampling = &run->samplings[multiplex->sampling];
    if (strcmp(sampling->experiment, "multiplex"))
        return "its benchmark was not multiplexed";
    if (!*multiplex->event || multiplex->group >= multiplex->groups || multiplex->slice <= 0)
        return "event, group or slice is missing";
    if (!is_word(multiplex->unit, units) || !is_word(multiplex->order, orders))
        return "unit or order is unknown";
    for (unsigned i = run->n_multiplexes; i-- > 0;)
        if (run->multiplexes[i].event == multiplex->event &&
            sampling_same_case(&run->samplings[run->multiplexes[i].sampling], sampling))
            return "a record of that event was already received";
    return NULL;
}

void take_multiplex(struct taking *taking)
{
    int sampling = multiplexed_pass(taking);
    if (sampling < 0) {
        taking_reject(taking, NO_SAMPLING " and state was announced");
        return;
    }
    struct multiplex multiplex = {
        .sampling = (unsigned)sampling,
        .event = taken_text_or(taking, "event", ""),
        .group = taken_number(taking, "group"),
        .groups = taken_number(taking, "groups"),
        .share = taken_number(taking, "share"),
        .slices = taken_number(taking, "slices"),
        .slice = taken_real(taking, "slice"),
        .unit = taken_text_or(taking, "unit", ""),
        .order = taken_text_or(taking, "order", ""),
        .seed = taken_real(taking, "seed"),
        .rounds = taken_number(taking, "rounds"),
    };
    const char *wrong = wrong_with_multiplex(taking->run, &multiplex);
    if (wrong)
        taking_reject(taking, wrong);
    else
        *run_add_multiplex(taking->run) = multiplex;
}
