/*
 * SPDX-License-Identifier: MIT
 * Compares globs with the names in the image.
 */
#include "host/machines/check/bench_name_check.h"

#include <string.h>

#include "host/base/message.h"
#include "host/machines/check/case_check.h"
#include "host/machines/check/left_out_check.h"
#include "kernel/settings/suggestions.h"
#include "tools/bench_image.h"

static const char *name_at(const struct bench_image *image, unsigned i)
{
    const char *name = elf32_text_at(image->elf, bench_image_get(image, i).name);
    return name ? name : "";
}

/* Offers only the last part of a name if no group was typed, as the kernel accepts it. */
static void bench_name_suggest(struct suggestion *suggestion, const char *glob, const char *name)
{
    size_t length = strcspn(glob, ":");
    const char *last = strrchr(name, '/');
    const char *alike = last && !memchr(glob, '/', length) ? last + 1 : name;
    suggestions_offer(suggestion, glob, length, alike);
    if (suggestion->best == alike)
        suggestion->best = name;
}

/* Returns the number of benchmarks in the image that the glob may match, or -1 after a message. */
static int bench_name_check_glob(const struct bench_image *image, const char *glob)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < image->benchmarks.count; i++) {
        if (config_glob_may_match(glob, name_at(image, i)))
            return case_check(image, glob) ? -1 : 1;
        bench_name_suggest(&suggestion, glob, name_at(image, i));
    }
    if (left_out_check_glob(image, glob))
        return 0;
    if (suggestion.best)
        message_print("no benchmark matches '%s'; did you mean %s?", glob, suggestion.best);
    else
        message_print("no benchmark matches '%s'; see 'bareprobe list benches'", glob);
    return -1;
}

/* As bench_name_check(). */
static int bench_name_check_image(const struct config *config, const struct bench_image *image,
                                  struct string_set *left_out)
{
    char glob[sizeof config->command];
    int any = 0, n = 0;
    for (unsigned i = 0; n >= 0 && config_glob(config, i, glob, sizeof glob); i++) {
        n = bench_name_check_glob(image, glob);
        any += n;
    }
    if (n < 0)
        return -1;
    left_out_check(config, image, left_out);
    return !any && config_glob(config, 0, glob, sizeof glob);
}

int bench_name_check(const struct config *config, const char *kernel, struct string_set *left_out)
{
    char error[200];
    struct elf32 elf = {0};
    struct bench_image image;
    int failed = 0;
    if (config->program[0] || !kernel || elf32_load(&elf, kernel, error, sizeof error))
        return 0;
    if (bench_image_open(&image, &elf) == 0)
        failed = bench_name_check_image(config, &image, left_out);
    elf32_free(&elf);
    return failed;
}
