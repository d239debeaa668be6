/*
 * SPDX-License-Identifier: MIT
 * Determines a result's erratum from the result of its cause, and the probe's part from the size of
 * the count.
 */
#include "host/data/run/result_notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/run/event_lookup.h"
#include "host/data/run/finding_text.h"
#include "host/data/run/result_index.h"
#include "pmc/errata.h"
#include "pmc/descriptions/event_facts.h"
#include "pmc/probe_share.h"

static const char *result_note_event_name(uint16_t code)
{
    const struct event *event;
    for (unsigned i = 0; (event = event_lookup_at(i)); i++)
        if (event->code == code)
            return event->name;
    return "";
}

static const char *result_note_p5_erratum(const struct run *run, const struct result *result)
{
    const struct erratum *erratum =
        errata_known_of(run->vendor, run->signature) ? errata_of((uint16_t)result->code) : NULL;
    if (!erratum)
        return NULL;
    const struct result *cause =
        result_index_event(run, result, result_note_event_name(erratum->cause), result->ablate);
    bool there = cause && result_ok(cause) ? cause->values.mean != 0 : erratum_presumed(erratum);
    return there ? erratum->text : NULL;
}

/*
 * Returns whether a text such as "E45 of the Pentium III: wrong" names one of these processors. A
 * text without a processor is about interrupts at certain instructions, which do not occur while a
 * region is measured.
 */
static bool result_note_erratum_applies(const char *erratum, const struct family *family,
                                        uint8_t processors)
{
    bool is = false;
    for (unsigned i = 0; i < family->n_members && !is; i++) {
        char *words = allocate_text(" of %s:", family->members[i].words);
        is = family->members[i].processor & processors && strstr(erratum, words);
        free(words);
    }
    return is;
}

/* Errata of P6 and K7 are in the event tables. */
static const char *result_note_later_erratum(const struct run *run, const struct result *result)
{
    uint8_t processors;
    const struct family *family = event_lookup_family(run->vendor, run->signature, &processors);
    for (unsigned i = 0; family && family != &families[FAMILY_P4] && i < family->n_events; i++) {
        const struct event *event = &family->events[i];
        const char *erratum = event_facts(event).erratum;
        if (event->processors & processors && event->code == result->code && *erratum &&
            result_note_erratum_applies(erratum, family, processors))
            return erratum;
    }
    return NULL;
}

/* Errata of a Pentium 4 apply to all models. They are found by name, because several events share a
 * code. */
static const char *result_note_netburst_erratum(const struct run *run, const struct result *result)
{
    uint8_t processors;
    const struct family *family = event_lookup_family(run->vendor, run->signature, &processors);
    size_t length = strcspn(result->event, ":@");
    for (unsigned i = 0; family == &families[FAMILY_P4] && i < family->n_events; i++) {
        const struct event *event = &family->events[i];
        const char *erratum = event_facts(event).erratum;
        if (*erratum && strlen(event->name) == length &&
            !strncmp(event->name, result->event, length))
            return erratum;
    }
    return NULL;
}

const char *result_note_erratum(const struct run *run, const struct result *result)
{
    if (!result_ok(result) || result->values.mean == 0)
        return NULL;
    const char *erratum = result_note_p5_erratum(run, result);
    if (!erratum)
        erratum = result_note_netburst_erratum(run, result);
    return erratum ? erratum : result_note_later_erratum(run, result);
}

const char *result_note_probe_range(const struct result *result, char *buffer, size_t size)
{
    const double low = -result->probe_low, high = result->probe_high;
    const double least = fmax(result->values.mean, 0) * PROBE_SHARE_PERCENT / 100;
    if (!result_ok(result) || (low == 0 && high == 0) || (low < least && high < least))
        return NULL;
    if (low == 0)
        snprintf(buffer, size, "0 to %.0f are the probe's", high);
    else if (high == 0)
        snprintf(buffer, size, "0 to %.0f are missing because of the probe", low);
    else
        snprintf(buffer, size, "the probe removes up to %.0f or adds up to %.0f", low, high);
    return buffer;
}

