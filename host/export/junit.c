/*
 * SPDX-License-Identifier: MIT
 * Exports JUnit XML: a suite for the run with its self-tests, and one for each benchmark and
 * variant, in which each event of a region is a test. The numbers are in the suite's output.
 */
#include <string.h>

#include "host/export/export.h"

/* Characters that XML 1.0 does not allow become '?'. */
static void put(const char *text, FILE *to)
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

static void attribute(const char *name, const char *text, FILE *to)
{
    fprintf(to, " %s=\"", name);
    put(text, to);
    putc('"', to);
}

/* The verdict of a test, from the status of its result. */
enum verdict { PASSED, FAILED, ERROR, SKIPPED };

static enum verdict verdict_of(const char *status)
{
    if (!strcmp(status, "ok"))
        return PASSED;
    if (!strcmp(status, "unsupported") || !strcmp(status, "reprogrammed"))
        return SKIPPED;
    return strcmp(status, "broken") ? ERROR : FAILED;
}

struct counts {
    unsigned tests, failures, errors, skipped;
};

static void count(struct counts *counts, enum verdict verdict)
{
    counts->tests++;
    counts->failures += verdict == FAILED;
    counts->errors += verdict == ERROR;
    counts->skipped += verdict == SKIPPED;
}

static void put_counts(struct counts counts, FILE *to)
{
    fprintf(to, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\"", counts.tests,
            counts.failures, counts.errors, counts.skipped);
}

static void put_test(const char *class, const char *name, enum verdict verdict, const char *status,
                     const char *message, FILE *to)
{
    static const char *const elements[] = {"", "failure", "error", "skipped"};
    fputs("    <testcase", to);
    attribute("classname", class, to);
    attribute("name", name, to);
    if (verdict == PASSED) {
        fputs("/>\n", to);
        return;
    }
    fprintf(to, ">\n      <%s", elements[verdict]);
    if (verdict != SKIPPED)
        attribute("type", status, to);
    attribute("message", message, to);
    fputs("/>\n    </testcase>\n", to);
}

static void put_property(const char *name, const char *value, FILE *to)
{
    fputs("      <property", to);
    attribute("name", name, to);
    attribute("value", value, to);
    fputs("/>\n", to);
}

static void put_properties(const struct run *run, FILE *to)
{
    char mhz[NUMBER_BYTES];
    fputs("    <properties>\n", to);
    put_property("platform", platform_name(run->platform), to);
    put_property("platform_means", platform_sentence(run->platform), to);
    put_property("processor", run->name, to);
    if (run->mhz > 0)
        put_property("mhz", export_number(run->mhz, mhz), to);
    put_property("build", run->build, to);
    put_property("arguments", run->arguments, to);
    fputs("    </properties>\n", to);
}

/* ---- the run -----------------------------------------------------------------------------------
 */

static const char *wrong_with(const struct run *run)
{
    if (!run->done)
        return "the end record of the run is missing";
    if (!run_complete(run))
        return "records were lost in transmission";
    return run->ok ? NULL : "the run reported failure";
}

static struct counts count_run(const struct run *run)
{
    struct counts counts = {0};
    count(&counts, wrong_with(run) ? FAILED : PASSED);
    for (unsigned i = 0; i < run->n_selftests; i++)
        count(&counts, verdict_of(run->selftests[i].status));
    for (unsigned i = 0; i < run->n_mishaps; i++)
        count(&counts, ERROR);
    return counts;
}

static void put_run(const struct run *run, FILE *to)
{
    fputs("  <testsuite name=\"run\"", to);
    put_counts(count_run(run), to);
    fputs(">\n", to);
    put_properties(run, to);
    const char *wrong = wrong_with(run);
    put_test("run", "complete", wrong ? FAILED : PASSED, "incomplete", wrong ? wrong : "", to);
    for (unsigned i = 0; i < run->n_selftests; i++) {
        const struct selftest *test = &run->selftests[i];
        char name[PLACE_BYTES], message[PLACE_BYTES];
        snprintf(name, sizeof name, "self-test of %s", test->name);
        snprintf(message, sizeof message, "%s: expected %.15g, got %.15g", test->status,
                 test->expect, test->got);
        put_test("run", name, verdict_of(test->status), test->status, message, to);
    }
    for (unsigned i = 0; i < run->n_mishaps; i++) {
        char name[PLACE_BYTES];
        snprintf(name, sizeof name, "%s %u", run->mishaps[i].kind, i + 1);
        put_test("run", name, ERROR, run->mishaps[i].kind, run->mishaps[i].what, to);
    }
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

static struct counts count_results(const struct export *export, unsigned from, unsigned end)
{
    struct counts counts = {0};
    for (unsigned i = from; i < end; i++)
        count(&counts, verdict_of(export->results[i]->status));
    return counts;
}

static void test_name(const struct result *result, char name[3 * PLACE_BYTES])
{
    char region[160], event[PLACE_BYTES];
    snprintf(name, 3 * PLACE_BYTES, "%s: %s", result_region_text(result, region, sizeof region),
             export_event(result, event));
}

static void put_result_test(const struct result *result, const char *class, FILE *to)
{
    char name[3 * PLACE_BYTES], message[PLACE_BYTES];
    test_name(result, name);
    snprintf(message, sizeof message, "%s: entered %u times, left %u times", result->status,
             result->entries, result->exits);
    put_test(class, name, verdict_of(result->status), result->status, message, to);
}

static void put_numbers(const struct result *result, FILE *to)
{
    char name[3 * PLACE_BYTES], mean[NUMBER_BYTES], half[NUMBER_BYTES];
    double ci = export_ci95(&result->values);
    if (!result_ok(result))
        return;
    test_name(result, name);
    put(name, to);
    fprintf(to, " %s", export_number(result->values.mean, mean));
    if (result->values.n > 1)
        fprintf(to, " +/- %s", export_number(ci, half));
    putc('\n', to);
}

static void put_suite(const struct export *export, unsigned from, unsigned end, FILE *to)
{
    const struct result *first = export->results[from];
    char variant[PLACE_BYTES], name[2 * PLACE_BYTES];
    snprintf(name, sizeof name, "%s%s", first->bench, export_variant(export, first, variant));
    fputs("  <testsuite", to);
    attribute("name", name, to);
    put_counts(count_results(export, from, end), to);
    fputs(">\n", to);
    put_properties(export->run, to);
    for (unsigned i = from; i < end; i++)
        put_result_test(export->results[i], name, to);
    fputs("    <system-out>", to);
    for (unsigned i = from; i < end; i++)
        put_numbers(export->results[i], to);
    fputs("</system-out>\n  </testsuite>\n", to);
}

static int write_junit(const struct export *export, FILE *to)
{
    struct counts all = count_run(export->run);
    struct counts of_results = count_results(export, 0, export->n);
    all.tests += of_results.tests;
    all.failures += of_results.failures;
    all.errors += of_results.errors;
    fprintf(to,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"bareprobe\" tests=\"%u\" failures=\"%u\" errors=\"%u\">\n",
            all.tests, all.failures, all.errors);
    put_run(export->run, to);
    for (unsigned from = 0, end; from < export->n; from = end) {
        end = variant_end(export, from);
        put_suite(export, from, end, to);
    }
    fputs("</testsuites>\n", to);
    return 0;
}

const struct format format_junit = {
    .name = "junit",
    .summary = "JUnit XML: benchmarks as suites, for CI",
    .write = write_junit,
};
