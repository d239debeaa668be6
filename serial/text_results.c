/*
 * SPDX-License-Identifier: MIT
 * The results of a benchmark as text: one paragraph for each region, with a line for each event.
 */
#include "serial/text_results.h"

#include "serial/report_lines.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "pmc/errata.h"
#include "pmc/event.h"
#include "pmc/probe_share.h"
#include "pmc/ratio.h"

/* The event's name, with its rings if they are explicit. */
struct title {
    char text[128];
};

static struct title title(const struct report_result *result)
{
    struct title title;
    format(title.text, sizeof title.text, result->rings_asked ? "%s (%s)" : "%s",
           result->event_text, result->ring);
    return title;
}

/* The average, its interval, and the interval in percent. */
static struct phrase average(const struct report_values *values)
{
    struct phrase phrase;
    format(phrase.text, sizeof phrase.text, "%s +/- %s (%s%%)",
           report_line_digits(values->mean, 1).text, report_line_digits(values->half_width, 1).text,
           report_line_percent(values->half_width, values->mean).text);
    return phrase;
}

/* Indentation of an event's lines: within a region, or below the heading. */
static const char *indent(const struct report_stream *report)
{
    return report->plan.whole_runs ? "  " : "        ";
}

/*
 * Returns "   #  1.87 CPI" or "   #  12.500% of Data Read" if the reference event was counted in
 * the same rings; else "".
 */
static struct phrase text_results_ratio(const struct report_result *results, unsigned n,
                                        const struct report_result *of)
{
    struct phrase phrase = {""};
    const struct ratio *ratio = ratio_of(of->event);
    fixed_t mean = of->corrected.mean;
    for (unsigned e = 0; ratio && e < n && mean > 0; e++) {
        const struct report_result *other = &results[e];
        fixed_t whole = other->corrected.mean;
        if (!ratio_is_of(ratio, other->event) || other->status != RESULT_OK || whole <= 0 ||
            other->ring != of->ring)
            continue;
        if (ratio->per)
            format(phrase.text, sizeof phrase.text, "   #  %s %s",
                   report_line_digits(fixed_divide(whole, mean), 2).text, ratio->per);
        else
            format(phrase.text, sizeof phrase.text, "   #  %s%% of %s",
                   report_line_percent(mean, whole).text, other->event_text);
        break;
    }
    return phrase;
}

/* Prints Figure 4.3, or 4.5 with the average per entry. */
static void text_results_summary(struct report_stream *report, const struct report_result *results,
                                 unsigned n, const struct report_result *result)
{
    char share[40] = "";
    if (!report->plan.whole_runs)
        format(share, sizeof share, " [%s]", report_line_digits(result_per_entry(result), 1).text);
    report_line(report, "%s%s: %s%s%s", indent(report), title(result).text,
                average(&result->corrected).text, share,
                text_results_ratio(results, n, result).text);
}

/*
 * Prints every repetition on a line, then the average: Figure 4.4, or 4.6, whose repetitions are
 * numbered from 1 instead of 0. Decimal points are aligned: a value without one ends at the same
 * column.
 */
static void text_results_all_results(struct report_stream *report,
                                     const struct report_result *result)
{
    const struct report_values *values = &result->corrected;
    bool regions = !report->plan.whole_runs;
    const char *in = regions ? "            " : "    ";
    const fixed_t off = result->off;
    report_line(report, "%sEvent: %s", indent(report), title(result).text);
    for (unsigned repetition = 0; repetition < result->n_samples; repetition++) {
        fixed_t value = fixed_from_int(result->samples[repetition]) - off;
        unsigned decimals = value % FIXED_ONE ? 1 : 0;
        char label[24];
        format(label, sizeof label, "rep %u:", repetition + regions);
        report_line(report, "%s%-8s %*s", in, label, decimals ? 12 : 10,
                    report_line_digits(value, decimals).text);
    }
    struct phrase all = average(values);
    int integer = (int)(strchr(all.text, '.') - all.text);
    report_line(report, "%sAverage: %*s%s", in, integer < 10 ? 10 - integer : 0, "", all.text);
    if (regions)
        report_line(report, "%s         %12s per time region entered", in,
                    report_line_digits(result_per_entry(result), 1).text);
}

