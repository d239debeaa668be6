/*
 * SPDX-License-Identifier: MIT
 * Reads WORK() statements. They are read again for each case, because their formulas depend on its
 * arguments.
 */
#include "host/stated/stated_work.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/installed_files.h"
#include "host/run/arguments.h"

#define WORKS ".bench_work"

struct stated_work *stated_work_open(const struct run *run, const char *kernel)
{
    struct stated_work *stated = memory_get(sizeof *stated);
    char *path = kernel ? memory_text(kernel) : files_find("bareprobe.elf");
    char error[200];
    if (!path || elf32_load(&stated->elf, path, error, sizeof error)) {
        free(stated);
        stated = NULL;
    } else if (bench_image_open(&stated->image, &stated->elf) ||
               !bench_image_is(&stated->image, run->build, run->benches_there)) {
        stated_work_close(stated);
        stated = NULL;
    }
    free(path);
    return stated;
}

void stated_work_close(struct stated_work *stated)
{
    if (!stated)
        return;
    elf32_free(&stated->elf);
    free(stated);
}

/* Adds the argument with its value from the case's name. */
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

bool stated_work_case(const struct stated_work *stated, const char *bench, struct work_case *c)
{
    const struct bench_image *image = &stated->image;
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

bool stated_work_next(const struct stated_work *stated, const char *bench,
                      const struct work_case *c, size_t *offset, struct work *work,
                      const char **place)
{
    struct bench_note note;
    char error[300];
    while (bench_image_note(&stated->image, WORKS, offset, &note)) {
        if (!argument_same_bench(note.bench, bench) ||
            work_read(work, note.text, c, error, sizeof error))
            continue;
        *place = note.place;
        return true;
    }
    return false;
}
