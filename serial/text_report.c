/*
 * SPDX-License-Identifier: MIT
 * The report as text, in the layout of run_p5mon's (thesis, Figures 4.2 to 4.6).
 */
#include "serial/line.h"
#include "serial/model_worth.h"
#include "serial/overheads_report.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "pmc/errata.h"
#include "pmc/event.h"
#include "pmc/probe_share.h"
#include "pmc/ratio.h"

static const char *platform_note(const char *platform)
{
    if (!strcmp(platform, "virtual"))
        return " (counts of a model, not of a real chip)";
    if (!strcmp(platform, "emulator"))
        return " (clocks of an emulator, not of a real chip)";
    return "";
}

static void print_start(struct report *report, const struct report_start *start)
{
    line(report, "bareprobe %s", start->build);
    line(report, " platform: %s%s", start->platform, platform_note(start->platform));
    line(report, " benchmarks: %u", start->benches);
    report->modelled = !strcmp(start->platform, "virtual");
}

static void print_cpu(struct report *report, const struct report_cpu *cpu)
{
    report->errata = errata_known_of(cpu->vendor, cpu->signature);
    char stepping[16] = "";
    if (cpu->stepping)
        format(stepping, sizeof stepping, " (%s)", cpu->stepping);
    line(report, " processor: %s, %s, signature 0x%x%s", cpu->name,
         cpu->vendor[0] ? cpu->vendor : "no CPUID", (unsigned)cpu->signature, stepping);
    fixed_t mhz = fixed_divide(fixed_from_int((int64_t)cpu->hz), fixed_from_int(1000000));
    if (cpu->hz)
        line(report, " clock: %s MHz", digits(mhz, 1).text);
    else
        line(report, " clock: unknown%s%s", cpu->no_hz ? ": " : "", cpu->no_hz ? cpu->no_hz : "");
    if (cpu->hz_spread > cpu->hz / 100)
        line(report, " clock: the measurements differ by more than 1 %%: do not trust it");
    const char *worth = report->modelled ? model_worth(cpu->vendor, cpu->signature) : NULL;
    if (worth)
        line(report, " model: %s", worth);
    if (cpu->counters)
        line(report, " counters: %s", cpu->counters);
    if (cpu->fdiv && !strcmp(cpu->fdiv, "flawed"))
        line(report, " FDIV: flawed; benchmarks that divide may compute wrong values");
    if (cpu->missing)
        line(report, " missing: %s", cpu->missing);
}

/* Prints whether a cold state includes the board's cache. */
static void print_board_cache(struct report *report, const struct report_machine *machine)
{
    static const char *const states[][2] = {
        {"flushed", "emptied for cold runs"},
        {"displaced", "not emptied by WBINVD; displaced by reads for cold runs"},
        {"kept", "not emptied by WBINVD: cold means L1 caches, TLBs and BTB, not this cache"}};
    for (unsigned i = 0; i < sizeof states / sizeof states[0]; i++)
        if (!strcmp(machine->l2, states[i][0]))
            line(report, " second-level cache: %u KB, %s", (unsigned)machine->l2_kb, states[i][1]);
    if (machine->l2_reach_mb)
        line(report, " second-level cache: helps in the first %u MB of memory only",
             (unsigned)machine->l2_reach_mb);
    if (!strcmp(machine->l2, "none"))
        line(report, " second-level cache: none found");
}

static void print_machine(struct report *report, const struct report_machine *machine)
{
    line(report, " memory: %u KB", (unsigned)machine->memory_kb);
    if (!strcmp(machine->caches, "off"))
        line(report, " caches: off, and cannot be turned on");
    if (!strcmp(machine->caches, "ineffective"))
        line(report, " caches: on, but reads are not faster: check the BIOS setup");
    print_board_cache(report, machine);
}

static void print_noise(struct report *report, const struct report_noise *noise)
{
    if (noise->jumps)
        line(report,
             " noise: execution stopped %u times in %llu clocks, for at most %llu clocks: system "
             "management mode, or an emulator's host",
             (unsigned)noise->jumps, (unsigned long long)noise->watched,
             (unsigned long long)noise->largest);
}