static void text_results_result(struct report_stream *report, const struct report_result *results,
                                unsigned n, const struct report_result *result)
{
    if (result->status != RESULT_OK)
        report_line(report, "%s%s: %s", indent(report), title(result).text,
                    result_status_name(result->status));
    else if (result->samples)
        text_results_all_results(report, result);
    else
        text_results_summary(report, results, n, result);
    if (result->status == RESULT_REPROGRAMMED && result->counters_written)
        report_line(report, "%s    the region writes counters: mask 0x%x", indent(report),
                    (unsigned)result->counters_written);
    if (result->status == RESULT_OK && result->counter_off)
        report_line(report, "%s    counter %u is off: its self-test counted %lld for 100",
                    indent(report), result->counter, (long long)(100 + result->counter_off));
    if (result->status == RESULT_OK && result->corrected.summed)
        report_line(report, "%s    %u samples did not fit in memory: no median, mode or outliers",
                    indent(report), result->corrected.n);
    if (result->status == RESULT_OK && result->outliers)
        report_line(report, "%s    %u of %u repetitions are beyond 5 median absolute deviations%s",
                    indent(report), result->outliers, result->corrected.n + result->culled,
                    result->culled ? "; those beyond the limit of cull are left out" : "");
    if (result->status == RESULT_OK && result->levels.low_n)
        report_line(report, "%s    2 levels: %s", indent(report),
                    record_report_levels(&result->levels).text);
    if (result->status == RESULT_OK && result_is_negative(result))
        report_line(report, "%s    below 0: less than the count of an empty region",
                    indent(report));
    if (result->status == RESULT_OK && result->suspect)
        report_line(report, "%s    suspect: %s", indent(report), result->suspect);
}

/*
 * Reports whether the erratum's cause was present, according to the region's results in the same
 * rings.
 */
static bool text_results_erratum_applies(const struct erratum *erratum,
                                         const struct report_result *results, unsigned n,
                                         const char *ring)
{
    for (unsigned e = 0; e < n; e++)
        if (results[e].code == erratum->cause && results[e].status == RESULT_OK &&
            !strcmp(results[e].ring, ring))
            return results[e].corrected.mean != 0;
    return erratum_presumed(erratum);
}

static void text_results_erratum(struct report_stream *report, const struct report_result *results,
                                 unsigned n, const struct report_result *of)
{
    const struct erratum *erratum = report->errata ? errata_of(of->code) : NULL;
    if (erratum && of->status == RESULT_OK && of->corrected.mean != 0 &&
        text_results_erratum_applies(erratum, results, n, of->ring))
        report_line(report, "%s    erratum: %s", indent(report), erratum->text);
}

/* Prints the range of the counts that are the probes' own, or are missing because of them. */
static void text_results_probe_range(struct report_stream *report, const struct report_result *of)
{
    const fixed_t low = -of->probe_low, high = of->probe_high, mean = of->corrected.mean;
    const fixed_t least = (mean < 0 ? 0 : mean) / 100 * PROBE_SHARE_PERCENT;
    const char *in = indent(report);
    if (of->status != RESULT_OK || (!low && !high) || (low < least && high < least))
        return;
    if (!low)
        report_line(report, "%s    0 to %s of these are the probe's", in,
                    report_line_digits(high, 0).text);
    else if (!high)
        report_line(report, "%s    0 to %s too few because of the probe", in,
                    report_line_digits(low, 0).text);
    else
        report_line(report, "%s    between %s too few and %s too many because of the probe", in,
                    report_line_digits(low, 0).text, report_line_digits(high, 0).text);
}

/* Prints which part of a region's count may be its end probe's. */
static void text_results_probe_share(struct report_stream *report, const struct report_result *of)
{
    const struct probe_share *share = report->plan.whole_runs ? NULL : probe_share_of(of->event);
    if (!share || of->status != RESULT_OK || of->by_stub || of->corrected.mean <= 0)
        return;
    fixed_t most = (fixed_t)share->most * of->entries * FIXED_ONE;
    if (most >= of->corrected.mean / 100 * PROBE_SHARE_PERCENT)
        report_line(report, "%s    %s", indent(report), share->text);
}

