/*
 * SPDX-License-Identifier: MIT
 * Describes a run's command line without words that are the same in every run.
 */
#include "host/run/run_asked.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"

/* The image's name, which a loader puts first, and settings that `run` and the boot media always
 * pass. */
static bool says_nothing(const char *word, size_t length, bool first)
{
    static const char *const usual[] = {"report=records", "exit=qemu", "exit=halt",
                                        "console=com1,115200"};
    for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++)
        if (length == strlen(usual[i]) && !strncmp(word, usual[i], length))
            return true;
    return first && !memchr(word, '=', length);
}

char *run_asked(const char *suite, const char *simulator, const char *arguments)
{
    char *text = memory_print("%s%s%s%s", *suite ? "suite " : "", suite,
                              *suite && *simulator ? " " : "", simulator);
    const char *word = arguments;
    for (bool first = true; *word; first = false) {
        size_t length = strcspn(word, " ");
        if (length && !says_nothing(word, length, first)) {
            char *longer = memory_print("%s%s%.*s", text, *text ? " " : "", (int)length, word);
            free(text);
            text = longer;
        }
        word += length + strspn(word + length, " ");
    }
    return text;
}

const char *run_suite_of_medium(struct run *run)
{
    static const char ending[] = ".txt";
    char *suite = memory_text("");
    for (unsigned i = 0; i < run->n_plans; i++) {
        const char *file = strrchr(run->plans[i].experiment, '/');
        file = file ? file + 1 : run->plans[i].experiment;
        size_t length = strlen(file), end = sizeof ending - 1;
        if (length <= end || strcmp(file + length - end, ending) != 0)
            continue;
        char *longer =
            memory_print("%s%s%.*s", suite, *suite ? "," : "", (int)(length - end), file);
        free(suite);
        suite = longer;
    }
    const char *kept = strings_keep(&run->strings, suite, strlen(suite));
    free(suite);
    return kept;
}