static void print_selftest(struct report *report, const struct report_selftest *selftest)
{
    static const char additivity[] = "additivity";
    if (!strncmp(selftest->name, additivity, sizeof additivity - 1))
        line(report, " NOPs between probes: %s (%s)%s", selftest->seen ? selftest->seen : "?",
             selftest->name + sizeof additivity,
             strcmp(selftest->status, "ok") ? ": wrong counts" : "");
    else if (selftest->seen && !strcmp(selftest->status, "unsupported"))
        line(report, " self-test: %s is %s: %s", selftest->name, selftest->status, selftest->seen);
    else if (strcmp(selftest->status, "ok"))
        line(report, " self-test: %s is %s: expected %llu, got %llu", selftest->name,
             selftest->status, (unsigned long long)selftest->expect,
             (unsigned long long)selftest->got);
}

static void print_first_boot(struct report *report, const struct report_page *page)
{
    for (unsigned i = 0; i < page->n_lines; i++)
        line(report, "%s", page->lines[i]);
}

/* Formats the date like C's asctime(). */
static struct phrase date_text(const struct report_date *date)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    static const char days[] = "SunMonTueWedThuFriSat";
    struct phrase phrase = {"an unknown time"};
    if (date->year)
        format(phrase.text, sizeof phrase.text, "%.3s %.3s %2u %02u:%02u:%02u %u",
               days + 3 * date->weekday, months + 3 * (date->month - 1), date->day, date->hour,
               date->minute, date->second, date->year);
    return phrase;
}

/* Prints Figure 4.2 for each experiment. */
static void print_plan(struct report *report, const struct report_plan *plan)
{
    line(report, "\nbareprobe started at %s", date_text(&plan->date).text);
    line(report, " current directory: %s", plan->directory);
    line(report, " parameter file: %s", plan->experiment);
    line_join(report, plan->arguments[0] ? " arguments: " : " arguments:", plan->arguments, "");
    line_join(report, " command: ", plan->command, "");
    line(report, " events: %u, passes: %u (lower bound: %u)", plan->events, plan->passes,
         plan->passes_lower_bound);
    if (report->wire.touched)
        line(report, " touched by hand: %s", report->wire.touched);
    if (plan->unguarded)
        line(report,
             " paging=%s: no guard pages: writes to NULL, below the stack%s are not detected",
             plan->paging, strcmp(plan->ring, "user") ? "" : ", and from ring 3 to the kernel");
}

static void print_bench(struct report *report, const struct report_subject *bench)
{
    line(report, "\n%s: %s", bench->name, bench->text);
}

static void print_skipped(struct report *report, const struct report_skipped *skipped)
{
    line(report, "skipped: needs %u KB, %u KB are free", skipped->needs_kb, skipped->has_kb);
}

static void print_finding(struct report *report, const struct report_finding *finding)
{
    char text[128];
    if (finding->unsettled)
        format(text, sizeof text, "%s: the repetitions differ too much", REPORT_UNSETTLED);
    else if (finding->text)
        format(text, sizeof text, "%s", finding->text);
    else
        format(text, sizeof text, "%s%s%s", short_digits(finding->value, 3).text,
               finding->unit[0] ? " " : "", finding->unit);
    if (finding->documented)
        line(report, "Finding: %s: %s (documented: %s)", finding->name, text, finding->documented);
    else
        line(report, "Finding: %s: %s", finding->name, text);
}

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

static void print_output(struct report *report, const struct report_output *output)
{
    struct output_piece piece;
    size_t position = 0;
    line(report, "Output%s:", output->lost ? " (earlier output is lost)" : "");
    while (output_next(output, &position, &piece))
        line(report, "    %s", piece.text);
}

/* The average, its interval, and the interval in percent. */
static struct phrase average(const struct report_values *values)
{
    struct phrase phrase;
    format(phrase.text, sizeof phrase.text, "%s +/- %s (%s%%)", digits(values->mean, 1).text,
           digits(values->half_width, 1).text, percent(values->half_width, values->mean).text);
    return phrase;
}

/* Indentation of an event's lines: within a region, or below the heading. */
static const char *indent(const struct report *report)
{
    return report->plan.whole_runs ? "  " : "        ";
}

/*
 * Returns "   #  1.87 CPI" or "   #  12.500% of Data Read" if the reference event was counted in
 * the same rings; else "".
 */
static struct phrase ratio_text(const struct report_result *results, unsigned n,
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
                   digits(fixed_divide(whole, mean), 2).text, ratio->per);
        else
            format(phrase.text, sizeof phrase.text, "   #  %s%% of %s", percent(mean, whole).text,
                   other->event_text);
        break;
    }
    return phrase;
}