/* Prints the probes of other regions in this one; for a whole run, those beyond an empty run's. */
static void text_results_nested(struct report_stream *report, const struct report_result *results,
                                unsigned n)
{
    const struct report_result *of = results;
    while (of < results + n && !of->inner_begins && !of->inner_ends)
        of++;
    if (of < results + n)
        report_line(report, "%scontains %u begins and %u ends of %s; their probes are counted",
                    indent(report), (unsigned)of->inner_begins, (unsigned)of->inner_ends,
                    report->plan.whole_runs ? "regions after the first" : "other regions");
}

/* Prints their contribution to a count. */
static void text_results_nested_share(struct report_stream *report, const struct report_result *of)
{
    if (of->status == RESULT_OK && of->inner_priced && of->corrected.mean > 0 &&
        of->inner_cost >= of->corrected.mean / 100 * PROBE_SHARE_PERCENT)
        report_line(report, "%s    about %s are %s probes", indent(report),
                    report_line_digits(of->inner_cost, 0).text,
                    report->plan.whole_runs ? "regions'" : "other regions'");
}

static void text_results_heading(struct report_stream *report, const struct report_bench *bench)
{
    if (report->plan.whole_runs)
        report_line(report, "Results (for %s with a %u%% confidence level):",
                    report_line_samples(&report->plan, bench).text, report->plan.level);
    else
        report_line(report,
                    "Results (for %u regions, %s, %u%% confidence level):", bench->n_regions,
                    report_line_samples(&report->plan, bench).text, report->plan.level);
    if (!report->plan.whole_runs && !bench->n_regions)
        report_line(report, "%sno region was entered: use_assembly_regions=no counts the whole run",
                    indent(report));
}

#define ALIKE_MANY 3

/*
 * Returns how many events of a region lack a number for the same reason, so that one line covers
 * them: lost records, and events that nothing counts. 0: each has a separate line.
 */
static unsigned text_results_count_alike(const struct report_result *results, unsigned n,
                                         enum result_status status)
{
    unsigned same = 0, others = 0;
    for (unsigned e = 0; e < n; e++) {
        same += results[e].status == status;
        others += results[e].status != status && results[e].code != EVENT_CODE_TIME_STAMP;
    }
    bool never = status == RESULT_UNSUPPORTED || status == RESULT_STUCK || status == RESULT_OFF;
    bool in_one_line = status == RESULT_NOT_HEARD || (never && others == 0);
    return in_one_line && same >= ALIKE_MANY ? same : 0;
}

/* Prints that line instead of the first event's. */
static void text_results_alike(struct report_stream *report, const struct report_result *results,
                               unsigned e, unsigned same)
{
    enum result_status status = results[e].status;
    for (unsigned before = 0; before < e; before++)
        if (results[before].status == status)
            return;
    if (status == RESULT_NOT_HEARD)
        report_line(report, "%s%u events: not heard", indent(report), same);
    else
        report_line(report, "%snone of %u events can be counted here: %s", indent(report), same,
                    result_status_name(status));
}

void text_results_bench_end(struct report_stream *report, const struct report_bench *bench)
{
    report_line(report, " measured %s", report_line_mode(&report->plan, bench).text);
    report_line(report, " time stamp counter over a whole run: %s", average(&bench->clocks).text);
    text_results_heading(report, bench);
    for (unsigned r = 0; r < bench->n_regions; r++) {
        const struct report_result *results = &bench->results[r * bench->n_events];
        if (!report->plan.whole_runs)
            report_line(report,
                        "    Region %u%s, entered %u times and exited %u times:", results->region,
                        report_line_region_name(results->region_name).text,
                        (unsigned)results->entries, (unsigned)results->exits);
        if (!report->plan.whole_runs)
            text_results_nested(report, results, bench->n_events);
        for (unsigned e = 0; e < bench->n_events; e++) {
            unsigned same = text_results_count_alike(results, bench->n_events, results[e].status);
            if (same) {
                text_results_alike(report, results, e, same);
                continue;
            }
            text_results_result(report, results, bench->n_events, &results[e]);
            text_results_erratum(report, results, bench->n_events, &results[e]);
            text_results_probe_range(report, &results[e]);
            text_results_probe_share(report, &results[e]);
            text_results_nested_share(report, &results[e]);
        }
        if (report->plan.whole_runs) /* the thesis's figure has no such line */
            text_results_nested(report, results, bench->n_events);
    }
}
