/*
 * SPDX-License-Identifier: MIT
 * The report as text, laid out as run_p5mon's (thesis, Figures 4.2, 4.3 and 4.5).
 */
#include "serial/report.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

#define LINE_BYTES 640

__attribute__((format(printf, 2, 3))) static void line(struct report *report, const char *text, ...)
{
    char buffer[LINE_BYTES];
    va_list arguments;
    va_start(arguments, text);
    int length = vformat(buffer, sizeof buffer - 1, text, arguments);
    va_end(arguments);
    if (length > (int)sizeof buffer - 2)
        length = (int)sizeof buffer - 2;
    buffer[length] = '\n';
    report->wire.send(report->wire.to, buffer, (size_t)length + 1);
}

/* A number's digits, held long enough to be printed. */
struct digits {
    char text[32];
};

static struct digits digits(fixed_t value, unsigned decimals)
{
    struct digits digits;
    fixed_format(digits.text, sizeof digits.text, value, decimals);
    return digits;
}

static const char *platform_note(const char *platform)
{
    if (!strcmp(platform, "virtual"))
        return " (a model's counts, not silicon's)";
    if (!strcmp(platform, "emulator"))
        return " (its clocks are not a processor's)";
    return "";
}

static void print_start(struct report *report, const struct report_start *start)
{
    line(report, "bareprobe %s started", start->build);
    line(report, " platform: %s%s", start->platform, platform_note(start->platform));
    line(report, " arguments: %s", start->command_line);
    line(report, " benchmarks: %u", start->benches);
}

static void print_cpu(struct report *report, const struct report_cpu *cpu)
{
    char clock[32] = "clock not known";
    if (cpu->hz) {
        fixed_t mhz = fixed_divide(fixed_from_int((int64_t)cpu->hz), fixed_from_int(1000000));
        format(clock, sizeof clock, "%s MHz", digits(mhz, 1).text);
    }
    line(report, " processor: %s, %s, signature 0x%x, %s", cpu->name, cpu->vendor,
         (unsigned)cpu->signature, clock);
}

static void print_selftest(struct report *report, const struct report_selftest *selftest)
{
    if (strcmp(selftest->status, "ok"))
        line(report, " self-test: %s is %s: expected %llu, got %llu", selftest->name,
             selftest->status, (unsigned long long)selftest->expect,
             (unsigned long long)selftest->got);
}

static void print_plan(struct report *report, const struct report_plan *plan)
{
    line(report, " command: %s", plan->command);
}

static void print_bench(struct report *report, const char *name, const char *text)
{
    line(report, "\n%s: %s", name, text);
}

/* A share of the average, as run_p5mon prints it: not a number where the average is 0. */
static void format_percent(char *buffer, size_t size, fixed_t part, fixed_t whole)
{
    if (whole == 0 && part != 0) {
        format(buffer, size, "NaN");
        return;
    }
    fixed_t percent = fixed_multiply_divide(part, fixed_from_int(100), whole < 0 ? -whole : whole);
    fixed_format(buffer, size, percent, 3);
}

static void print_result(struct report *report, const struct report_result *result)
{
    if (result->status != RESULT_OK) {
        line(report, "        %s: %s", result->event_text, result_status_name(result->status));
        return;
    }
    const struct report_values *values = &result->corrected;
    char percent[32];
    format_percent(percent, sizeof percent, values->half_width, values->mean);
    fixed_t per_entry = fixed_divide(values->mean, fixed_from_int(result->entries));
    line(report, "        %s: %s +/- %s (%s%%) [%s]", result->event_text,
         digits(values->mean, 1).text, digits(values->half_width, 1).text, percent,
         digits(per_entry, 1).text);
}

static void print_bench_end(struct report *report, const struct report_bench *bench)
{
    line(report, "Results (for %u regions, %u repetitions, %u%% confidence level):",
         bench->n_regions, report->plan.repetitions, report->plan.level);
    for (unsigned r = 0; r < bench->n_regions; r++) {
        const struct report_result *results = &bench->results[r * bench->n_events];
        line(report, "    Region %u, entered %u times and exited %u times:", results->region,
             (unsigned)results->entries, (unsigned)results->exits);
        for (unsigned e = 0; e < bench->n_events; e++)
            print_result(report, &results[e]);
    }
    char percent[32];
    format_percent(percent, sizeof percent, bench->clocks.half_width, bench->clocks.mean);
    line(report, "Time stamp counter over a whole run: %s +/- %s (%s%%)",
         digits(bench->clocks.mean, 1).text, digits(bench->clocks.half_width, 1).text, percent);
}

static void print_error(struct report *report, const char *what)
{
    line(report, "error: %s", what);
}

static void print_words(struct report *report, const char *title, const uint32_t *words, unsigned n)
{
    char text[LINE_BYTES];
    int length = format(text, sizeof text, "    %s:", title);
    for (unsigned i = 0; i < n; i++)
        length += format(text + length, sizeof text - (size_t)length, " %08x", (unsigned)words[i]);
    line(report, "%s", text);
}

static void print_fault(struct report *report, const struct report_fault *fault)
{
    line(report, "\nfault: exception %u (%s), error code 0x%x, at 0x%08x, in %s",
         (unsigned)fault->vector, fault->name, (unsigned)fault->error, (unsigned)fault->eip,
         fault->bench ? fault->bench : "the kernel");
    const uint32_t general[] = {fault->eax, fault->ecx, fault->edx, fault->ebx,
                                fault->esp, fault->ebp, fault->esi, fault->edi};
    const uint32_t control[] = {fault->cr0, fault->cr2, fault->cr3, fault->cr4, fault->eflags};
    print_words(report, "eax ecx edx ebx esp ebp esi edi", general, 8);
    print_words(report, "cr0 cr2 cr3 cr4 eflags", control, 5);
    char code[3 * sizeof fault->code + 1];
    for (unsigned i = 0; i < sizeof fault->code; i++)
        format(code + 3 * i, 4, " %02x", (unsigned)fault->code[i]);
    line(report, "    code:%s", code);
    print_words(report, "stack", fault->stack, 16);
}

static void print_done(struct report *report, const struct report_done *done)
{
    if (done->runs && done->milliseconds) {
        fixed_t seconds = fixed_divide(fixed_from_int(done->milliseconds), fixed_from_int(1000));
        line(report, "\nTotal elapsed time: %s seconds", digits(seconds, 1).text);
        line(report, "   (program executed %u times, with an average execution time of %ss)",
             done->runs, digits(fixed_divide(seconds, fixed_from_int(done->runs)), 3).text);
    }
    line(report, "%u results, %u errors: %s", done->results, done->errors,
         done->errors ? "failed" : "ok");
}

const struct report_form report_text = {
    .start = print_start,
    .cpu = print_cpu,
    .selftest = print_selftest,
    .plan = print_plan,
    .bench = print_bench,
    .bench_end = print_bench_end,
    .error = print_error,
    .fault = print_fault,
    .done = print_done,
};
