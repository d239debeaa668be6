/*
 * SPDX-License-Identifier: MIT
 * Exports JUnit XML: a suite for the run with its self-tests, and one for each benchmark and
 * variant, in which each event of a region is a test. The numbers are in the suite's output.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/written/program_outcome.h"
#include "host/output/export/export.h"

/* Characters that XML 1.0 does not allow become '?'. */
static void junit_write_text(const char *text, FILE *to)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", to);
        else if (*text == '<')
            fputs("&lt;", to);
        else if (*text == '>')
            fputs("&gt;", to);
        else if (*text == '"')
            fputs("&quot;", to);
        else
            putc((unsigned char)*text < ' ' && *text != '\n' ? '?' : *text, to);
    }
}

static void junit_write_attribute(const char *name, const char *text, FILE *to)
{
    fprintf(to, " %s=\"", name);
    junit_write_text(text, to);
    putc('"', to);
}

/* The verdict of a test, from the status of its result. */
enum verdict { PASSED, FAILED, ERROR, SKIPPED };

static enum verdict junit_verdict(const char *status)
{
    if (!strcmp(status, "ok"))
        return PASSED;
    if (!strcmp(status, "unsupported") || !strcmp(status, "reprogrammed"))
        return SKIPPED;
    return strcmp(status, "broken") ? ERROR : FAILED;
}

/* A suspect result has a number that cannot be right. */
static enum verdict junit_result_verdict(const struct result *result)
{
    return result->suspect ? FAILED : junit_verdict(result->status);
}

struct junit_counts {
    unsigned tests, failures, errors, skipped;
};

static void junit_count(struct junit_counts *counts, enum verdict verdict)
{
    counts->tests++;
    counts->failures += verdict == FAILED;
    counts->errors += verdict == ERROR;
    counts->skipped += verdict == SKIPPED;
}

static void junit_write_counts(struct junit_counts counts, FILE *to)
{
    fprintf(to, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\"", counts.tests,
            counts.failures, counts.errors, counts.skipped);
}

static void junit_write_test(const char *class, const char *name, enum verdict verdict,
                             const char *status, const char *message, FILE *to)
{
    static const char *const elements[] = {"", "failure", "error", "skipped"};
    fputs("    <testcase", to);
    junit_write_attribute("classname", class, to);
    junit_write_attribute("name", name, to);
    if (verdict == PASSED) {
        fputs("/>\n", to);
        return;
    }
    fprintf(to, ">\n      <%s", elements[verdict]);
    if (verdict != SKIPPED)
        junit_write_attribute("type", status, to);
    junit_write_attribute("message", message, to);
    fputs("/>\n    </testcase>\n", to);
}

static void junit_write_property(const char *name, const char *value, FILE *to)
{
    fputs("      <property", to);
    junit_write_attribute("name", name, to);
    junit_write_attribute("value", value, to);
    fputs("/>\n", to);
}

static void junit_write_properties(const struct run *run, FILE *to)
{
    char mhz[NUMBER_BYTES];
    fputs("    <properties>\n", to);
    junit_write_property("platform", platform_name(run->platform), to);
    junit_write_property("platform_means", run_platform_sentence(run->platform), to);
    junit_write_property("processor", run->name, to);
    if (run->mhz > 0)
        junit_write_property("mhz", export_number(run->mhz, mhz), to);
    junit_write_property("build", run->build, to);
    junit_write_property("arguments", run->arguments, to);
    fputs("    </properties>\n", to);
}

/* ---- the run -----------------------------------------------------------------------------------
 */

static const char *junit_run_failure(const struct run *run)
{
    if (!run->done)
        return "the end record of the run is missing";
    if (!run_complete(run))
        return "records were lost in transmission";
    return run->ok ? NULL : "the run reported failure";
}

static struct junit_counts junit_count_run(const struct export *export)
{
    const struct run *run = export->run;
    struct junit_counts counts = {0};
    junit_count(&counts, junit_run_failure(run) ? FAILED : PASSED);
    for (unsigned i = 0; i < run->n_selftests; i++)
        junit_count(&counts, junit_verdict(run->selftests[i].status));
    for (unsigned i = 0; i < run->n_faults; i++)
        junit_count(&counts, ERROR);
    for (unsigned i = 0; i < run->n_programs; i++)
        if (export_wants_program(export, &run->programs[i]))
            junit_count(&counts, program_failed(&run->programs[i]) ? FAILED : PASSED);
    return counts;
}

/* The exit status of each program. */
static void junit_write_programs(const struct export *export, FILE *to)
{
    const struct run *run = export->run;
    char **names = program_names(run);
    for (unsigned i = 0; i < run->n_programs; i++) {
        const struct program_run *program = &run->programs[i];
        if (!export_wants_program(export, program))
            continue;
        const bool ablated = strcmp(program->ablate, "none") != 0;
        char *end = program_end_text(program);
        char *name = allocate_text("programs/%s (%s%s%s): %s", names[i], program->state,
                                   ablated ? " without " : "", ablated ? program->ablate : "",
                                   program->command);
        junit_write_test("run", name, program_failed(program) ? FAILED : PASSED, program->end, end,
                         to);
        free(name);
        free(end);
    }
    program_names_free(names, run);
}