/* Prints Figure 4.3, or 4.5 with the average per entry. */
static void print_summary(struct report *report, const struct report_result *results, unsigned n,
                          const struct report_result *result)
{
    char share[40] = "";
    if (!report->plan.whole_runs)
        format(share, sizeof share, " [%s]", digits(result_per_entry(result), 1).text);
    line(report, "%s%s: %s%s%s", indent(report), title(result).text,
         average(&result->corrected).text, share, ratio_text(results, n, result).text);
}

/*
 * Prints every repetition on a line, then the average: Figure 4.4, or 4.6, whose repetitions are
 * numbered from 1 instead of 0. Decimal points are aligned: a value without one ends at the same
 * column.
 */
static void print_all_results(struct report *report, const struct report_result *result)
{
    const struct report_values *values = &result->corrected;
    bool regions = !report->plan.whole_runs;
    const char *in = regions ? "            " : "    ";
    fixed_t off = result->overhead * (int64_t)result->entries;
    line(report, "%sEvent: %s", indent(report), title(result).text);
    for (unsigned repetition = 0; repetition < result->n_samples; repetition++) {
        fixed_t value = fixed_from_int(result->samples[repetition]) - off;
        unsigned decimals = value % FIXED_ONE ? 1 : 0;
        char label[24];
        format(label, sizeof label, "rep %u:", repetition + regions);
        line(report, "%s%-8s %*s", in, label, decimals ? 12 : 10, digits(value, decimals).text);
    }
    struct phrase all = average(values);
    int integer = (int)(strchr(all.text, '.') - all.text);
    line(report, "%sAverage: %*s%s", in, integer < 10 ? 10 - integer : 0, "", all.text);
    if (regions)
        line(report, "%s         %12s per time region entered", in,
             digits(result_per_entry(result), 1).text);
}

static void print_result(struct report *report, const struct report_result *results, unsigned n,
                         const struct report_result *result)
{
    if (result->status != RESULT_OK)
        line(report, "%s%s: %s", indent(report), title(result).text,
             result_status_name(result->status));
    else if (result->samples)
        print_all_results(report, result);
    else
        print_summary(report, results, n, result);
    if (result->status == RESULT_OK && result->counter_off)
        line(report, "%s    counter %u is off: its self-test counted %lld for 100", indent(report),
             result->counter, (long long)(100 + result->counter_off));
    if (result->status == RESULT_OK && result->outliers)
        line(report, "%s    %u of %u repetitions are beyond 5 median absolute deviations%s",
             indent(report), result->outliers, result->corrected.n + result->culled,
             result->culled ? "; those beyond the limit of cull are left out" : "");
    if (result->status == RESULT_OK && result->levels.low_n)
        line(report, "%s    2 levels: %s", indent(report), levels_text(&result->levels).text);
    if (result->status == RESULT_OK && result_is_negative(result))
        line(report, "%s    below 0: less than the count of an empty region", indent(report));
}

/*
 * Reports whether the erratum's cause was present, according to the region's results in the same
 * rings.
 */
static bool may_touch(const struct erratum *erratum, const struct report_result *results,
                      unsigned n, const char *ring)
{
    for (unsigned e = 0; e < n; e++)
        if (results[e].code == erratum->cause && results[e].status == RESULT_OK &&
            !strcmp(results[e].ring, ring))
            return results[e].corrected.mean != 0;
    return erratum_presumed(erratum);
}

static void print_erratum(struct report *report, const struct report_result *results, unsigned n,
                          const struct report_result *of)
{
    const struct erratum *erratum = report->errata ? errata_of(of->code) : NULL;
    if (erratum && of->status == RESULT_OK && of->corrected.mean != 0 &&
        may_touch(erratum, results, n, of->ring))
        line(report, "%s    erratum: %s", indent(report), erratum->text);
}

/* Prints which part of a region's count may be its end probe's. */
static void print_probe_share(struct report *report, const struct report_result *of)
{
    const struct probe_share *share = report->plan.whole_runs ? NULL : probe_share_of(of->event);
    if (!share || of->status != RESULT_OK || of->by_stub || of->corrected.mean <= 0)
        return;
    fixed_t most = (fixed_t)share->most * of->entries * FIXED_ONE;
    if (most >= of->corrected.mean / 100 * PROBE_SHARE_PERCENT)
        line(report, "%s    %s", indent(report), share->text);
}

/* Prints the probes of other regions in this one; for a whole run, those beyond an empty run's. */
static void print_inner(struct report *report, const struct report_result *results, unsigned n)
{
    const struct report_result *of = results;
    while (of < results + n && !of->inner_begins && !of->inner_ends)
        of++;
    if (of < results + n)
        line(report, "%scontains %u begins and %u ends of %s; their probes are counted",
             indent(report), (unsigned)of->inner_begins, (unsigned)of->inner_ends,
             report->plan.whole_runs ? "regions after the first" : "other regions");
}

