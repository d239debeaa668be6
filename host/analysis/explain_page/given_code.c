/*
 * SPDX-License-Identifier: MIT
 * The kind of a file is known from its name, or from its first bytes.
 */
#include "host/analysis/explain_page/given_code.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "host/analysis/explain_page/explain_html.h"
#include "host/analysis/toolchain/source_file.h"
#include "host/base/message.h"

bool given_code_is_file(const char *name)
{
    struct stat file;
    static const char *const endings[] = {".asm", ".s", ".S",   ".inc", ".nasm", ".c",
                                          ".i",   ".o", ".obj", ".txt", ".lst"};
    const char *dot = strrchr(name, '.');
    if (!strcmp(name, "-") || (!stat(name, &file) && S_ISREG(file.st_mode)))
        return true;
    for (unsigned i = 0; dot && i < sizeof endings / sizeof endings[0]; i++)
        if (!strcasecmp(dot, endings[i]))
            return true;
    return false;
}

static bool has_ending(const char *name, const char *ending)
{
    const char *dot = strrchr(name, '.');
    return dot && !strcmp(dot, ending);
}

/* Returns -1 after a message if the option names no syntax. */
static int given_code_set_options(const struct given_code_options *options,
                                  struct given_code *given)
{
    given->function = options->function;
    given->init = options->init;
    if (!options->syntax)
        return 0;
    given->syntax = code_syntax_named(options->syntax);
    if (given->syntax != SYNTAX_UNKNOWN)
        return 0;
    message_print("--syntax: '%s' is unknown: it is nasm, intel, att or c", options->syntax);
    return -1;
}

int given_code_explain(struct given_code *given, const struct given_code_options *options,
                       const struct explain_options *explain)
{
    if (given_code_set_options(options, given))
        return EXIT_USAGE;
    return explain->html ? explain_html_code(given, explain) : explain_code(given, explain, stdout);
}

int given_code_explain_file(const char *name, const struct given_code_options *options,
                            const struct explain_options *explain)
{
    const bool standard_input = !strcmp(name, "-");
    struct given_code given = {.name = standard_input ? "standard input" : name};
    const char *fault = source_file_object(name, &given.syntax);
    if (fault) {
        message_print("%s: %s", name, fault);
        return EXIT_USAGE;
    }
    if (given.syntax == SYNTAX_OBJECT) {
        given.path = name;
        return given_code_explain(&given, options, explain);
    }
    if (has_ending(name, ".cpp") || has_ending(name, ".cxx") || has_ending(name, ".cc") ||
        has_ending(name, ".C")) {
        message_print("%s: C++ is not compiled here; explain the output of 'g++ -m32 -O2 -S'",
                      name);
        return EXIT_USAGE;
    }
    if (has_ending(name, ".c") || has_ending(name, ".i")) {
        given.syntax = SYNTAX_C;
        given.path = name;
    }
    char *text = standard_input ? source_file_read_input() : source_file_read(name);
    given.text = text;
    int status = text ? given_code_explain(&given, options, explain) : EXIT_USAGE;
    free(text);
    return status;
}
