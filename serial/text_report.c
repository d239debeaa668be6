/*
 * SPDX-License-Identifier: MIT
 * The report as text, in the layout of run_p5mon's (thesis, Figures 4.2 to 4.6).
 */
#include "serial/model_accuracy.h"
#include "serial/overheads_report.h"
#include "serial/report_lines.h"
#include "serial/text_results.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "pmc/errata.h"

#pragma weak model_accuracy /* the small image lacks it */

static const char *platform_note(const char *platform)
{
    if (!strcmp(platform, "virtual"))
        return " (counts of a model, not of a real chip)";
    if (!strcmp(platform, "unknown"))
        return " (not known to be a real chip)";
    if (!strcmp(platform, "emulator"))
        return " (clocks of an emulator, not of a real chip)";
    return "";
}

static void text_report_start(struct report_stream *report, const struct report_start *start)
{
    report_line(report, "bareprobe %s", start->build);
    report_line(report, " platform: %s%s", start->platform, platform_note(start->platform));
    if (start->platform_evidence && strcmp(start->platform, "virtual") != 0)
        report_line(report, "  %s", start->platform_evidence);
    report_line(report, " benchmarks: %u", start->benches);
    report->modelled = !strcmp(start->platform, "virtual");
}

static void text_report_cpu(struct report_stream *report, const struct report_cpu *cpu)
{
    report->errata = errata_known_of(cpu->vendor, cpu->signature);
    char stepping[16] = "";
    if (cpu->stepping)
        format(stepping, sizeof stepping, " (%s)", cpu->stepping);
    report_line(report, " processor: %s, %s, signature 0x%x%s", cpu->name,
                cpu->vendor[0] ? cpu->vendor : "no CPUID", (unsigned)cpu->signature, stepping);
    fixed_t mhz = fixed_divide(fixed_from_int((int64_t)cpu->hz), fixed_from_int(1000000));
    if (cpu->hz)
        report_line(report, " clock: %s MHz", report_line_digits(mhz, 1).text);
    else
        report_line(report, " clock: unknown%s%s", cpu->no_hz ? ": " : "",
                    cpu->no_hz ? cpu->no_hz : "");
    if (cpu->hz_spread > cpu->hz / 100)
        report_line(report, " clock: the measurements differ by more than 1 %%: do not trust it");
    const char *accuracy =
        report->modelled && model_accuracy ? model_accuracy(cpu->vendor, cpu->signature) : NULL;
    if (accuracy)
        report_line(report, " model: %s", accuracy);
    if (cpu->counters)
        report_line(report, " counters: %s", cpu->counters);
    if (cpu->fdiv && !strcmp(cpu->fdiv, "flawed"))
        report_line(report, " FDIV: flawed; benchmarks that divide may compute wrong values");
    if (cpu->missing)
        report_line(report, " missing: %s", cpu->missing);
}

/* Prints whether a cold state includes the board's cache. */
static void text_report_board_cache(struct report_stream *report,
                                    const struct report_machine *machine)
{
    static const char *const states[][2] = {
        {"flushed", "emptied for cold runs"},
        {"displaced", "not emptied by WBINVD; displaced by reads for cold runs"},
        {"kept", "not emptied by WBINVD: cold means L1 caches, TLBs and BTB, not this cache"}};
    for (unsigned i = 0; i < sizeof states / sizeof states[0]; i++)
        if (!strcmp(machine->l2, states[i][0]))
            report_line(report, " second-level cache: %u KB, %s", (unsigned)machine->l2_kb,
                        states[i][1]);
    if (machine->l2_reach_mb)
        report_line(report, " second-level cache: helps in the first %u MB of memory only",
                    (unsigned)machine->l2_reach_mb);
    if (!strcmp(machine->l2, "none"))
        report_line(report, " second-level cache: none found");
}

static void text_report_machine(struct report_stream *report, const struct report_machine *machine)
{
    report_line(report, " memory: %u KB", (unsigned)machine->memory_kb);
    if (machine->memory_wrong)
        report_line(report, " memory: wrong sizes in KB: %s; %u KB were verified",
                    machine->memory_wrong, (unsigned)machine->memory_kb);
    if (!strcmp(machine->caches, "off"))
        report_line(report, " caches: off, and cannot be turned on");
    if (!strcmp(machine->caches, "ineffective"))
        report_line(report, " caches: on, but reads are not faster: check the BIOS setup");
    text_report_board_cache(report, machine);
}

static void text_report_noise(struct report_stream *report, const struct report_noise *noise)
{
    if (noise->jumps)
        report_line(
            report,
            " noise: execution stopped %u times in %llu clocks, for at most %llu clocks: system "
            "management mode, or an emulator's host",
            (unsigned)noise->jumps, (unsigned long long)noise->watched,
            (unsigned long long)noise->largest);
}

