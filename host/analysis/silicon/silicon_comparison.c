/*
 * SPDX-License-Identifier: MIT
 * Prints a line for each row of the chip's table, in its order, and a summary.
 */
#include "host/analysis/silicon/silicon_comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/analysis/silicon/silicon_families.h"
#include "host/analysis/silicon/silicon_verdict.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "kernel/settings/suggestions.h"
#include "tools/plain_text.h"

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

void silicon_comparison_help(void)
{
    const struct silicon *silicon = silicon_tables();
    struct text_table *table = text_table_new(3);
    text_table_set_column(table, 0, "name", TABLE_LEFT);
    text_table_set_column(table, 1, "rows", TABLE_RIGHT);
    text_table_set_column(table, 2, "measured on", TABLE_LEFT);
    for (unsigned i = 0; i < silicon->n_chips; i++) {
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", silicon->chips[i].name);
        text_table_cell(table, 1, "%u", silicon->chips[i].n_rows);
        text_table_cell(table, 2, "%s", silicon->chips[i].source);
    }
    text_table_print(table, stdout, false);
    text_table_free(table);
    puts(ANY ": the chip most similar to the run; FILE.tsv: a table from a file");
}

/* ---- choosing the table ---------------------------------------------------------------------- */

static bool silicon_comparison_is_file(const char *name)
{
    size_t length = strlen(name);
    return strchr(name, '/') || (length > 4 && !strcmp(name + length - 4, ".tsv"));
}

/* Returns 0, or -1 after a message. */
static int silicon_comparison_read_file(const char *path, struct silicon_chip *chip)
{
    FILE *file = fopen(path, "r");
    char *text = allocate_zeroed(LARGEST_FILE + 1);
    size_t length = file ? fread(text, 1, LARGEST_FILE + 1, file) : 0;
    int failed = -1;
    if (!file || ferror(file))
        message_print("cannot read %s", path);
    else if (length > LARGEST_FILE)
        message_print("%s: larger than %u bytes, the maximum for a table", path, LARGEST_FILE);
    else
        failed = silicon_chip_read(path, text, plain_text(text, length), chip);
    if (file)
        fclose(file);
    free(text);
    return failed;
}

static void silicon_comparison_no_chip(const char *name)
{
    const struct silicon *silicon = silicon_tables();
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < silicon->n_chips; i++)
        suggestions_offer(&suggestion, name, strlen(name), silicon->chips[i].name);
    if (suggestion.best)
        message_print(
            SILICON_PREFIX
            "'%s' is not a chip with a table; did you mean %s? ('bareprobe compare " SILICON_PREFIX
                HELP "')",
            name, suggestion.best);
    else
        message_print(SILICON_PREFIX
                      "'%s' is not a chip with a table; 'bareprobe compare " SILICON_PREFIX HELP
                      "' lists them, and a name that ends in .tsv is read as a file",
                      name);
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Reasons, numbered in the order of first use. */
struct silicon_notes {
    const char **texts;
    unsigned n;
};

static unsigned silicon_comparison_note(struct silicon_notes *notes, const char *text)
{
    for (unsigned i = 0; i < notes->n; i++)
        if (!strcmp(notes->texts[i], text))
            return i + 1;
    const char **place = allocate_element(&notes->texts, &notes->n, sizeof *notes->texts);
    *place = text;
    return notes->n;
}

static void clocks_cell(struct text_table *table, unsigned column, double clocks)
{
    if (!isnan(clocks))
        text_table_cell(table, column, "%s", number_text_short(clocks, 2));
}

static void silicon_comparison_rows(const struct silicon_verdicts *verdicts)
{
    enum { NAME, SILICON, RUN = SILICON + SILICON_FACTS, VERDICT = RUN + SILICON_FACTS, COLUMNS };
    struct text_table *table = text_table_new(COLUMNS);
    struct silicon_notes notes = {0};
    text_table_set_column(table, NAME, "form", TABLE_LEFT);
    text_table_set_column(table, SILICON, "silicon: latency", TABLE_RIGHT);
    text_table_set_column(table, SILICON + 1, "throughput", TABLE_RIGHT);
    text_table_set_column(table, RUN, "run: latency", TABLE_RIGHT);
    text_table_set_column(table, RUN + 1, "throughput", TABLE_RIGHT);
    text_table_set_column(table, VERDICT, "", TABLE_LEFT);
    for (unsigned i = 0; i < verdicts->n; i++) {
        const struct silicon_row_verdict *row = &verdicts->rows[i];
        text_table_add_row(table);
        text_table_cell(table, NAME, "%s", row->row->name);
        for (enum silicon_fact fact = 0; fact < SILICON_FACTS; fact++) {
            clocks_cell(table, SILICON + fact, row->row->clocks[fact]);
            clocks_cell(table, RUN + fact, row->measured[fact]);
        }
        if (row->reason)
            text_table_cell(table, VERDICT, "%s (%u)", silicon_verdict_names[row->verdict],
                            silicon_comparison_note(&notes, row->reason));
        else
            text_table_cell(table, VERDICT, "%s", silicon_verdict_names[row->verdict]);
        if (row->verdict == VERDICT_DIFFERS)
            text_table_bold(table);
    }
    text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
    putchar('\n');
    for (unsigned i = 0; i < notes.n; i++)
        printf("(%u) %s\n", i + 1, notes.texts[i]);
    free(notes.texts);
}

