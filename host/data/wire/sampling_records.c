/*
 * SPDX-License-Identifier: MIT
 * Parses records of sampled runs. Each contains some facts twice, or within the bounds of another
 * record, so that damage that passes the CRC-16 by chance is rejected.
 */
#include "host/data/wire/sampling_records.h"

#include <string.h>

#include "host/data/run/sampled_arrival.h"
#include "host/data/run/sampled_run.h"

static bool is_word(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words))
        words++;
    return *words;
}

/* ---- a pass ---------------------------------------------------------------------------------- */

static const char *sampling_record_word_error(const struct sampling *sampling)
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

static const char *sampling_record_number_error(const struct wire_record *record,
                                                const struct sampling *sampling)
{
    static const char *const keys[] = {"pass",   "every",   "repetitions", "samples",     "lost",
                                       "clocks", "handler", "handler_min", "handler_max", "hidden"};
    double value;
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (wire_line_number(record, keys[i], &value) || value < 0)
            return "a key or its number is missing";
    if (sampling->every <= 0)
        return "every is not greater than 0";
    if (sampling->handler < sampling->handler_min || sampling->handler > sampling->handler_max)
        return "handler is not between handler_min and handler_max";
    if (sampling->hidden > sampling->clocks)
        return "hidden is greater than clocks";
    return sampling->repetitions ? NULL : "repetitions is 0";
}

void sampling_record_parse(struct record_fields *fields)
{
    struct sampling sampling = {
        .plan = record_fields_plan(fields->run),
        .at = fields->run->records,
        .bench = record_field_text_or(fields, "bench", ""),
        .state = record_field_text_or(fields, "state", ""),
        .ablate = record_field_text_or(fields, "ablate", "none"),
        .ring = record_field_text_or(fields, "ring", ""),
        .experiment = record_field_text_or(fields, "experiment", ""),
        .pass = record_field_number(fields, "pass"),
        .events = record_field_text_or(fields, "events", ""),
        .count_ring = record_field_text_or(fields, "count_ring", ""),
        .source = record_field_text_or(fields, "source", ""),
        .unit = record_field_text_or(fields, "unit", ""),
        .every = record_field_real(fields, "every"),
        .spread = record_field_text_or(fields, "spread", ""),
        .seed = record_field_real(fields, "seed"),
        .repetitions = record_field_number(fields, "repetitions"),
        .samples = record_field_number(fields, "samples"),
        .lost = record_field_number(fields, "lost"),
        .faulted = record_field_number(fields, "faulted") == 1,
        .clocks = record_field_real(fields, "clocks"),
        .hidden = record_field_real(fields, "hidden"),
        .handler = record_field_real(fields, "handler"),
        .handler_min = record_field_real(fields, "handler_min"),
        .handler_max = record_field_real(fields, "handler_max"),
    };
    const char *wrong = sampling_record_word_error(&sampling);
    if (!wrong)
        wrong = sampling_record_number_error(fields->record, &sampling);
    if (!wrong && !record_fields_bench_known(fields, sampling.bench))
        wrong = NOT_ANNOUNCED;
    if (!wrong && sampled_run_find(fields->run, &sampling) >= 0)
        wrong = "a sampling record of that pass was already received";
    if (wrong)
        record_fields_reject(fields, wrong);
    else
        *run_add_sampling(fields->run) = sampling;
}

/* Returns the pass of a record of a hit or a series; -1 after rejecting it. A multiplexed case is
 * sampled in one pass, and its series name the groups. */
int sampling_record_pass(struct record_fields *fields)
{
    uint32_t pass = 0;
    bool missing = wire_line_unsigned(fields->record, "pass", &pass) != 0;
    const struct sampling like = {.plan = record_fields_plan(fields->run),
                                  .bench = record_field_text_or(fields, "bench", ""),
                                  .state = record_field_text_or(fields, "state", ""),
                                  .ablate = record_field_text_or(fields, "ablate", "none"),
                                  .pass = pass};
    int found = missing ? -1 : sampled_run_find(fields->run, &like);
    int last = missing ? -1 : sampled_run_find_last(fields->run, &like);
    if (found < 0 && last >= 0 && !strcmp(fields->run->samplings[last].experiment, "multiplex"))
        found = last;
    if (found < 0)
        record_fields_reject(fields, NO_SAMPLING ", state and pass was announced");
    return found;
}

