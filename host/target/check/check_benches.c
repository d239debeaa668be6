/*
 * SPDX-License-Identifier: MIT
 * Compares globs with the names in the image.
 */
#include "host/target/check/check_benches.h"

#include <string.h>

#include "host/base/message.h"
#include "host/target/check/check_cases.h"
#include "kernel/settings/suggest.h"
#include "tools/bench_image.h"

static const char *name_at(const struct bench_image *image, unsigned i)
{
    const char *name = elf32_text_at(image->elf, bench_image_get(image, i).name);
    return name ? name : "";
}

/* Offers only the last part of a name if no group was typed, as the kernel accepts it. */
static void offer(struct suggestion *suggestion, const char *glob, const char *name)
{
    size_t length = strcspn(glob, ":");
    const char *last = strrchr(name, '/');
    const char *alike = last && !memchr(glob, '/', length) ? last + 1 : name;
    suggest_offer(suggestion, glob, length, alike);
    if (suggestion->best == alike)
        suggestion->best = name;
}

static int check_glob(const struct bench_image *image, const char *glob)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < image->benchmarks.count; i++) {
        if (config_glob_may_match(glob, name_at(image, i)))
            return case_check(image, glob);
        offer(&suggestion, glob, name_at(image, i));
    }
    if (suggestion.best)
        say("no benchmark matches '%s'; did you mean %s?", glob, suggestion.best);
    else
        say("no benchmark matches '%s'; see 'bareprobe list benches'", glob);
    return -1;
}

int benches_check(const struct config *config, const char *kernel)
{
    char error[200], glob[sizeof config->command];
    struct elf32 elf = {0};
    struct bench_image image;
    int failed = 0;
    if (!kernel || elf32_load(&elf, kernel, error, sizeof error))
        return 0;
    if (bench_image_open(&image, &elf) == 0)
        for (unsigned i = 0; !failed && config_glob(config, i, glob, sizeof glob); i++)
            failed = check_glob(&image, glob);
    elf32_free(&elf);
    return failed;
}
