/*
 * SPDX-License-Identifier: MIT
 * Prints inferred parameters as a table, and writes them as a machine profile.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/fit/fit.h"

enum { PARAMETER, VALUE, FROM_TO, VALUES, SOURCES, COLUMNS };

static void print_interval(struct table *table, const struct answer *answer)
{
    char text[80];
    size_t used = 0;
    for (unsigned i = 0; i < FIT_PARTS && used < sizeof text; i++)
        if (!isnan(answer->parts[i].low))
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s to %s", i ? ", " : "",
                                     number_text_short(answer->parts[i].low, 2),
                                     number_text_short(answer->parts[i].high, 2));
    table_cell(table, FROM_TO, "%s", used ? text : "");
}

static void print_told(const struct answers *answers, FILE *to)
{
    static const char *const headers[] = {"parameter", "inferred", "interval", "values in sources",
                                          "sources"};
    struct table *table = table_new(COLUMNS);
    for (unsigned i = 0; i < COLUMNS; i++)
        table_column(table, i, headers[i], TABLE_LEFT);
    for (unsigned i = 0; i < answers->n; i++) {
        const struct answer *answer = &answers->answers[i];
        if (!*answer->value)
            continue;
        table_row(table);
        table_cell(table, PARAMETER, "%s", answer->parameter);
        table_cell(table, VALUE, "%s", answer->value);
        print_interval(table, answer);
        table_cell(table, VALUES, "%s", answer->values);
        table_cell(table, SOURCES, "%s", answer->sources);
    }
    table_print(table, to, colour_on(STDOUT_FILENO));
    table_free(table);
}

static void print_undecided(const struct answers *answers, FILE *to)
{
    static const char *const headers[] = {"undecided", "why", "decided by", "sources"};
    struct table *table = table_new(4);
    for (unsigned i = 0; i < 4; i++)
        table_column(table, i, headers[i], TABLE_LEFT);
    for (unsigned i = 0; i < answers->n; i++) {
        const struct answer *answer = &answers->answers[i];
        if (*answer->value)
            continue;
        table_row(table);
        table_cell(table, 0, "%s", answer->parameter);
        table_cell(table, 1, "%s", answer->why);
        table_cell(table, 2, "%s", answer->told_by);
        table_cell(table, 3, "%s", answer->sources);
    }
    fputc('\n', to);
    table_print(table, to, colour_on(STDOUT_FILENO));
    table_free(table);
}

static const char *name_of(const struct run *run)
{
    return *run->name ? run->name : "unknown processor";
}

void fit_print(const struct answers *answers, const struct run *run, FILE *to)
{
    if (answers->told)
        print_told(answers, to);
    if (answers->told < answers->n)
        print_undecided(answers, to);
    fprintf(to,
            "\n"
            "%s, %s: %u of %u parameters inferred, %u undecided, %u without effect   (%s)\n",
            run->source, name_of(run), answers->told, answers->n,
            answers->n - answers->told - answers->idle, answers->idle,
            platform_sentence(run->platform));
}

#define MHZ_MOST  233
#define MHZ_LEAST 60

/* Writes the processor, and the values for -mhz and -m. */
static void put_machine(FILE *to, const struct answers *answers, const struct run *run)
{
    const unsigned mhz = (unsigned)lround(run->mhz), megabytes = (run->memory_kb + 512) / 1024;
    fprintf(to, "cpu=%s\n", answers->cpu);
    if (mhz >= MHZ_LEAST && mhz <= MHZ_MOST)
        fprintf(to, "mhz=%u\n", mhz);
    if (megabytes)
        fprintf(to, "m=%u\n", megabytes);
}

char *fit_box(const struct answers *answers, const struct run *run)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        die(EXIT_TARGET, "out of memory");
    fprintf(to, "# %s, inferred from a run (bareprobe fit): %s\n", name_of(run),
            platform_sentence(run->platform));
    put_machine(to, answers, run);
    for (unsigned i = 0; i < answers->n; i++) {
        const struct answer *answer = &answers->answers[i];
        if (*answer->value)
            fprintf(to, "%s=%s\n", answer->parameter, answer->value);
        else
            fprintf(to, "# %s: %s\n", answer->parameter, answer->why);
    }
    if (fclose(to))
        die(EXIT_TARGET, "out of memory");
    return text;
}
