/*
 * SPDX-License-Identifier: MIT
 * benchcheck: rejects a kernel image with a benchmark that violates bench/README.md, and reports
 * file, line, field, value and a remedy. With --counts it prints the counts that the WORKs of the
 * benchmarks state, a line each: processor, case, region, event, count. With --left-out it prints
 * the benchmarks that the build left out.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/settings/argument_values.h"
#include "tools/bench_image.h"
#include "tools/bench_work.h"

enum { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2 };

#define TEXT_MAX  100
#define CASES_MAX 1024

#define SOURCES ".bench_source"
#define WORKS   ".bench_work"

struct checker {
    struct bench_image image;
    bool print_counts;
    FILE *recorded; /* of --findings, or NULL */
    unsigned findings;
};

/* A benchmark under examination. */
struct subject {
    struct checker *checker;
    struct bench_descriptor descriptor;
    const char *name;
    const char *place; /* place of its BENCHMARK */
    struct work_case c;
    unsigned counts[CASE_MOST_ARGUMENTS]; /* numbers of values */
    unsigned cases;
};

static const char usage[] =
    "usage: benchcheck [--counts | --findings FILE] IMAGE [SOURCE...]\n"
    "       benchcheck --left-out IMAGE\n"
    "SOURCE is a file or directory that must be one benchmark of the image. --findings\n"
    "also writes each finding to FILE: benchmark, place and reason, with tabs between.\n"
    "--left-out prints the benchmarks that the build left out; status 1 if any.\n";

/* Reports a fault of the benchmark `name` at a place, FILE:LINE or FILE. */
__attribute__((format(printf, 4, 5))) static void benchcheck_report(struct checker *checker,
                                                                    const char *name,
                                                                    const char *place,
                                                                    const char *format, ...)
{
    char text[1000];
    va_list arguments;

    checker->findings++;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    printf("%s: %s\n", place, text);
    if (checker->recorded)
        fprintf(checker->recorded, "%s\t%s\t%s\n", name, place, text);
}

/* ---- a source is one benchmark --------------------------------------------------------------- */

/* Reads the next note of a benchmark. */
static bool next_note(const struct bench_image *image, const char *section, const char *bench,
                      size_t *offset, struct bench_note *note)
{
    while (bench_image_note(image, section, offset, note))
        if (!strcmp(note->bench, bench))
            return true;
    return false;
}

/* Both bench/apps/fft.c and bench/apps/fft are named apps/fft. */
static void benchcheck_source_name(const char *source, char *name, size_t size)
{
    const char *slash = strrchr(source, '/');

    while (slash && slash > source && slash[-1] != '/')
        slash--;
    snprintf(name, size, "%s", slash ? slash : source);
    char *dot = strrchr(name, '.');
    if (dot)
        *dot = '\0';
}

static void benchcheck_missing(struct checker *checker, const char *name, const char *source)
{
    const char *last = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;

    benchcheck_report(checker, name, source,
                      "BENCHMARK: missing; a benchmark ends in BENCHMARK(\"one sentence\", "
                      "routine); a program with "
                      "a main() is in programs/%s/ instead (programs/README.md)",
                      last);
}

static void benchcheck_source(struct checker *checker, const char *source)
{
    struct bench_note first, another;
    size_t offset = 0;
    char name[200];

    benchcheck_source_name(source, name, sizeof name);
    if (!next_note(&checker->image, SOURCES, name, &offset, &first)) {
        benchcheck_missing(checker, name, source);
        return;
    }
    while (next_note(&checker->image, SOURCES, name, &offset, &another))
        benchcheck_report(checker, name, another.place,
                          "BENCHMARK: a second one, after %s; a file or directory is one benchmark",
                          first.place);
}

/* ---- descriptor ------------------------------------------------------------------------------ */

static bool is_name_part(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)text[i]) && !isdigit((unsigned char)text[i]) && text[i] != '_')
            return false;
    return length > 0;
}

