/*
 * SPDX-License-Identifier: MIT
 * Prints a line for each row of the chip's table, in its order, and a summary.
 */
#include "host/silicon/silicon_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/silicon/silicon_verdict.h"
#include "kernel/settings/suggest.h"

#define ANY          "any"
#define HELP         "help"
#define LARGEST_FILE (1 << 20)

bool silicon_is_named(const char *name)
{
    return !strncmp(name, SILICON_PREFIX, strlen(SILICON_PREFIX));
}

bool silicon_asks_help(const char *name)
{
    return !strcmp(name, SILICON_PREFIX HELP);
}

void silicon_print_help(void)
{
    const struct silicon *silicon = silicon_tables();
    struct table *table = table_new(3);
    table_column(table, 0, "name", TABLE_LEFT);
    table_column(table, 1, "rows", TABLE_RIGHT);
    table_column(table, 2, "measured on", TABLE_LEFT);
    for (unsigned i = 0; i < silicon->n_chips; i++) {
        table_row(table);
        table_cell(table, 0, "%s", silicon->chips[i].name);
        table_cell(table, 1, "%u", silicon->chips[i].n_rows);
        table_cell(table, 2, "%s", silicon->chips[i].source);
    }
    table_print(table, stdout, false);
    table_free(table);
    puts(ANY ": the chip most similar to the run; FILE.tsv: a table from a file");
}

/* ---- choosing the table ---------------------------------------------------------------------- */

static bool is_file(const char *name)
{
    size_t length = strlen(name);
    return strchr(name, '/') || (length > 4 && !strcmp(name + length - 4, ".tsv"));
}

/* Returns 0, or -1 after a message. */
static int read_file(const char *path, struct silicon_chip *chip)
{
    FILE *file = fopen(path, "r");
    char *text = memory_get(LARGEST_FILE + 1);
    size_t length = file ? fread(text, 1, LARGEST_FILE + 1, file) : 0;
    int failed = -1;
    if (!file || ferror(file))
        say("cannot read %s", path);
    else if (length > LARGEST_FILE)
        say("%s: larger than %u bytes, the maximum for a table", path, LARGEST_FILE);
    else
        failed = silicon_chip_read(path, text, length, chip);
    if (file)
        fclose(file);
    free(text);
    return failed;
}

static void say_no_such_chip(const char *name)
{
    const struct silicon *silicon = silicon_tables();
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < silicon->n_chips; i++)
        suggest_offer(&suggestion, name, strlen(name), silicon->chips[i].name);
    if (suggestion.best)
        say(SILICON_PREFIX
            "'%s' is not a chip with a table; did you mean %s? ('bareprobe compare " SILICON_PREFIX
                HELP "')",
            name, suggestion.best);
    else
        say(SILICON_PREFIX
            "'%s' is not a chip with a table; 'bareprobe compare " SILICON_PREFIX HELP
            "' lists them, and a name that ends in .tsv is read as a file",
            name);
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Reasons, numbered in the order of first use. */
struct notes {
    const char **texts;
    unsigned n;
};

static unsigned note_number(struct notes *notes, const char *text)
{
    for (unsigned i = 0; i < notes->n; i++)
        if (!strcmp(notes->texts[i], text))
            return i + 1;
    const char **place = memory_add(&notes->texts, &notes->n, sizeof *notes->texts);
    *place = text;
    return notes->n;
}

static void clocks_cell(struct table *table, unsigned column, double clocks)
{
    if (!isnan(clocks))
        table_cell(table, column, "%s", number_text_short(clocks, 2));
}

static void print_rows(const struct silicon_comparisons *comparisons)
{
    enum { NAME, SILICON, RUN = SILICON + SILICON_FACTS, VERDICT = RUN + SILICON_FACTS, COLUMNS };
    struct table *table = table_new(COLUMNS);
    struct notes notes = {0};
    table_column(table, NAME, "form", TABLE_LEFT);
    table_column(table, SILICON, "silicon: latency", TABLE_RIGHT);
    table_column(table, SILICON + 1, "throughput", TABLE_RIGHT);
    table_column(table, RUN, "run: latency", TABLE_RIGHT);
    table_column(table, RUN + 1, "throughput", TABLE_RIGHT);
    table_column(table, VERDICT, "", TABLE_LEFT);
    for (unsigned i = 0; i < comparisons->n; i++) {
        const struct silicon_comparison *row = &comparisons->rows[i];
        table_row(table);
        table_cell(table, NAME, "%s", row->row->name);
        for (enum silicon_fact fact = 0; fact < SILICON_FACTS; fact++) {
            clocks_cell(table, SILICON + fact, row->row->clocks[fact]);
            clocks_cell(table, RUN + fact, row->measured[fact]);
        }
        if (row->reason)
            table_cell(table, VERDICT, "%s (%u)", silicon_verdict_names[row->verdict],
                       note_number(&notes, row->reason));
        else
            table_cell(table, VERDICT, "%s", silicon_verdict_names[row->verdict]);
        if (row->verdict == VERDICT_DIFFERS)
            table_bold(table);
    }
    table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    putchar('\n');
    for (unsigned i = 0; i < notes.n; i++)
        printf("(%u) %s\n", i + 1, notes.texts[i]);
    free(notes.texts);
}

