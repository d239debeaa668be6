/*
 * SPDX-License-Identifier: MIT
 * The image is read once. Megabytes are 10^6 bytes, as rates are told.
 */
#include "host/show/rates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/run/arguments.h"
#include "host/target/installed_files.h"
#include "tools/bench_image.h"
#include "tools/bench_work.h"

#define WORKS ".bench_work"

/* NULL where there is none, or it is no kernel. */
static const struct bench_image *image_beside(void)
{
    static struct elf32 elf;
    static struct bench_image image;
    static bool tried, there;
    char error[200];
    char *path = tried ? NULL : files_find("bareprobe.elf");
    if (path)
        there = !elf32_load(&elf, path, error, sizeof error) && !bench_image_open(&image, &elf);
    free(path);
    tried = true;
    return there ? &image : NULL;
}

/* The argument with the value that the case's name has. */
static bool take_argument(struct work_case *c, const char *bench, const char *name,
                          const char *values)
{
    char wanted[ARGUMENT_BYTES];
    struct work_argument *argument = &c->arguments[c->n_arguments++];
    argument->name = name;
    argument->values = values;
    int n = argument_value(bench, name, wanted) ? values_count(values, NULL, 0) : 0;
    for (int i = 0; i < n; i++) {
        argument->value =
            values_get(values, (unsigned)i, argument->spelling, sizeof argument->spelling);
        if (!strcmp(argument->spelling, wanted))
            return true;
    }
    return false;
}

static bool take_case(const struct bench_image *image, const char *bench, struct work_case *c)
{
    struct bench_argument_words words;
    for (unsigned i = 0; i < image->benchmarks.count; i++) {
        struct bench_descriptor descriptor = bench_image_get(image, i);
        const char *name = elf32_text_at(image->elf, descriptor.name);
        if (!name || !argument_same_bench(name, bench))
            continue;
        for (unsigned a = 0; bench_image_argument(image, &descriptor, a, &words); a++) {
            const char *argument = elf32_text_at(image->elf, words.name);
            const char *values = elf32_text_at(image->elf, words.values);
            if (a == CASE_MOST_ARGUMENTS || !argument || !values ||
                !take_argument(c, bench, argument, values))
                return false;
        }
        return true;
    }
    return false;
}

static bool is_region(const char *wanted, const struct result *result)
{
    char text[64];
    snprintf(text, sizeof text, "%u", result->region);
    if (!strcmp(wanted, text))
        return true;
    snprintf(text, sizeof text, "%s", result->region_name ? result->region_name : "");
    for (char *c = text; *c; c++)
        *c = *c == ' ' ? '_' : *c;
    return *text && !strcmp(wanted, text);
}

struct rates rates_of(const struct run *run, const struct result *clocks)
{
    struct rates rates = {0};
    struct work_case c = {0};
    struct bench_note note;
    struct work work;
    char error[300];
    size_t offset = 0;
    bool known = result_ok(clocks) && clocks->values.mean > 0 && run->mhz > 0 &&
                 clocks->region != RUN_WHOLE && !strcmp(run->build, KERNEL_BUILD);
    const struct bench_image *image = known ? image_beside() : NULL;
    if (!image || !take_case(image, clocks->bench, &c))
        return rates;
    while (bench_image_note(image, WORKS, &offset, &note)) {
        if (!argument_same_bench(note.bench, clocks->bench) ||
            work_read(&work, note.text, &c, error, sizeof error) || !work.applies ||
            !is_region(work.region, clocks))
            continue;
        rates.bytes += (double)work.bytes;
        rates.items += (double)work.items;
    }
    double seconds = clocks->values.mean / (run->mhz * 1e6);
    rates.bytes_per_second = rates.bytes / seconds;
    rates.items_per_second = rates.items / seconds;
    return rates;
}

static int put(char *text, int length, double rate, const char *unit)
{
    const char *size = rate >= 1e9 ? "G" : rate >= 1e6 ? "M" : rate >= 1e3 ? "k" : "";
    double scale = rate >= 1e9 ? 1e9 : rate >= 1e6 ? 1e6 : rate >= 1e3 ? 1e3 : 1;
    return snprintf(text + length, RATES_BYTES - (size_t)length, "%s%.4g %s%s/s",
                    length ? ", " : "", rate / scale, size, unit);
}

const char *rates_text(const struct run *run, const struct result *clocks, char text[RATES_BYTES])
{
    struct rates rates = rates_of(run, clocks);
    int length = rates.bytes > 0 ? put(text, 0, rates.bytes_per_second, "B") : 0;
    if (rates.items > 0)
        length += put(text, length, rates.items_per_second, " items");
    return length ? text : NULL;
}
