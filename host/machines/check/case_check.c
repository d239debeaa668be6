/*
 * SPDX-License-Identifier: MIT
 * Compares the arguments of a case with those of the benchmark in the image, one after another: the
 * name of a case contains all arguments, in the benchmark's order.
 */
#include "host/machines/check/case_check.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "kernel/settings/argument_values.h"
#include "kernel/settings/suggestions.h"

#define WILDCARDS "*?["

/* An argument of a benchmark: both texts are in the image. */
struct argument {
    const char *name, *values;
};

static bool case_check_argument(const struct bench_image *image, const struct bench_descriptor *of,
                                unsigned i, struct argument *argument)
{
    struct bench_argument_words words;
    if (!bench_image_argument(image, of, i, &words))
        return false;
    argument->name = elf32_text_at(image->elf, words.name);
    argument->values = elf32_text_at(image->elf, words.values);
    return argument->name && argument->values;
}

/* Returns "size=2K,16K variant=movsb,bytes"; "none" without arguments. The caller frees it. */
static char *case_check_arguments_text(const struct bench_image *image,
                                       const struct bench_descriptor *of)
{
    char *text = NULL;
    struct argument argument;
    for (unsigned i = 0; case_check_argument(image, of, i, &argument); i++) {
        allocate_appended(&text, " ", argument.name);
        allocate_appended(&text, "=", argument.values);
    }
    return text ? text : allocate_copy("none");
}

/* Returns whether the value is one of the argument's; otherwise `nearest` is set to a similar
 * one, if there is one. */
static bool case_check_value(const struct argument *argument, const char *value,
                             char nearest[VALUES_SPELLING])
{
    struct suggestion suggestion = {0};
    int count = argument_values_count(argument->values, NULL, 0);
    for (int i = 0; i < count; i++) {
        char spelling[VALUES_SPELLING];
        argument_values_get(argument->values, (unsigned)i, spelling, sizeof spelling);
        if (!strcmp(spelling, value))
            return true;
        const unsigned before = suggestion.best ? suggestion.distance : UINT_MAX;
        suggestions_offer(&suggestion, value, strlen(value), spelling);
        if (suggestion.best) {
            if (suggestion.distance < before)
                strcpy(nearest, spelling);
            suggestion.best = nearest;
        }
    }
    return count <= 0; /* tools/benchcheck has validated the values of our own images */
}

/* Returns "; did you mean before? Allowed: " or "; allowed: ". The caller frees it. */
static char *suggestion_text(const char *nearest, const char *allowed)
{
    return *nearest ? allocate_text("; did you mean %s? %c%s: ", nearest, allowed[0] - 'a' + 'A',
                                    allowed + 1)
                    : allocate_text("; %s: ", allowed);
}

static char *case_check_value_error(const struct argument *argument, const char *value)
{
    char nearest[VALUES_SPELLING] = "";
    if (case_check_value(argument, value, nearest))
        return NULL;
    char *suggestion = suggestion_text(nearest, "allowed");
    char *error = allocate_text("%s: '%s' is not a value%s%s", argument->name, value, suggestion,
                                argument->values);
    free(suggestion);
    return error;
}

/* Returns NULL if the part, such as "variant=before", is right for argument `i`; otherwise a
 * message without the glob, which the caller frees. */
static char *case_check_part_error(const struct bench_image *image,
                                   const struct bench_descriptor *of, unsigned i, const char *part)
{
    struct argument argument;
    struct suggestion nearest = {0};
    size_t length = strcspn(part, "=");
    bool exists = case_check_argument(image, of, i, &argument);
    if (exists && strlen(argument.name) == length && !strncmp(argument.name, part, length))
        return case_check_value_error(&argument, part + length + (part[length] == '='));
    if (exists)
        suggestions_offer(&nearest, part, length, argument.name);
    char *suggestion =
        suggestion_text(nearest.best ? nearest.best : "", "arguments, in this order");
    char *all = case_check_arguments_text(image, of);
    char *error =
        allocate_text("'%.*s' is not argument %u%s%s", (int)length, part, i + 1, suggestion, all);
    free(all);
    free(suggestion);
    return error;
}

/* Returns NULL if the benchmark may have a case that matches the glob; otherwise a message. */
static char *case_check_error(const struct bench_image *image, const struct bench_descriptor *of,
                              const char *glob)
{
    const char *at = glob + strcspn(glob, ":");
    struct argument missing;
    unsigned i = 0;
    for (; *at; i++) {
        size_t length = strcspn(at + 1, ":");
        char *part = allocate_text("%.*s", (int)length, at + 1);
        bool open = strpbrk(part, WILDCARDS);
        char *error = open ? NULL : case_check_part_error(image, of, i, part);
        free(part);
        if (open || error)
            return error;
        at += 1 + length;
    }
    return case_check_argument(image, of, i, &missing)
               ? allocate_text("%s is missing; allowed: %s, or '%s:*' for all", missing.name,
                               missing.values, glob)
               : NULL;
}

/* Returns whether the glob's text before the first ':' names the benchmark. */
static bool names_benchmark(const char *glob, size_t length, const char *name)
{
    const char *last = strrchr(name, '/');
    return (strlen(name) == length && !strncmp(name, glob, length)) ||
           (last && strlen(last + 1) == length && !strncmp(last + 1, glob, length));
}

int case_check(const struct bench_image *image, const char *glob)
{
    size_t length = strcspn(glob, ":");
    char *error = NULL;
    if (!glob[length] || strcspn(glob, WILDCARDS) < length)
        return 0;
    for (unsigned i = 0; i < image->benchmarks.count; i++) {
        const struct bench_descriptor of = bench_image_get(image, i);
        const char *name = elf32_text_at(image->elf, of.name);
        if (!name || !names_benchmark(glob, length, name))
            continue;
        free(error);
        error = case_check_error(image, &of, glob);
        if (!error)
            return 0;
    }
    if (!error)
        return 0;
    message_print("no benchmark matches '%s': %s", glob, error);
    free(error);
    return -1;
}
