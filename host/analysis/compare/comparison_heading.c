/*
 * SPDX-License-Identifier: MIT
 * Prints the lines above a comparison.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/compare/effects.h"
#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"

void comparison_machine(const char *side, const struct run *run, FILE *to)
{
    char *line = allocate_text(
        "%s%s%s%s%s: %s, %s MHz, build %s   (%s)", side, run->source, *run->label ? " \"" : "",
        run->label, *run->label ? "\"" : "", run->name[0] ? run->name : "unknown processor",
        run->mhz > 0 ? number_text(run->mhz, 1) : "?", run->build[0] ? run->build : "unknown",
        run_platform_sentence(run->platform));
    text_table_fit_line(line, to);
    free(line);
}

/*
 * Compiler and flags stand between the version and the image's hash in a build's name, as in
 * "0.1-0e75cfa gcc-12.2.0 -O2 image c8b31fab". Returns their length, with the blank before them; 0
 * if the build does not name them.
 */
static int comparison_compiler(const char *build, const char **compiler)
{
    *compiler = strchr(build, ' ');
    if (!*compiler)
        return 0;
    const char *end = strstr(*compiler, " image ");
    return (int)(end ? (size_t)(end - *compiler) : strlen(*compiler));
}

void comparison_note_compilers(const struct comparison *comparison, FILE *to)
{
    const char *a, *b;
    int a_length = comparison_compiler(comparison->a->build, &a);
    int b_length = comparison_compiler(comparison->b->build, &b);
    if (a_length && b_length && (a_length != b_length || strncmp(a, b, (size_t)a_length)))
        fprintf(to,
                "\n"
                "The builds differ (compiled by%.*s and by%.*s): the compiler may have caused "
                "changes.\n",
                a_length, a, b_length, b);
}