/* ---- addresses ------------------------------------------------------------------------------- */

static const char *sampling_record_hit_error(const struct record_fields *fields,
                                             const struct hit *hit)
{
    static const char *const rings[] = {"kernel", "user", NULL};
    const struct run *run = fields->run;
    const struct sampling *sampling = &run->samplings[hit->sampling];
    uint32_t address;
    if (strcmp(sampling->experiment, "profile"))
        return "its benchmark was not profiled";
    if (wire_line_unsigned(fields->record, "address", &address) || !hit->n)
        return "an address or its number of samples is missing";
    if (!is_word(hit->ring, rings))
        return "ring is unknown";
    if (sampled_run_numbers(hit->gains, NULL, 0) != (int)sampled_run_words(sampling->events))
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

void sampling_record_parse_hit(struct record_fields *fields)
{
    int sampling = sampling_record_pass(fields);
    if (sampling < 0)
        return;
    struct hit hit = {
        .sampling = (unsigned)sampling,
        .address = record_field_number(fields, "address"),
        .return_to = record_field_number(fields, "return_to"),
        .executed = record_field_number(fields, "executed"),
        .ring = record_field_text_or(fields, "ring", ""),
        .n = record_field_number(fields, "n"),
        .gains = record_field_text_or(fields, "gains", ""),
    };
    const char *wrong = sampling_record_hit_error(fields, &hit);
    if (wrong)
        record_fields_reject(fields, wrong);
    else
        *run_add_hit(fields->run) = hit;
}

/* ---- registers ------------------------------------------------------------------------------- */

static const char *sampling_record_registers_error(const struct record_fields *fields,
                                                   const struct register_sample *sample)
{
    static const char *const keys[] = {"sample", "address", "eflags", "eax", "ebx", "ecx",
                                       "edx",    "esi",     "edi",    "ebp", "esp"};
    static const char *const rings[] = {"kernel", "user", NULL};
    const struct run *run = fields->run;
    const struct sampling *sampling = &run->samplings[sample->sampling];
    uint32_t number;
    if (strcmp(sampling->experiment, "profile"))
        return "its benchmark was not profiled";
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (wire_line_unsigned(fields->record, keys[i], &number))
            return "a register or its number is missing";
    if (!is_word(sample->ring, rings))
        return "ring is unknown";
    if (sample->sample >= sampling->samples)
        return "sample is out of range";
    const unsigned n = run->n_register_samples;
    const struct register_sample *last = n ? &run->register_samples[n - 1] : NULL;
    return last && last->sampling == sample->sampling && last->sample >= sample->sample
               ? "the samples are not in the order of time"
               : NULL;
}

void sampling_record_parse_registers(struct record_fields *fields)
{
    int sampling = sampling_record_pass(fields);
    if (sampling < 0)
        return;
    struct register_sample sample = {
        .sampling = (unsigned)sampling,
        .sample = record_field_number(fields, "sample"),
        .address = record_field_number(fields, "address"),
        .ring = record_field_text_or(fields, "ring", ""),
        .eflags = record_field_number(fields, "eflags"),
        .eax = record_field_number(fields, "eax"),
        .ebx = record_field_number(fields, "ebx"),
        .ecx = record_field_number(fields, "ecx"),
        .edx = record_field_number(fields, "edx"),
        .esi = record_field_number(fields, "esi"),
        .edi = record_field_number(fields, "edi"),
        .ebp = record_field_number(fields, "ebp"),
        .esp = record_field_number(fields, "esp"),
    };
    const char *wrong = sampling_record_registers_error(fields, &sample);
    if (wrong)
        record_fields_reject(fields, wrong);
    else
        *run_add_register_sample(fields->run) = sample;
}

/* ---- series ---------------------------------------------------------------------------------- */

static bool sampling_record_overlaps(const struct series_part *a, unsigned n,
                                     const struct series_part *b)
{
    if (a->rep != b->rep || a->event != b->event || a->of != b->of)
        return false;
    return a->first < b->first + (unsigned)sampled_run_numbers(b->values, NULL, 0) &&
           b->first < a->first + n;
}

static const char *sampling_record_series_error(const struct record_fields *fields,
                                                const struct series_part *part)
{
    static const char *const all[] = {"gain", "estimate", "exact", NULL};
    const struct run *run = fields->run;
    const struct sampling *sampling = &run->samplings[part->sampling];
    uint32_t number;
    int n = sampled_run_numbers(part->values, NULL, 0);
    if (!strcmp(sampling->experiment, "profile"))
        return "a profile has no series";
    if (!is_word(part->of, all))
        return "'of' is neither gain, estimate nor exact";
    if (n <= 0 || wire_line_unsigned(fields->record, "first", &number) || number > SERIES_MOST ||
        wire_line_unsigned(fields->record, "rep", &number))
        return "its values are not numbers";
    if (part->rep >= sampling->repetitions)
        return "rep is out of range";
    if (!strcmp(part->of, "gain") && strcmp(part->event, "time_stamp") &&
        sampled_run_event(sampling, part->event) < 0)
        return "event is not counted by the pass";
    for (unsigned i = run->n_series; i-- > 0;) {
        if (run->series[i].sampling != part->sampling)
            break;
        if (sampling_record_overlaps(part, (unsigned)n, &run->series[i]))
            return "its values were already received";
    }
    return NULL;
}

void sampling_record_parse_series(struct record_fields *fields)
{
    int sampling = sampling_record_pass(fields);
    if (sampling < 0)
        return;
    struct series_part part = {
        .sampling = (unsigned)sampling,
        .event = record_field_text_or(fields, "event", ""),
        .of = record_field_text_or(fields, "of", ""),
        .rep = record_field_number(fields, "rep"),
        .first = record_field_number(fields, "first"),
        .values = record_field_text_or(fields, "values", ""),
    };
    const char *wrong = sampling_record_series_error(fields, &part);
    if (wrong)
        record_fields_reject(fields, wrong);
    else
        *run_add_series_part(fields->run) = part;
}

int sampling_record_last_pass(struct record_fields *fields)
{
    const struct sampling like = {.plan = record_fields_plan(fields->run),
                                  .bench = record_field_text_or(fields, "bench", ""),
                                  .state = record_field_text_or(fields, "state", ""),
                                  .ablate = record_field_text_or(fields, "ablate", "none")};
    const int last = sampled_run_find_last(fields->run, &like);
    if (last < 0)
        record_fields_reject(fields, NO_SAMPLING " and state was announced");
    return last;
}

static const char *sampling_record_multiplex_error(const struct run *run,
                                                   const struct multiplex *multiplex)
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
            sampled_run_same_case(&run->samplings[run->multiplexes[i].sampling], sampling))
            return "a record of that event was already received";
    return NULL;
}

void sampling_record_parse_multiplex(struct record_fields *fields)
{
    int sampling = sampling_record_last_pass(fields);
    if (sampling < 0)
        return;
    struct multiplex multiplex = {
        .sampling = (unsigned)sampling,
        .event = record_field_text_or(fields, "event", ""),
        .group = record_field_number(fields, "group"),
        .groups = record_field_number(fields, "groups"),
        .share = record_field_number(fields, "share"),
        .slices = record_field_number(fields, "slices"),
        .slice = record_field_real(fields, "slice"),
        .unit = record_field_text_or(fields, "unit", ""),
        .order = record_field_text_or(fields, "order", ""),
        .seed = record_field_real(fields, "seed"),
        .rounds = record_field_number(fields, "rounds"),
    };
    const char *wrong = sampling_record_multiplex_error(fields->run, &multiplex);
    if (wrong)
        record_fields_reject(fields, wrong);
    else
        *run_add_multiplex(fields->run) = multiplex;
}
