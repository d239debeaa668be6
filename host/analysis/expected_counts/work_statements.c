/*
 * SPDX-License-Identifier: MIT
 * Reads WORK() statements. They are read again for each case, because their formulas depend on its
 * arguments.
 */
#include "host/analysis/expected_counts/work_statements.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/installed_files.h"
#include "host/data/run/case_arguments.h"

#define WORKS ".bench_work"

struct work_statements *work_statements_open(const struct run *run, const char *kernel)
{
    struct work_statements *stated = allocate_zeroed(sizeof *stated);
    char *path = kernel ? allocate_copy(kernel) : installed_file_find("bareprobe.elf");
    char error[200];
    if (!path || elf32_load(&stated->elf, path, error, sizeof error)) {
        free(stated);
        stated = NULL;
    } else if (bench_image_open(&stated->image, &stated->elf) ||
               !bench_image_is(&stated->image, run->build, run->benches_there)) {
        work_statements_close(stated);
        stated = NULL;
    }
    free(path);
    return stated;
}

void work_statements_close(struct work_statements *stated)
{
    if (!stated)
        return;
    elf32_free(&stated->elf);
    free(stated);
}

/* Adds the argument with its value from the case's name. */
static bool work_statements_argument(struct work_case *c, const char *bench, const char *name,
                                     const char *values)
{
    char wanted[ARGUMENT_BYTES];
    struct work_argument *argument = &c->arguments[c->n_arguments++];
    argument->name = name;
    argument->values = values;
    int n = case_argument_value(bench, name, wanted) ? argument_values_count(values, NULL, 0) : 0;
    for (int i = 0; i < n; i++) {
        argument->value =
            argument_values_get(values, (unsigned)i, argument->spelling, sizeof argument->spelling);
        if (!strcmp(argument->spelling, wanted))
            return true;
    }
    return false;
}

bool work_statements_case(const struct work_statements *stated, const char *bench,
                          struct work_case *c)
{
    const struct bench_image *image = &stated->image;
    struct bench_argument_words words;
    for (unsigned i = 0; i < image->benchmarks.count; i++) {
        struct bench_descriptor descriptor = bench_image_get(image, i);
        const char *name = elf32_text_at(image->elf, descriptor.name);
        if (!name || !case_argument_same_bench(name, bench))
            continue;
        for (unsigned a = 0; bench_image_argument(image, &descriptor, a, &words); a++) {
            const char *argument = elf32_text_at(image->elf, words.name);
            const char *values = elf32_text_at(image->elf, words.values);
            if (a == CASE_MOST_ARGUMENTS || !argument || !values ||
                !work_statements_argument(c, bench, argument, values))
                return false;
        }
        return true;
    }
    return false;
}

bool work_statements_next(const struct work_statements *stated, const char *bench,
                          const struct work_case *c, size_t *offset, struct bench_work *work,
                          const char **place)
{
    struct bench_note note;
    char error[300];
    while (bench_image_note(&stated->image, WORKS, offset, &note)) {
        if (!case_argument_same_bench(note.bench, bench) ||
            bench_work_parse(work, note.text, c, error, sizeof error))
            continue;
        *place = note.place;
        return true;
    }
    return false;
}