static void text_report_selftest(struct report_stream *report,
                                 const struct report_selftest *selftest)
{
    static const char additivity[] = "additivity";
    if (!strncmp(selftest->name, additivity, sizeof additivity - 1))
        report_line(report, " NOPs between probes: %s (%s)%s",
                    selftest->seen ? selftest->seen : "?", selftest->name + sizeof additivity,
                    strcmp(selftest->status, "ok") ? ": wrong counts" : "");
    else if (selftest->seen && !strcmp(selftest->status, "unsupported"))
        report_line(report, " self-test: %s is %s: %s", selftest->name, selftest->status,
                    selftest->seen);
    else if (strcmp(selftest->status, "ok"))
        report_line(report, " self-test: %s is %s: expected %lld, got %lld", selftest->name,
                    selftest->status, (long long)selftest->expect, (long long)selftest->got);
}

static void text_report_first_boot(struct report_stream *report, const struct report_page *page)
{
    for (unsigned i = 0; i < page->n_lines; i++)
        report_line(report, "%s", page->lines[i]);
}

/* Formats the date like C's asctime(). */
static struct phrase text_report_date(const struct report_date *date)
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
static void text_report_plan(struct report_stream *report, const struct report_plan *plan)
{
    report_line(report, "\nbareprobe started at %s", text_report_date(&plan->date).text);
    report_line(report, " current directory: %s", plan->directory);
    report_line(report, " parameter file: %s", plan->experiment);
    report_line_join(report, plan->arguments[0] ? " arguments: " : " arguments:", plan->arguments,
                     "");
    report_line_join(report, " command: ", plan->command, "");
    report_line(report, " events: %u, passes: %u (lower bound: %u)", plan->events, plan->passes,
                plan->passes_lower_bound);
    if (report->wire.touched)
        report_line(report, " touched by hand: %s", report->wire.touched);
    if (plan->unguarded)
        report_line(report,
                    " paging=%s: no guard pages: writes to NULL, by pointer below the stack%s are "
                    "not detected",
                    plan->paging,
                    strcmp(plan->ring, "user") ? "" : ", and from ring 3 to the kernel");
}

static void text_report_bench(struct report_stream *report, const struct report_subject *bench)
{
    report_line(report, "\n%s: %s", bench->name, bench->text);
}

static void text_report_skipped(struct report_stream *report, const struct report_skipped *skipped)
{
    report_line(report, "skipped: needs %u KB, %u KB are free", skipped->needs_kb, skipped->has_kb);
}

static void text_report_finding(struct report_stream *report, const struct report_finding *finding)
{
    char text[128];
    if (finding->unsettled)
        format(text, sizeof text, "%s: the repetitions differ too much", REPORT_UNSETTLED);
    else if (finding->text)
        format(text, sizeof text, "%s", finding->text);
    else
        format(text, sizeof text, "%s%s%s", report_line_short_digits(finding->value, 3).text,
               finding->unit[0] ? " " : "", finding->unit);
    if (finding->documented)
        report_line(report, "Finding: %s: %s (documented: %s)", finding->name, text,
                    finding->documented);
    else
        report_line(report, "Finding: %s: %s", finding->name, text);
}

static void text_report_output(struct report_stream *report, const struct report_output *output)
{
    struct output_piece piece;
    size_t position = 0;
    report_line(report, "Output%s:", output->lost ? " (earlier output is lost)" : "");
    while (output_lines_next(output, &position, &piece))
        report_line(report, "    %s", piece.text);
}

static void text_report_no_watchdog(struct report_stream *report, const char *why)
{
    report_line(report, " watchdog unavailable: %s", why);
}

static void text_report_repetition(struct report_stream *report,
                                   const struct report_repetition *repetition)
{
    report_line(report, "%s", report_line_repetition(repetition).text);
}

static void text_report_execution(struct report_stream *report,
                                  const struct report_execution *execution)
{
    report_line(report, "%s", report_line_execution(execution).text);
}

static bool is_stream(const char *file)
{
    return !strcmp(file, "stderr") || !strcmp(file, "stdout");
}

/* Lines of a file follow its name; the standard streams are the report itself. */
static void text_report_file_line(struct report_stream *report, const char *file, const char *text)
{
    bool stream = is_stream(file);
    report_line_join(report, stream ? "" : file, stream ? "" : ": ", text);
}

static void text_report_warning(struct report_stream *report, const char *file, const char *what)
{
    bool stream = is_stream(file);
    report_line_join(report, stream ? "" : file, stream ? "warning: " : ": warning: ", what);
}

static void text_report_error(struct report_stream *report, const char *what)
{
    report_line_join(report, "error: ", what, "");
}

static void text_report_words(struct report_stream *report, const char *title,
                              const uint32_t *words, unsigned n)
{
    char text[LINE_BYTES];
    int length = format(text, sizeof text, "    %s:", title);
    for (unsigned i = 0; i < n; i++)
        length += format(text + length, sizeof text - (size_t)length, " %08x", (unsigned)words[i]);
    report_line(report, "%s", text);
}

