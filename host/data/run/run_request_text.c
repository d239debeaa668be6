/*
 * SPDX-License-Identifier: MIT
 * Describes a run's command line without words that are the same in every run.
 */
#include "host/data/run/run_request_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

/* The image's name, which a loader puts first, and settings that `run` and the boot media always
 * pass. */
static bool run_request_word_is_usual(const char *word, size_t length, bool first)
{
    static const char *const usual[] = {"report=records", "exit=qemu", "exit=halt",
                                        "console=com1,115200"};
    for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++)
        if (length == strlen(usual[i]) && !strncmp(word, usual[i], length))
            return true;
    return first && !memchr(word, '=', length);
}

char *run_request_text(const char *suite, const char *simulator, const char *arguments)
{
    char *text = allocate_text("%s%s%s%s", *suite ? "suite " : "", suite,
                               *suite && *simulator ? " " : "", simulator);
    const char *word = arguments;
    for (bool first = true; *word; first = false) {
        size_t length = strcspn(word, " ");
        if (length && !run_request_word_is_usual(word, length, first)) {
            char *longer = allocate_text("%s%s%.*s", text, *text ? " " : "", (int)length, word);
            free(text);
            text = longer;
        }
        word += length + strspn(word + length, " ");
    }
    return text;
}

const char *run_request_suite(struct run *run)
{
    static const char ending[] = ".txt";
    char *suite = allocate_copy("");
    for (unsigned i = 0; i < run->n_plans; i++) {
        const char *file = strrchr(run->plans[i].experiment, '/');
        file = file ? file + 1 : run->plans[i].experiment;
        size_t length = strlen(file), end = sizeof ending - 1;
        if (length <= end || strcmp(file + length - end, ending) != 0)
            continue;
        char *longer =
            allocate_text("%s%s%.*s", suite, *suite ? "," : "", (int)(length - end), file);
        free(suite);
        suite = longer;
    }
    const char *stored = string_set_add(&run->strings, suite, strlen(suite));
    free(suite);
    return stored;
}