static void benchcheck_name(const struct subject *subject)
{
    const char *slash = strchr(subject->name, '/');

    if (!slash || !is_name_part(subject->name, (size_t)(slash - subject->name)) ||
        !is_name_part(slash + 1, strlen(slash + 1)))
        benchcheck_report(
            subject->checker, subject->name, subject->place,
            "BENCHMARK: name='%s': a name is group/name, of lower-case letters, digits and _; "
            "rename the file",
            subject->name);
}

static void benchcheck_text(const struct subject *subject)
{
    const char *text = elf32_text_at(subject->checker->image.elf, subject->descriptor.text);

    if (!*text)
        benchcheck_report(subject->checker, subject->name, subject->place,
                          "BENCHMARK: text='': describe in one sentence what is measured");
    else if (strchr(text, '\n'))
        benchcheck_report(
            subject->checker, subject->name, subject->place,
            "BENCHMARK: text='%.*s': more than one line; write one sentence of at most %d "
            "characters",
            (int)strcspn(text, "\n"), text, TEXT_MAX);
    else if (strlen(text) > TEXT_MAX)
        benchcheck_report(
            subject->checker, subject->name, subject->place,
            "BENCHMARK: text='%.20s...': %zu characters; write one sentence of at most %d", text,
            strlen(text), TEXT_MAX);
}

static void benchcheck_routines(const struct subject *subject)
{
    const struct bench_descriptor *descriptor = &subject->descriptor;

    if (!descriptor->run)
        benchcheck_report(subject->checker, subject->name, subject->place,
                          "BENCHMARK: run: missing; the routine to measure follows the text, as in "
                          "BENCHMARK(\"one sentence\", run)");
    if (descriptor->memory && descriptor->memory_for)
        benchcheck_report(subject->checker, subject->name, subject->place,
                          "BENCHMARK: memory=%u: memory_for is given too; remove one of them",
                          descriptor->memory);
}

/* ---- arguments ------------------------------------------------------------------------------ */

static bool is_identifier(const char *text)
{
    bool good = isalpha((unsigned char)*text) || *text == '_';

    for (; *text; text++)
        good = good && (isalnum((unsigned char)*text) || *text == '_');
    return good;
}

/* Returns false if the argument is not valid. */
static bool benchcheck_argument(struct subject *subject, const struct bench_argument_words *words)
{
    struct work_case *c = &subject->c;
    const struct elf32 *elf = subject->checker->image.elf;
    const char *name = elf32_text_at(elf, words->name), *values = elf32_text_at(elf, words->values);
    char error[200];

    if (!name || !is_identifier(name)) {
        benchcheck_report(subject->checker, subject->name, subject->place,
                          "BENCHMARK: arguments: name='%s': a name has letters, digits and _ only",
                          name ? name : "");
        return false;
    }
    for (unsigned i = 0; i < c->n_arguments; i++)
        if (!strcmp(c->arguments[i].name, name)) {
            benchcheck_report(subject->checker, subject->name, subject->place,
                              "BENCHMARK: %s='%s': an argument of that name already exists, '%s'",
                              name, values ? values : "", c->arguments[i].values);
            return false;
        }
    int count = argument_values_count(values ? values : "", error, sizeof error);
    if (count < 0 || !words->value) {
        benchcheck_report(subject->checker, subject->name, subject->place, "BENCHMARK: %s='%s': %s",
                          name, values ? values : "",
                          count < 0 ? error : "no variable for the values");
        return false;
    }
    c->arguments[c->n_arguments] = (struct work_argument){.name = name, .values = values};
    subject->counts[c->n_arguments++] = (unsigned)count;
    subject->cases *= (unsigned)count;
    return true;
}

/* Returns false if the cases cannot be determined. */
static bool benchcheck_arguments(struct subject *subject)
{
    struct bench_argument_words words;
    bool good = true;

    subject->cases = 1;
    for (unsigned i = 0;
         bench_image_argument(&subject->checker->image, &subject->descriptor, i, &words); i++) {
        if (i == CASE_MOST_ARGUMENTS) {
            benchcheck_report(subject->checker, subject->name, subject->place,
                              "BENCHMARK: arguments: more than %d", CASE_MOST_ARGUMENTS);
            return false;
        }
        good = benchcheck_argument(subject, &words) && good;
    }
    if (good && subject->cases > CASES_MAX)
        benchcheck_report(subject->checker, subject->name, subject->place,
                          "BENCHMARK: arguments: %u combinations of values; at most %d are allowed",
                          subject->cases, CASES_MAX);
    return good && subject->cases <= CASES_MAX;
}

