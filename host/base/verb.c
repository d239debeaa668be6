/*
 * SPDX-License-Identifier: MIT
 * Prints the help and the usage of a verb.
 */
#include "host/base/verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/text_table.h"

#define COLUMNS      80
#define USAGE_INDENT 10 /* after "usage: " */

/* Prints each line of the synopsis, at most COLUMNS wide. */
static void verb_print_synopsis(const struct verb *verb, FILE *to)
{
    char *usage = allocate_text("usage: bareprobe %s %s", verb->name, verb->synopsis);
    for (char *line = usage, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        text_table_indent_line(line, USAGE_INDENT, COLUMNS, to);
    }
    free(usage);
}

int verb_help(const struct verb *verb)
{
    verb_print_synopsis(verb, stdout);
    printf("%s\n\n%s", verb->summary, verb->help);
    return EXIT_FINE;
}

int verb_usage(const struct verb *verb)
{
    verb_print_synopsis(verb, stderr);
    fprintf(stderr, "see 'bareprobe %s --help'\n", verb->name);
    return EXIT_USAGE;
}
