/*
 * SPDX-License-Identifier: MIT
 * Parses options with the C library's getopt_long, from a table that each verb provides.
 */
#include "host/base/verb_options.h"

#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "kernel/settings/suggestions.h"

#define MOST_OPTIONS 60
#define MOST_STORED  200
#define HELP         1000

static bool verb_option_repeats(const struct option_spec *spec)
{
    size_t length = strlen(spec->name);
    return length > 3 && !strcmp(spec->name + length - 3, "...");
}

static bool verb_option_appends(const struct option_spec *spec)
{
    return spec->name[strlen(spec->name) - 1] == ',';
}

static bool verb_option_is_single(const struct option_spec *spec)
{
    return spec->name[strlen(spec->name) - 1] == '!';
}

/* The strings are referenced until the program ends; the array keeps them reachable. Each text is
 * stored once. */
static const char *verb_option_store(char *text)
{
    static char *stored[MOST_STORED];
    static unsigned n_stored;
    for (unsigned i = 0; i < MOST_STORED && stored[i]; i++)
        if (!strcmp(stored[i], text)) {
            free(text);
            return stored[i];
        }
    return stored[n_stored++ % MOST_STORED] = text;
}

/* Returns the long option name as the user types it. */
static const char *verb_option_typed(const struct option_spec *spec)
{
    size_t mark = verb_option_repeats(spec)                                  ? 3
                  : verb_option_appends(spec) || verb_option_is_single(spec) ? 1
                                                                             : 0;
    return mark ? verb_option_store(
                      allocate_text("%.*s", (int)(strlen(spec->name) - mark), spec->name))
                : spec->name;
}

static void verb_option_suggest(const struct verb *verb, const struct option_spec *specs,
                                const char *given)
{
    struct suggestion suggestion = {0};
    const char *name = given + strspn(given, "-");
    size_t length = strcspn(name, "=");
    for (; specs->name; specs++)
        suggestions_offer(&suggestion, name, length, verb_option_typed(specs));
    if (suggestion.best)
        message_print("'%s' is not an option of %s; did you mean --%s?", given, verb->name,
                      suggestion.best);
    else
        message_print("'%s' is not an option of %s", given, verb->name);
}

static int verb_option_set(const struct option_spec *spec, const char *value)
{
    unsigned place = 0;
    while (verb_option_repeats(spec) && spec->text[place])
        place++;
    if (place == OPTION_MOST_REPEATS) {
        message_print("--%s: may be given at most %d times", verb_option_typed(spec),
                      OPTION_MOST_REPEATS);
        return -1;
    }
    if (verb_option_is_single(spec) && *spec->text) {
        message_print("--%s: may be given once: '%s' or '%s'", verb_option_typed(spec), *spec->text,
                      value);
        return -1;
    }
    if (verb_option_appends(spec) && *spec->text)
        *spec->text = verb_option_store(allocate_text("%s,%s", *spec->text, value));
    else if (spec->text && (value || !spec->flag))
        spec->text[place] = value;
    if (spec->flag)
        *spec->flag = true;
    return 0;
}

static int verb_option_value_kind(const struct option_spec *spec)
{
    if (!spec->text)
        return no_argument;
    return spec->flag ? optional_argument : required_argument;
}

/* Returns the word with the option that getopt_long() does not know. Its index is the next one
 * while letters of the word are left, as in -silicon. */
static const char *verb_option_unknown(int argc, char **argv)
{
    const char *next = optind < argc ? argv[optind] : "";
    const bool letters_left = optopt && next[0] == '-' && next[1] == optopt && next[2];
    return letters_left ? next : argv[optind - 1];
}

bool verb_option_takes_next(const struct option_spec *specs, const char *word)
{
    const bool is_long = word[0] == '-' && word[1] == '-';
    for (; specs->name; specs++)
        if (verb_option_value_kind(specs) == required_argument &&
            (is_long ? !strcmp(word + 2, verb_option_typed(specs))
                     : word[0] == '-' && word[1] == specs->letter && word[1] && !word[2]))
            return true;
    return false;
}

/*
 * Finds a long option with one dash, such as -events, which getopt_long() reads as -e with the
 * value "vents". Returns true after a message.
 */
static bool verb_option_has_one_dash(int argc, char **argv, const struct option_spec *specs)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *name = argv[i] + 1;
        const size_t length = strcspn(name, "=");
        if (argv[i][0] == '-' && name[0] != '-' && length > 1)
            for (const struct option_spec *spec = specs; spec->name; spec++) {
                const char *typed = verb_option_typed(spec);
                if (strlen(typed) != length || strncmp(typed, name, length) != 0)
                    continue;
                message_print("'%s': a long option has two dashes: -%.*s", argv[i], (int)length + 1,
                              argv[i]);
                return true;
            }
        i += verb_option_takes_next(specs, argv[i]);
    }
    return false;
}

int verb_options_read(const struct verb *verb, int argc, char **argv,
                      const struct option_spec *specs, int *n_arguments)
{
    struct option table[MOST_OPTIONS + 2] = {0};
    char letters[3 * MOST_OPTIONS + 4] = ":h";
    size_t n_letters = 2;
    int n = 0;
    for (; specs[n].name && n < MOST_OPTIONS; n++) {
        table[n] = (struct option){verb_option_typed(&specs[n]), verb_option_value_kind(&specs[n]),
                                   NULL, n + HELP + 1};
        if (!specs[n].letter)
            continue;
        letters[n_letters++] = specs[n].letter;
        for (int colons = verb_option_value_kind(&specs[n]); colons; colons--)
            letters[n_letters++] = ':';
    }
    letters[n_letters] = 0;
    table[n] = (struct option){"help", no_argument, NULL, HELP};
    if (verb_option_has_one_dash(argc, argv, specs))
        return verb_usage(verb);
    opterr = 0;
    optind = 0;
    int found;
    while ((found = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        if (found == HELP || found == 'h')
            return verb_help(verb);
        if (found == '?') {
            verb_option_suggest(verb, specs, verb_option_unknown(argc, argv));
            return verb_usage(verb);
        }
        if (found == ':') {
            message_print("'%s' needs a value", argv[optind - 1]);
            return verb_usage(verb);
        }
        for (int i = 0; i < n; i++)
            if ((found == i + HELP + 1 || found == specs[i].letter) &&
                verb_option_set(&specs[i], optarg))
                return verb_usage(verb);
    }
    *n_arguments = argc - optind;
    memmove(argv + 1, argv + optind, (size_t)*n_arguments * sizeof *argv);
    return -1;
}

int verb_option_number(const char *option, const char *value, double least, double most,
                       double *number)
{
    char *end;
    double got = strtod(value, &end);
    if (end == value || *end || !(got >= least && got <= most)) {
        message_print("%s: '%s' is not a number from %g to %g", option, value, least, most);
        return -1;
    }
    *number = got;
    return 0;
}

bool verb_word_is_setting(const char *word)
{
    const char *equals = strchr(word, '=');
    const size_t length = equals ? (size_t)(equals - word) : 0;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)word[i]) && !strchr("_-", word[i]))
            return false;
    return length && access(word, F_OK) != 0;
}