const char *result_note_probe_share(const struct result *result)
{
    const struct probe_share *share = probe_share_of(result->event);
    if (!share || !result_ok(result) || result->region == RUN_WHOLE || result->by_stub)
        return NULL;
    double most = (double)share->most * result->entries;
    bool counts =
        result->values.mean > 0 && most * 100 >= result->values.mean * PROBE_SHARE_PERCENT;
    return counts ? share->text : NULL;
}

const char *result_note_nested(const struct result *result, char *buffer, size_t size)
{
    const bool none = !result->inner_begins && !result->inner_ends;
    const double mean = result->values.mean;
    const char *of = result->region == RUN_WHOLE ? "regions" : "other regions";
    if (none || !result_ok(result))
        return NULL;
    if (!result->inner_priced)
        snprintf(buffer, size, "includes the overhead of %u begins and %u ends of %s",
                 result->inner_begins, result->inner_ends, of);
    else if (mean > 0 && result->inner_cost * 100 >= mean * PROBE_SHARE_PERCENT)
        snprintf(buffer, size, "about %.0f is the overhead of %u begins and %u ends of %s",
                 result->inner_cost, result->inner_begins, result->inner_ends, of);
    else
        return NULL;
    return buffer;
}

unsigned result_notes_count_suspects(const struct run *run)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        n += run->results[i].suspect != NULL;
    for (unsigned i = 0; i < run->n_findings; i++)
        n += finding_text_is_impossible(&run->findings[i]);
    return n;
}

unsigned result_notes_report_suspects(const struct result *const *results, unsigned n,
                                      const char *prefix)
{
    const struct result *first = NULL;
    unsigned suspects = 0;
    char region[160];
    for (unsigned i = 0; i < n; i++) {
        first = first || !results[i]->suspect ? first : results[i];
        suspects += results[i]->suspect != NULL;
    }
    if (!first)
        return 0;
    run_region_text(first, region, sizeof region);
    if (suspects == 1)
        message_print("%s1 result is suspect: %s, %s, %s: %s", prefix, first->bench, region,
                      first->event, first->suspect);
    else
        message_print("%s%u results are suspect; the first is %s, %s, %s: %s", prefix, suspects,
                      first->bench, region, first->event, first->suspect);
    return suspects;
}

/* The same for findings. */
static unsigned result_notes_report_findings(const struct run *run, const char *prefix)
{
    const struct finding *first = NULL;
    unsigned suspects = 0;
    for (unsigned i = 0; i < run->n_findings; i++) {
        const bool suspect = finding_text_is_impossible(&run->findings[i]);
        first = first || !suspect ? first : &run->findings[i];
        suspects += suspect;
    }
    if (suspects == 1)
        message_print("%s1 finding is suspect: %s, %s: %s", prefix, first->bench, first->name,
                      first->text);
    else if (first)
        message_print("%s%u findings are suspect; the first is %s, %s: %s", prefix, suspects,
                      first->bench, first->name, first->text);
    return suspects;
}

unsigned result_notes_report_run_suspects(const struct run *run, const char *prefix)
{
    const struct result **results = allocate_zeroed((run->n_results + 1) * sizeof *results);
    for (unsigned i = 0; i < run->n_results; i++)
        results[i] = &run->results[i];
    unsigned suspects = result_notes_report_suspects(results, run->n_results, prefix);
    free(results);
    return suspects + result_notes_report_findings(run, prefix);
}

const char *result_note_no_region(const struct run *run)
{
    static char note[256];
    if (run->n_results || run->n_findings || run->n_samplings || !run->n_times)
        return NULL;
    snprintf(note, sizeof note, "%s " NO_REGION_REMEDY, run->times[0].bench);
    return note;
}

void result_notes_report_none_selected(const struct run *run)
{
    const char *note = result_note_no_region(run);
    if (note)
        message_print("%s: %s", run->source, note);
    else if (run->n_score_lines && !run->n_results)
        message_print("%s has a score and no results: 'bareprobe score' shows it", run->source);
    else if (!run->n_results && run->n_samplings)
        message_print(
            "%s has samples (experiment=%s) and no counts of regions: 'bareprobe show' without "
            "options shows them",
            run->source, run->samplings[0].experiment);
    else
        message_print("%s: none of its %u results is selected", run->source, run->n_results);
}