/* Prints their contribution to a count. */
static void print_inner_share(struct report *report, const struct report_result *of)
{
    if (of->status == RESULT_OK && of->inner_priced && of->corrected.mean > 0 &&
        of->inner_cost >= of->corrected.mean / 100 * PROBE_SHARE_PERCENT)
        line(report, "%s    about %s are %s probes", indent(report), digits(of->inner_cost, 0).text,
             report->plan.whole_runs ? "regions'" : "other regions'");
}

static void print_results_heading(struct report *report, const struct report_bench *bench)
{
    if (report->plan.whole_runs)
        line(report,
             "Results (for %s with a %u%% confidence level):", sampled(&report->plan, bench).text,
             report->plan.level);
    else
        line(report, "Results (for %u regions, %s, %u%% confidence level):", bench->n_regions,
             sampled(&report->plan, bench).text, report->plan.level);
}

#define ALIKE_MANY 3

/*
 * Returns how many events of a region lack a number for the same reason, so that one line covers
 * them: lost records, and events that nothing counts. 0: each has a separate line.
 */
static unsigned alike(const struct report_result *results, unsigned n, enum result_status status)
{
    unsigned same = 0, others = 0;
    for (unsigned e = 0; e < n; e++) {
        same += results[e].status == status;
        others += results[e].status != status && results[e].code != EVENT_CODE_TIME_STAMP;
    }
    bool never = status == RESULT_UNSUPPORTED || status == RESULT_STUCK || status == RESULT_OFF;
    bool told = status == RESULT_NOT_HEARD || (never && others == 0);
    return told && same >= ALIKE_MANY ? same : 0;
}

/* Prints that line instead of the first event's. */
static void print_alike(struct report *report, const struct report_result *results, unsigned e,
                        unsigned same)
{
    enum result_status status = results[e].status;
    for (unsigned before = 0; before < e; before++)
        if (results[before].status == status)
            return;
    if (status == RESULT_NOT_HEARD)
        line(report, "%s%u events: not heard", indent(report), same);
    else
        line(report, "%snone of %u events can be counted here: %s", indent(report), same,
             result_status_name(status));
}

static void print_bench_end(struct report *report, const struct report_bench *bench)
{
    line(report, " measured %s", mode(&report->plan, bench).text);
    line(report, " time stamp counter over a whole run: %s", average(&bench->clocks).text);
    print_results_heading(report, bench);
    for (unsigned r = 0; r < bench->n_regions; r++) {
        const struct report_result *results = &bench->results[r * bench->n_events];
        if (!report->plan.whole_runs)
            line(report, "    Region %u%s, entered %u times and exited %u times:", results->region,
                 named(results->region_name).text, (unsigned)results->entries,
                 (unsigned)results->exits);
        if (!report->plan.whole_runs)
            print_inner(report, results, bench->n_events);
        for (unsigned e = 0; e < bench->n_events; e++) {
            unsigned same = alike(results, bench->n_events, results[e].status);
            if (same) {
                print_alike(report, results, e, same);
                continue;
            }
            print_result(report, results, bench->n_events, &results[e]);
            print_erratum(report, results, bench->n_events, &results[e]);
            print_probe_share(report, &results[e]);
            print_inner_share(report, &results[e]);
        }
        if (report->plan.whole_runs) /* the thesis's figure has no such line */
            print_inner(report, results, bench->n_events);
    }
}

static void print_no_watchdog(struct report *report, const char *why)
{
    line(report, " watchdog unavailable: %s", why);
}

static void print_repetition(struct report *report, const struct report_repetition *repetition)
{
    line(report, "%s", repetition_text(repetition).text);
}

static void print_execution(struct report *report, const struct report_execution *execution)
{
    line(report, "%s", execution_text(execution).text);
}

static bool is_stream(const char *file)
{
    return !strcmp(file, "stderr") || !strcmp(file, "stdout");
}

/* Lines of a file follow its name; the standard streams are the report itself. */
static void print_file_line(struct report *report, const char *file, const char *text)
{
    bool stream = is_stream(file);
    line_join(report, stream ? "" : file, stream ? "" : ": ", text);
}

static void print_warning(struct report *report, const char *file, const char *what)
{
    bool stream = is_stream(file);
    line_join(report, stream ? "" : file, stream ? "warning: " : ": warning: ", what);
}