/* Sets the arguments to the values of case `index`; the last argument varies fastest. */
static void set_case(struct subject *subject, unsigned index)
{
    for (unsigned i = subject->c.n_arguments; i-- > 0; index /= subject->counts[i]) {
        struct work_argument *argument = &subject->c.arguments[i];
        argument->value = argument_values_get(argument->values, index % subject->counts[i],
                                              argument->spelling, sizeof argument->spelling);
    }
}

/* Writes the name of a case; returns its length, which may be larger than the buffer. */
static size_t benchcheck_format_case(const struct subject *subject, char *name, size_t size)
{
    size_t length = (size_t)snprintf(name, size, "%s", subject->name);

    for (unsigned i = 0; i < subject->c.n_arguments; i++) {
        size_t used = length < size ? length : size;
        length += (size_t)snprintf(name + used, size - used, ":%s=%s", subject->c.arguments[i].name,
                                   subject->c.arguments[i].spelling);
    }
    return length;
}

static void benchcheck_case_names(struct subject *subject)
{
    char name[CASE_NAME_BYTES];

    for (unsigned i = 0; i < subject->cases; i++) {
        set_case(subject, i);
        size_t length = benchcheck_format_case(subject, name, sizeof name);
        if (length < sizeof name)
            continue;
        benchcheck_report(
            subject->checker, subject->name, subject->place,
            "BENCHMARK: arguments: '%s...': the name of this case has %zu characters; shorten "
            "names "
            "and values to at most %zu",
            name, length, sizeof name - 1);
        return;
    }
}

/* ---- known work ----------------------------------------------------------------------------- */

/* Returns the number of a region given by number or name; -1 if there is no such region. */
static long benchcheck_region_number(const struct subject *subject, const char *wanted)
{
    const struct bench_image *image = &subject->checker->image;
    const char *bench, *name;
    uint32_t number;

    if (strspn(wanted, "0123456789") == strlen(wanted))
        return strlen(wanted) < 4 && atol(wanted) < REGIONS ? atol(wanted) : -1;
    for (unsigned i = 0; i < image->regions.count; i++)
        if (bench_image_region(image, i, &bench, &name, &number) && !strcmp(bench, subject->name) &&
            bench_work_is_region(wanted, number, name))
            return (long)number;
    return -1;
}

static void benchcheck_print_counts(const struct subject *subject, const struct bench_work *work,
                                    long region)
{
    char name[CASE_NAME_BYTES];

    benchcheck_format_case(subject, name, sizeof name);
    for (unsigned i = 0; i < work->n_counts; i++) {
        printf("%s\t%s\t%ld\t%s\t%lld", work->cpu, name, region, work->counts[i].event->name,
               (long long)work->counts[i].count);
        if (work->less_argument || work->less_region[0] || work->turns)
            printf("\t%s\t%s\t%s\t%lld", work->less_argument ? work->less_argument->name : "",
                   work->less_value, work->less_region, (long long)work->turns);
        putchar('\n');
    }
}

/* Reads one WORK for every case, up to the first error. */
static void benchcheck_work(struct subject *subject, const struct bench_note *note)
{
    struct bench_work work;
    long region = -1; /* the same in each case */
    char error[300], name[CASE_NAME_BYTES];

    for (unsigned i = 0; i < subject->cases; i++) {
        set_case(subject, i);
        benchcheck_format_case(subject, name, sizeof name);
        if (bench_work_parse(&work, note->text, &subject->c, error, sizeof error)) {
            benchcheck_report(subject->checker, subject->name, note->place, "WORK: %s (%s)", error,
                              name);
            return;
        }
        if (i == 0)
            region = benchcheck_region_number(subject, work.region);
        if (region < 0 ||
            (work.less_region[0] && benchcheck_region_number(subject, work.less_region) < 0)) {
            benchcheck_report(
                subject->checker, subject->name, note->place,
                "WORK: region=%s: not a number from 0 to %d, and not a named region of %s",
                region < 0 ? work.region : work.less_region, REGIONS - 1, subject->name);
            return;
        }
        if (subject->checker->print_counts && work.applies)
            benchcheck_print_counts(subject, &work, region);
    }
}

