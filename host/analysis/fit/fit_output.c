/*
 * SPDX-License-Identifier: MIT
 * Prints inferred parameters as a table, and writes them as a machine profile.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/analysis/fit/fit.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"

enum { PARAMETER, VALUE, FROM_TO, VALUES, SOURCES, COLUMNS };

static void fit_output_interval(struct text_table *table, const struct fit_answer *answer)
{
    char text[80];
    size_t used = 0;
    for (unsigned i = 0; i < FIT_PARTS && used < sizeof text; i++)
        if (!isnan(answer->parts[i].low))
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s to %s", i ? ", " : "",
                                     number_text_short(answer->parts[i].low, 2),
                                     number_text_short(answer->parts[i].high, 2));
    text_table_cell(table, FROM_TO, "%s", used ? text : "");
}

static void fit_output_inferred(const struct fit_answers *answers, FILE *to)
{
    static const char *const headers[] = {"parameter", "inferred", "interval", "values in sources",
                                          "sources"};
    struct text_table *table = text_table_new(COLUMNS);
    for (unsigned i = 0; i < COLUMNS; i++)
        text_table_set_column(table, i, headers[i], TABLE_LEFT);
    for (unsigned i = 0; i < answers->n; i++) {
        const struct fit_answer *answer = &answers->answers[i];
        if (!*answer->value)
            continue;
        text_table_add_row(table);
        text_table_cell(table, PARAMETER, "%s", answer->parameter);
        text_table_cell(table, VALUE, "%s", answer->value);
        fit_output_interval(table, answer);
        text_table_cell(table, VALUES, "%s", answer->values);
        text_table_cell(table, SOURCES, "%s", answer->sources);
    }
    text_table_print(table, to, colour_on(STDOUT_FILENO));
    text_table_free(table);
}

static void fit_output_undecided(const struct fit_answers *answers, FILE *to)
{
    static const char *const headers[] = {"undecided", "why", "decided by", "sources"};
    struct text_table *table = text_table_new(4);
    for (unsigned i = 0; i < 4; i++)
        text_table_set_column(table, i, headers[i], TABLE_LEFT);
    for (unsigned i = 0; i < answers->n; i++) {
        const struct fit_answer *answer = &answers->answers[i];
        if (*answer->value)
            continue;
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", answer->parameter);
        text_table_cell(table, 1, "%s", answer->reason);
        text_table_cell(table, 2, "%s", answer->decided_by);
        text_table_cell(table, 3, "%s", answer->sources);
    }
    fputc('\n', to);
    text_table_print(table, to, colour_on(STDOUT_FILENO));
    text_table_free(table);
}

static const char *fit_output_processor(const struct run *run)
{
    return *run->name ? run->name : "unknown processor";
}

void fit_output_print(const struct fit_answers *answers, const struct run *run, FILE *to)
{
    if (answers->inferred)
        fit_output_inferred(answers, to);
    if (answers->inferred < answers->n)
        fit_output_undecided(answers, to);
    fprintf(to,
            "\n"
            "%s, %s: %u of %u parameters inferred, %u undecided, %u without effect   (%s)\n",
            run->source, fit_output_processor(run), answers->inferred, answers->n,
            answers->n - answers->inferred - answers->idle, answers->idle,
            run_platform_sentence(run->platform));
}

#define MHZ_MOST  233
#define MHZ_LEAST 60

/* Writes the processor, and the values for -mhz and -m. */
static void fit_output_machine(FILE *to, const struct fit_answers *answers, const struct run *run)
{
    const unsigned mhz = (unsigned)lround(run->mhz), megabytes = (run->memory_kb + 512) / 1024;
    fprintf(to, "cpu=%s\n", answers->cpu);
    if (mhz >= MHZ_LEAST && mhz <= MHZ_MOST)
        fprintf(to, "mhz=%u\n", mhz);
    if (megabytes)
        fprintf(to, "m=%u\n", megabytes);
}

char *fit_output_profile(const struct fit_answers *answers, const struct run *run)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        die(EXIT_TARGET, "out of memory");
    fprintf(to, "# %s, inferred from a run (bareprobe fit): %s\n", fit_output_processor(run),
            run_platform_sentence(run->platform));
    fit_output_machine(to, answers, run);
    for (unsigned i = 0; i < answers->n; i++) {
        const struct fit_answer *answer = &answers->answers[i];
        if (*answer->value)
            fprintf(to, "%s=%s\n", answer->parameter, answer->value);
        else
            fprintf(to, "# %s: %s\n", answer->parameter, answer->reason);
    }
    if (fclose(to))
        die(EXIT_TARGET, "out of memory");
    return text;
}