static const char *silicon_comparison_tolerance(const struct silicon_chip *chip)
{
    static char text[40];
    struct silicon_tolerance tolerance = silicon_tolerance_of(chip);
    int length = snprintf(text, sizeof text, "%g clocks", tolerance.clocks);
    if (tolerance.share > 0)
        snprintf(text + length, sizeof text - (size_t)length, " or %g %%", 100 * tolerance.share);
    return text;
}

static void silicon_comparison_share(const struct silicon_verdicts *verdicts)
{
    unsigned same = verdicts->count[VERDICT_SAME];
    unsigned differ = verdicts->count[VERDICT_DIFFERS];
    if (same + differ == 0)
        printf("%s: no comparable row", verdicts->chip->name);
    else
        printf("%s: %u of %u rows equal within %s (%.1f %%), %u %s", verdicts->chip->name, same,
               same + differ, silicon_comparison_tolerance(verdicts->chip),
               100 * silicon_verdicts_share(verdicts), differ, differ == 1 ? "differs" : "differ");
}

static void silicon_comparison_summary(const struct silicon_verdicts *verdicts)
{
    silicon_comparison_share(verdicts);
    printf("; %u board, %u doubtful, %u not measured\n", verdicts->count[VERDICT_BOARD],
           verdicts->count[VERDICT_DOUBTFUL], verdicts->count[VERDICT_NOT_MEASURED]);
}

static void silicon_comparison_heading(const struct run *run, const struct silicon_chip *chip)
{
    printf("run     %s: %s, %s MHz, build %s   (%s)\n", run->source,
           run->name[0] ? run->name : "unknown processor",
           run->mhz > 0 ? number_text(run->mhz, 1) : "?", run->build[0] ? run->build : "unknown",
           run_platform_sentence(run->platform));
    printf("silicon %s: %s\n", chip->name, chip->source);
    if (!silicon_families_known(chip->source))
        puts(
            "The table's first line names no processor, such as # GenuineIntel0000525: no reason "
            "of\n"
            "single families applies, and rows that depend on the code cache may differ.");
    putchar('\n');
}

/* ---- comparing ------------------------------------------------------------------------------- */

static int silicon_comparison_status(const struct silicon_verdicts *verdicts, double fail_above)
{
    double differ = 100 * (1 - silicon_verdicts_share(verdicts));
    if (isnan(fail_above) || !(differ > fail_above))
        return EXIT_FINE;
    message_print("%.1f %% of the rows differ, more than %g %%", differ, fail_above);
    return EXIT_REGRESSION;
}

static int silicon_comparison_print(const struct run *run, const struct silicon_forms *forms,
                                    const struct silicon_chip *chip, double fail_above)
{
    struct silicon_verdicts verdicts;
    silicon_verdicts_make(&verdicts, forms, chip);
    silicon_comparison_heading(run, chip);
    silicon_comparison_rows(&verdicts);
    silicon_comparison_summary(&verdicts);
    int status = silicon_comparison_status(&verdicts, fail_above);
    silicon_verdicts_free(&verdicts);
    return status;
}

static int silicon_comparison_by_share(const void *a, const void *b)
{
    double x = silicon_verdicts_share(a), y = silicon_verdicts_share(b);
    return (isnan(x) || x < y) - (isnan(y) || x > y);
}

/* Prints the shares of all chips, the most similar one first, and returns that one. */
static const struct silicon_chip *silicon_comparison_closest(const struct silicon_forms *forms)
{
    const struct silicon *silicon = silicon_tables();
    struct silicon_verdicts *all = allocate_zeroed(silicon->n_chips * sizeof *all);
    for (unsigned i = 0; i < silicon->n_chips; i++)
        silicon_verdicts_make(&all[i], forms, &silicon->chips[i]);
    qsort(all, silicon->n_chips, sizeof *all, silicon_comparison_by_share);
    const struct silicon_chip *first = all[0].chip;
    puts("chips by similarity:");
    for (unsigned i = 0; i < silicon->n_chips; i++) {
        printf("  ");
        silicon_comparison_share(&all[i]);
        putchar('\n');
        silicon_verdicts_free(&all[i]);
    }
    putchar('\n');
    free(all);
    return first;
}

int silicon_comparison_report(const struct run *run, const char *name, double fail_above)
{
    const char *which = name + strlen(SILICON_PREFIX);
    struct silicon_chip own;
    int status = EXIT_USAGE;
    bool in_file = silicon_comparison_is_file(which), any = !strcmp(which, ANY);
    const struct silicon_chip *chip = in_file || any ? NULL : silicon_chip_named(which);
    if (!in_file && !any && !chip) {
        silicon_comparison_no_chip(which);
        return EXIT_USAGE;
    }
    struct silicon_forms *forms = silicon_verdict_forms(run);
    if (!forms) {
        message_print(
            "%s has no instruction timings to compare with a chip; measure them with 'bareprobe "
            "run -b instr/*'",
            run->source);
        return EXIT_USAGE;
    }
    if (any)
        chip = silicon_comparison_closest(forms);
    if (!in_file)
        status = silicon_comparison_print(run, forms, chip, fail_above);
    else if (silicon_comparison_read_file(which, &own) == 0) {
        status = silicon_comparison_print(run, forms, &own, fail_above);
        silicon_chip_free(&own);
    }
    silicon_verdict_forms_free(forms);
    return status;
}