/* ---- main ------------------------------------------------------------------------------------ */

static void benchcheck_benchmark(struct checker *checker, unsigned i)
{
    struct subject subject = {.checker = checker,
                              .descriptor = bench_image_get(&checker->image, i)};
    struct bench_note note;
    size_t offset = 0;

    subject.name = elf32_text_at(checker->image.elf, subject.descriptor.name);
    subject.place = next_note(&checker->image, SOURCES, subject.name, &offset, &note)
                        ? note.place
                        : subject.name;
    benchcheck_name(&subject);
    benchcheck_text(&subject);
    benchcheck_routines(&subject);
    if (!benchcheck_arguments(&subject))
        return;
    benchcheck_case_names(&subject);
    for (offset = 0; next_note(&checker->image, WORKS, subject.name, &offset, &note);)
        benchcheck_work(&subject, &note);
}

static int benchcheck_image(struct checker *checker, char **sources)
{
    for (; *sources; sources++)
        benchcheck_source(checker, *sources);
    for (unsigned i = 0; i < checker->image.benchmarks.count; i++)
        benchcheck_benchmark(checker, i);
    return checker->findings ? EXIT_FINDINGS : EXIT_CLEAN;
}

/* Prints the benchmarks that the build left out, a line each. */
static int benchcheck_left_out(const struct bench_image *image)
{
    struct bench_note note;
    size_t offset = 0;
    int status = EXIT_CLEAN;

    for (; bench_image_note(image, BENCH_LEFT_OUT, &offset, &note); status = EXIT_FINDINGS) {
        char line[1500];
        bench_image_left_out(&note, line, sizeof line);
        puts(line);
    }
    return status;
}

static int benchcheck_opened(struct checker *checker, bool left_out, char **sources)
{
    if (left_out)
        return benchcheck_left_out(&checker->image);
    int status = benchcheck_image(checker, sources);
    return checker->recorded && fclose(checker->recorded) ? EXIT_USAGE : status;
}

/* Reads the options; returns the rest of the arguments, NULL after a message. */
static char **benchcheck_options(struct checker *checker, char **arguments, bool *left_out)
{
    if (*arguments && arguments[1] && !strcmp(*arguments, "--counts")) {
        checker->print_counts = true;
        arguments++;
    } else if (*arguments && arguments[1] && !strcmp(*arguments, "--left-out")) {
        *left_out = true;
        arguments++;
    } else if (*arguments && arguments[1] && arguments[2] && !strcmp(*arguments, "--findings")) {
        checker->recorded = fopen(arguments[1], "w");
        if (!checker->recorded) {
            perror(arguments[1]);
            return NULL;
        }
        arguments += 2;
    }
    if (*arguments && **arguments != '-')
        return arguments;
    fputs(usage, stderr);
    return NULL;
}

int main(int argc, char **argv)
{
    struct elf32 elf;
    struct checker checker = {0};
    char error[200];
    bool left_out = false;
    char **arguments = benchcheck_options(&checker, argv + (argc > 0), &left_out);

    if (!arguments)
        return EXIT_USAGE;
    if (elf32_load(&elf, *arguments, error, sizeof error) < 0) {
        fprintf(stderr, "benchcheck: %s: %s\n", *arguments, error);
        return EXIT_USAGE;
    }
    int status = EXIT_USAGE;
    if (bench_image_open(&checker.image, &elf) == 0)
        status = benchcheck_opened(&checker, left_out, arguments + 1);
    else
        fprintf(stderr, "benchcheck: %s: not a kernel image of bareprobe\n", *arguments);
    elf32_free(&elf);
    return status;
}