/* Prints the location in the source, on separate lines. */
static void text_report_place(struct report_stream *report, const char *place)
{
    const char *how = "in ";
    while (place && *place) {
        size_t length = strcspn(place, "\n");
        report_line(report, "    %s%.*s", how, (int)length, place);
        place += length + (place[length] == '\n');
        how = "    ";
    }
}

static void text_report_fault(struct report_stream *report, const struct report_fault *fault)
{
    const char *where = fault->bench ? fault->bench : "the kernel";
    if (fault->vector < 32)
        report_line(report, "\nfault: exception %u (%s), error code 0x%x, at 0x%08x, in %s",
                    (unsigned)fault->vector, fault->name, (unsigned)fault->error,
                    (unsigned)fault->eip, where);
    else
        report_line(report, "\nfault: %s, at 0x%08x, in %s", fault->name, (unsigned)fault->eip,
                    where);
    text_report_place(report, fault->place);
    if (fault->region >= 0)
        report_line(report, "    in region %d%s", fault->region,
                    report_line_region_name(fault->region_name).text);
    if (fault->what[0])
        report_line(report, "    %s", fault->what);
    const uint32_t general[] = {fault->eax, fault->ecx, fault->edx, fault->ebx,
                                fault->esp, fault->ebp, fault->esi, fault->edi};
    const uint32_t control[] = {fault->cr0, fault->cr2, fault->cr3, fault->cr4, fault->eflags};
    text_report_words(report, "eax ecx edx ebx esp ebp esi edi", general, 8);
    text_report_words(report, "cr0 cr2 cr3 cr4 eflags", control, 5);
    char code[3 * sizeof fault->code + 1];
    for (unsigned i = 0; i < sizeof fault->code; i++)
        format(code + 3 * i, 4, " %02x", (unsigned)fault->code[i]);
    report_line(report, "    code:%s", code);
    for (unsigned i = 0; i < REPORT_STACK; i += 16)
        text_report_words(report, i ? "      " : "stack", fault->stack + i, 16);
}

static void text_report_broken(struct report_stream *report, const struct report_broken *broken)
{
    report_line(report, "fault: region %u%s of %s: %s; entered %u times and exited %u times",
                broken->region, report_line_region_name(broken->region_name).text, broken->bench,
                broken->name, (unsigned)broken->entries, (unsigned)broken->exits);
    if (broken->entered_at)
        report_line(report, "    last entered at 0x%08x", (unsigned)broken->entered_at);
    if (broken->left_at)
        report_line(report, "    last left at 0x%08x", (unsigned)broken->left_at);
    text_report_place(report, broken->place);
}

static void text_report_done(struct report_stream *report, const struct report_done *done)
{
    if (done->runs && done->milliseconds) {
        fixed_t seconds = fixed_divide(fixed_from_int(done->milliseconds), fixed_from_int(1000));
        report_line(report, "Total elapsed time: %s seconds", report_line_digits(seconds, 1).text);
        report_line(report, "   (program executed %u times, with an average execution time of %ss)",
                    done->runs,
                    report_line_digits(fixed_divide(seconds, fixed_from_int(done->runs)), 1).text);
    }
    if (done->disturbed)
        report_line(
            report,
            "%u of %u repetitions (%s%%) were disturbed: they took longer than the others of "
            "their pass, by at most %llu clocks",
            done->disturbed, done->repetitions,
            report_line_percent(fixed_from_int(done->disturbed), fixed_from_int(done->repetitions))
                .text,
            (unsigned long long)done->excess);
    if (overheads_report_done && done->overheads) {
        overheads_report_done(report, done);
        return;
    }
    report_line(report, "%u result%s, %u error%s%s: %s", done->results,
                report_plural(done->results), done->errors, report_plural(done->errors),
                suspects_text(done->suspects).text, done->errors ? "failed" : "ok");
}

const struct report_form report_text = {
    .start = text_report_start,
    .cpu = text_report_cpu,
    .machine = text_report_machine,
    .noise = text_report_noise,
    .selftest = text_report_selftest,
    .first_boot = text_report_first_boot,
    .score = score_report_text,
    .overheads = overheads_report_text,
    .plan = text_report_plan,
    .bench = text_report_bench,
    .skipped = text_report_skipped,
    .finding = text_report_finding,
    .output = text_report_output,
    .bench_end = text_results_bench_end,
    .no_watchdog = text_report_no_watchdog,
    .repetition = text_report_repetition,
    .execution = text_report_execution,
    .warning = text_report_warning,
    .file_line = text_report_file_line,
    .error = text_report_error,
    .fault = text_report_fault,
    .broken = text_report_broken,
    .done = text_report_done,
};
