/*
 * SPDX-License-Identifier: MIT
 * Enumerates the cases of each benchmark as kernel/measure/cases.c does.
 */
#include "host/machines/check/selected_cases.h"

#include <stdlib.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "kernel/settings/argument_values.h"
#include "tools/bench_image.h"

struct selected_cases {
    const struct config *config;
    const struct bench_image *image;
    char **names;
    unsigned n;
};

/* Adds the cases whose names begin with `front` and continue with the arguments from `i` on. */
static void selected_cases_add(struct selected_cases *cases, const struct bench_descriptor *of,
                               unsigned i, const char *front)
{
    struct bench_argument_words words;
    if (!bench_image_argument(cases->image, of, i, &words)) {
        if (config_wants(cases->config, front))
            *(char **)allocate_element(&cases->names, &cases->n, sizeof *cases->names) =
                allocate_copy(front);
        return;
    }
    const char *name = elf32_text_at(cases->image->elf, words.name);
    const char *values = elf32_text_at(cases->image->elf, words.values);
    const int count = name && values ? argument_values_count(values, NULL, 0) : 0;
    for (int v = 0; v < count; v++) {
        char spelling[VALUES_SPELLING];
        argument_values_get(values, (unsigned)v, spelling, sizeof spelling);
        char *longer = allocate_text("%s:%s=%s", front, name, spelling);
        selected_cases_add(cases, of, i + 1, longer);
        free(longer);
    }
}

int selected_cases_find(const struct config *config, const char *kernel, char ***names, unsigned *n)
{
    char error[200];
    struct elf32 elf = {0};
    struct bench_image image;
    struct selected_cases cases = {.config = config, .image = &image};
    if (elf32_load(&elf, kernel, error, sizeof error)) {
        message_print("%s: not a kernel image: %s", kernel, error);
        return -1;
    }
    if (bench_image_open(&image, &elf) == 0)
        for (unsigned i = 0; i < image.benchmarks.count; i++) {
            const struct bench_descriptor descriptor = bench_image_get(&image, i);
            const char *name = elf32_text_at(&elf, descriptor.name);
            if (name && config_may_want(config, name))
                selected_cases_add(&cases, &descriptor, 0, name);
        }
    elf32_free(&elf);
    *names = cases.names;
    *n = cases.n;
    return 0;
}

void selected_cases_free(char **names, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        free(names[i]);
    free(names);
}