static const char *tolerance_text(const struct silicon_chip *chip)
{
    static char text[40];
    struct silicon_tolerance tolerance = silicon_tolerance_of(chip);
    int length = snprintf(text, sizeof text, "%g clocks", tolerance.clocks);
    if (tolerance.share > 0)
        snprintf(text + length, sizeof text - (size_t)length, " or %g %%", 100 * tolerance.share);
    return text;
}

static void print_share(const struct silicon_comparisons *comparisons)
{
    unsigned same = comparisons->count[VERDICT_SAME];
    unsigned differ = comparisons->count[VERDICT_DIFFERS];
    if (same + differ == 0)
        printf("%s: no comparable row", comparisons->chip->name);
    else
        printf("%s: %u of %u rows equal within %s (%.1f %%), %u %s", comparisons->chip->name, same,
               same + differ, tolerance_text(comparisons->chip), 100 * silicon_share(comparisons),
               differ, differ == 1 ? "differs" : "differ");
}

static void print_summary(const struct silicon_comparisons *comparisons)
{
    print_share(comparisons);
    printf("; %u board, %u doubtful, %u not measured\n", comparisons->count[VERDICT_BOARD],
           comparisons->count[VERDICT_DOUBTFUL], comparisons->count[VERDICT_NOT_MEASURED]);
}

static void print_machines(const struct run *run, const struct silicon_chip *chip)
{
    printf("run     %s: %s, %s MHz, build %s   (%s)\n", run->source,
           run->name[0] ? run->name : "unknown processor",
           run->mhz > 0 ? number_text(run->mhz, 1) : "?", run->build[0] ? run->build : "unknown",
           platform_sentence(run->platform));
    printf("silicon %s: %s\n\n", chip->name, chip->source);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static int judge(const struct silicon_comparisons *comparisons, double fail_above)
{
    double differ = 100 * (1 - silicon_share(comparisons));
    if (isnan(fail_above) || !(differ > fail_above))
        return EXIT_FINE;
    say("%.1f %% of the rows differ, more than %g %%", differ, fail_above);
    return EXIT_REGRESSION;
}

static int compare_with(const struct run *run, const struct silicon_forms *forms,
                        const struct silicon_chip *chip, double fail_above)
{
    struct silicon_comparisons comparisons;
    silicon_compare_rows(&comparisons, forms, chip);
    print_machines(run, chip);
    print_rows(&comparisons);
    print_summary(&comparisons);
    int status = judge(&comparisons, fail_above);
    silicon_comparisons_free(&comparisons);
    return status;
}

static int most_like_first(const void *a, const void *b)
{
    double x = silicon_share(a), y = silicon_share(b);
    return (isnan(x) || x < y) - (isnan(y) || x > y);
}

/* Prints the shares of all chips, the most similar one first, and returns that one. */
static const struct silicon_chip *most_like(const struct silicon_forms *forms)
{
    const struct silicon *silicon = silicon_tables();
    struct silicon_comparisons *all = memory_get(silicon->n_chips * sizeof *all);
    for (unsigned i = 0; i < silicon->n_chips; i++)
        silicon_compare_rows(&all[i], forms, &silicon->chips[i]);
    qsort(all, silicon->n_chips, sizeof *all, most_like_first);
    const struct silicon_chip *first = all[0].chip;
    puts("chips by similarity:");
    for (unsigned i = 0; i < silicon->n_chips; i++) {
        printf("  ");
        print_share(&all[i]);
        putchar('\n');
        silicon_comparisons_free(&all[i]);
    }
    putchar('\n');
    free(all);
    return first;
}

int silicon_compare(const struct run *run, const char *name, double fail_above)
{
    const char *which = name + strlen(SILICON_PREFIX);
    struct silicon_chip own;
    int status = EXIT_USAGE;
    bool in_file = is_file(which), any = !strcmp(which, ANY);
    const struct silicon_chip *chip = in_file || any ? NULL : silicon_chip_named(which);
    if (!in_file && !any && !chip) {
        say_no_such_chip(which);
        return EXIT_USAGE;
    }
    struct silicon_forms *forms = silicon_forms_of(run);
    if (!forms) {
        say("%s has no instruction timings to compare with a chip; measure them with 'bareprobe "
            "run -b instr/*'",
            run->source);
        return EXIT_USAGE;
    }
    if (any)
        chip = most_like(forms);
    if (!in_file)
        status = compare_with(run, forms, chip, fail_above);
    else if (read_file(which, &own) == 0) {
        status = compare_with(run, forms, &own, fail_above);
        silicon_chip_free(&own);
    }
    silicon_forms_free(forms);
    return status;
}