static void junit_write_run(const struct export *export, FILE *to)
{
    const struct run *run = export->run;
    fputs("  <testsuite name=\"run\"", to);
    junit_write_counts(junit_count_run(export), to);
    fputs(">\n", to);
    junit_write_properties(run, to);
    const char *wrong = junit_run_failure(run);
    junit_write_test("run", "complete", wrong ? FAILED : PASSED, "incomplete", wrong ? wrong : "",
                     to);
    for (unsigned i = 0; i < run->n_selftests; i++) {
        const struct selftest *test = &run->selftests[i];
        char name[PLACE_BYTES], message[PLACE_BYTES];
        snprintf(name, sizeof name, "self-test of %s", test->name);
        snprintf(message, sizeof message, "%s: expected %.15g, got %.15g", test->status,
                 test->expect, test->got);
        junit_write_test("run", name, junit_verdict(test->status), test->status, message, to);
    }
    for (unsigned i = 0; i < run->n_faults; i++) {
        char name[PLACE_BYTES];
        snprintf(name, sizeof name, "%s %u", run->faults[i].kind, i + 1);
        junit_write_test("run", name, ERROR, run->faults[i].kind, run->faults[i].what, to);
    }
    junit_write_programs(export, to);
    fputs("  </testsuite>\n", to);
}

/* ---- benchmarks -------------------------------------------------------------------------------
 */

static unsigned variant_end(const struct export *export, unsigned from)
{
    unsigned end = from + 1;
    while (end < export->n && export_same_variant(export->results[from], export->results[end]))
        end++;
    return end;
}

static struct junit_counts count_results(const struct export *export, unsigned from, unsigned end)
{
    struct junit_counts counts = {0};
    for (unsigned i = from; i < end; i++)
        junit_count(&counts, junit_result_verdict(export->results[i]));
    return counts;
}

static void test_name(const struct result *result, char name[3 * PLACE_BYTES])
{
    char region[160], event[PLACE_BYTES];
    snprintf(name, 3 * PLACE_BYTES, "%s: %s", run_region_text(result, region, sizeof region),
             export_event(result, event));
}

static void junit_write_result(const struct result *result, const char *class, FILE *to)
{
    char name[3 * PLACE_BYTES], message[PLACE_BYTES];
    test_name(result, name);
    if (result->suspect)
        snprintf(message, sizeof message, "%s", result->suspect);
    else
        snprintf(message, sizeof message, "%s: entered %u times, left %u times", result->status,
                 result->entries, result->exits);
    junit_write_test(class, name, junit_result_verdict(result),
                     result->suspect ? "suspect" : result->status, message, to);
}

static void junit_write_numbers(const struct result *result, FILE *to)
{
    char name[3 * PLACE_BYTES], mean[NUMBER_BYTES], half[NUMBER_BYTES];
    double ci = export_ci95(&result->values);
    if (!result_ok(result))
        return;
    test_name(result, name);
    junit_write_text(name, to);
    fprintf(to, " %s", export_number(result->values.mean, mean));
    if (result->values.n > 1)
        fprintf(to, " +/- %s", export_number(ci, half));
    putc('\n', to);
}

static void junit_write_suite(const struct export *export, unsigned from, unsigned end, FILE *to)
{
    const struct result *first = export->results[from];
    char variant[PLACE_BYTES], name[2 * PLACE_BYTES];
    snprintf(name, sizeof name, "%s%s", first->bench, export_variant(export, first, variant));
    fputs("  <testsuite", to);
    junit_write_attribute("name", name, to);
    junit_write_counts(count_results(export, from, end), to);
    fputs(">\n", to);
    junit_write_properties(export->run, to);
    for (unsigned i = from; i < end; i++)
        junit_write_result(export->results[i], name, to);
    fputs("    <system-out>", to);
    for (unsigned i = from; i < end; i++)
        junit_write_numbers(export->results[i], to);
    fputs("</system-out>\n  </testsuite>\n", to);
}

static int export_junit(const struct export *export, FILE *to)
{
    struct junit_counts all = junit_count_run(export);
    struct junit_counts of_results = count_results(export, 0, export->n);
    all.tests += of_results.tests;
    all.failures += of_results.failures;
    all.errors += of_results.errors;
    fprintf(to,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"bareprobe\" tests=\"%u\" failures=\"%u\" errors=\"%u\">\n",
            all.tests, all.failures, all.errors);
    junit_write_run(export, to);
    for (unsigned from = 0, end; from < export->n; from = end) {
        end = variant_end(export, from);
        junit_write_suite(export, from, end, to);
    }
    fputs("</testsuites>\n", to);
    return 0;
}

const struct format format_junit = {
    .name = "junit",
    .summary = "JUnit XML: benchmarks as suites, for CI",
    .write = export_junit,
};