static void print_error(struct report *report, const char *what)
{
    line_join(report, "error: ", what, "");
}

static void print_words(struct report *report, const char *title, const uint32_t *words, unsigned n)
{
    char text[LINE_BYTES];
    int length = format(text, sizeof text, "    %s:", title);
    for (unsigned i = 0; i < n; i++)
        length += format(text + length, sizeof text - (size_t)length, " %08x", (unsigned)words[i]);
    line(report, "%s", text);
}

/* Prints the location in the source, on separate lines. */
static void print_place(struct report *report, const char *place)
{
    const char *how = "in ";
    while (place && *place) {
        size_t length = strcspn(place, "\n");
        line(report, "    %s%.*s", how, (int)length, place);
        place += length + (place[length] == '\n');
        how = "    ";
    }
}

static void print_fault(struct report *report, const struct report_fault *fault)
{
    const char *where = fault->bench ? fault->bench : "the kernel";
    if (fault->vector < 32)
        line(report, "\nfault: exception %u (%s), error code 0x%x, at 0x%08x, in %s",
             (unsigned)fault->vector, fault->name, (unsigned)fault->error, (unsigned)fault->eip,
             where);
    else
        line(report, "\nfault: %s, at 0x%08x, in %s", fault->name, (unsigned)fault->eip, where);
    print_place(report, fault->place);
    if (fault->region >= 0)
        line(report, "    in region %d%s", fault->region, named(fault->region_name).text);
    if (fault->what[0])
        line(report, "    %s", fault->what);
    const uint32_t general[] = {fault->eax, fault->ecx, fault->edx, fault->ebx,
                                fault->esp, fault->ebp, fault->esi, fault->edi};
    const uint32_t control[] = {fault->cr0, fault->cr2, fault->cr3, fault->cr4, fault->eflags};
    print_words(report, "eax ecx edx ebx esp ebp esi edi", general, 8);
    print_words(report, "cr0 cr2 cr3 cr4 eflags", control, 5);
    char code[3 * sizeof fault->code + 1];
    for (unsigned i = 0; i < sizeof fault->code; i++)
        format(code + 3 * i, 4, " %02x", (unsigned)fault->code[i]);
    line(report, "    code:%s", code);
    for (unsigned i = 0; i < REPORT_STACK; i += 16)
        print_words(report, i ? "      " : "stack", fault->stack + i, 16);
}

static void print_broken(struct report *report, const struct report_broken *broken)
{
    line(report, "fault: region %u%s of %s: %s; entered %u times and exited %u times",
         broken->region, named(broken->region_name).text, broken->bench, broken->name,
         (unsigned)broken->entries, (unsigned)broken->exits);
    if (broken->entered_at)
        line(report, "    last entered at 0x%08x", (unsigned)broken->entered_at);
    if (broken->left_at)
        line(report, "    last left at 0x%08x", (unsigned)broken->left_at);
    print_place(report, broken->place);
}

static void print_done(struct report *report, const struct report_done *done)
{
    if (done->runs && done->milliseconds) {
        fixed_t seconds = fixed_divide(fixed_from_int(done->milliseconds), fixed_from_int(1000));
        line(report, "Total elapsed time: %s seconds", digits(seconds, 1).text);
        line(report, "   (program executed %u times, with an average execution time of %ss)",
             done->runs, digits(fixed_divide(seconds, fixed_from_int(done->runs)), 1).text);
    }
    if (done->disturbed)
        line(report,
             "%u of %u repetitions (%s%%) were disturbed: they took longer than the others of "
             "their pass, by at most %llu clocks",
             done->disturbed, done->repetitions,
             percent(fixed_from_int(done->disturbed), fixed_from_int(done->repetitions)).text,
             (unsigned long long)done->excess);
    line(report, "%u results, %u errors: %s", done->results, done->errors,
         done->errors ? "failed" : "ok");
}

const struct report_form report_text = {
    .start = print_start,
    .cpu = print_cpu,
    .machine = print_machine,
    .noise = print_noise,
    .selftest = print_selftest,
    .first_boot = print_first_boot,
    .overheads = overheads_as_text,
    .plan = print_plan,
    .bench = print_bench,
    .skipped = print_skipped,
    .finding = print_finding,
    .output = print_output,
    .bench_end = print_bench_end,
    .no_watchdog = print_no_watchdog,
    .repetition = print_repetition,
    .execution = print_execution,
    .warning = print_warning,
    .file_line = print_file_line,
    .error = print_error,
    .fault = print_fault,
    .broken = print_broken,
    .done = print_done,
};
