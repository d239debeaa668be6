/*
 * SPDX-License-Identifier: MIT
 * The table of instruction forms. All findings of a form are adjacent in a run; one of them is the
 * documented cost as text: "3 1 FX 2" (bench/instr/README.md).
 */
#include "host/output/report/instr_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/data/run/run_heading.h"
#include "host/base/allocation.h"
#include "host/base/text_table.h"
#include "host/analysis/silicon/silicon.h"

#define FORM_ARGUMENT ":form="

/* In the order of the words of the documented cost. */
static const char *const facts[] = {"latency", "throughput", "pairs", "overlap"};
enum {
    FACTS = sizeof facts / sizeof facts[0],
    FORM = 0,
    SILICON = FACTS + 1,
    DOCUMENTED,
    DIFFERENCE,
};

static bool of_one_form(const struct finding *a, const struct finding *b)
{
    return a->plan == b->plan && !strcmp(a->bench, b->bench) && !strcmp(a->state, b->state) &&
           !strcmp(a->ablate, b->ablate);
}

/* Returns the finding of that name among the `n` findings of a form; NULL if it is missing. */
static const struct finding *instr_table_finding(const struct finding *findings, unsigned n,
                                                 const char *name)
{
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(findings[i].name, name))
            return &findings[i];
    return NULL;
}

/* ---- documented values ----------------------------------------------------------------------- */

/* Copies word `n` of `words`; "-" if there are fewer words. */
static void instr_table_copy_word(const char *words, unsigned n, char *word, size_t size)
{
    for (; n > 0; n--) {
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
    size_t length = strcspn(words, " ");
    snprintf(word, size, "%.*s", length ? (int)length : 1, length ? words : "-");
}

/* Returns how far `value` lies outside "3", "3-5", "3+" or ">3"; NAN if the word is not a
 * number. */
static double instr_table_excess(const char *word, double value)
{
    char *end;
    bool above = *word == '>';
    double low = strtod(word + above, &end), high = low;
    if (end == word + above)
        return NAN;
    if (above || *end == '+')
        high = INFINITY;
    else if (*end == '-')
        high = strtod(end + 1, NULL);
    return value < low ? value - low : value > high ? value - high : 0;
}

/* "PU/NP" allows both pairings. */
static bool has_pairing(const char *word, const char *pairing)
{
    size_t length = strlen(pairing);
    for (; *word; word += strcspn(word, "/"), word += *word == '/')
        if (!strncmp(word, pairing, length) && (!word[length] || word[length] == '/'))
            return true;
    return false;
}

/* Writes "=" if the value is as documented or was not measured; "+3", or the measured pairing, if
 * it differs; "?" if the measurement did not settle. */
static void instr_table_compare_fact(const struct finding *fact, const char *word, char *text,
                                     size_t size)
{
    if (fact && fact->unsettled)
        snprintf(text, size, "?");
    else if (!fact || !strcmp(word, "-") ||
             (fact->text ? has_pairing(word, fact->text)
                         : fabs(instr_table_excess(word, fact->value)) < 0.0005))
        snprintf(text, size, "=");
    else if (fact->text)
        snprintf(text, size, "%s", fact->text);
    else
        snprintf(text, size, "%+.4g", instr_table_excess(word, fact->value));
}

/* Writes "+3 = NP", in the order of the documented words; empty if all values are as documented. */
static void instr_table_compare(const struct finding *findings, unsigned n, const char *words,
                                char *text, size_t size)
{
    bool differs = false;
    size_t used = 0;
    for (unsigned i = 0; i < FACTS; i++) {
        char word[32], difference[32];
        instr_table_copy_word(words, i, word, sizeof word);
        instr_table_compare_fact(instr_table_finding(findings, n, facts[i]), word, difference,
                                 sizeof difference);
        differs |= strcmp(difference, "=") != 0;
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? " " : "", difference);
    }
    if (!differs)
        *text = '\0';
}

/* ---- values of real chips -------------------------------------------------------------------- */

/* Formats a chip's value that is comparable to ours: "1", or "-". */
static const char *silicon_figure(const struct silicon_chip *chip, const struct silicon_row *row,
                                  enum silicon_fact fact)
{
    if (!row || isnan(row->clocks[fact]))
        return "-";
    enum silicon_standing standing = silicon_standing(silicon_match_of(row->name), chip, fact);
    return standing == STANDS_EQUAL || standing == STANDS_CODE
               ? number_text_short(row->clocks[fact], 2)
               : "-";
}

/* Adds "1/0.5" for "instr/alu:form=add_r32_r32"; "-" if the chip's table has neither value. */
static void instr_table_silicon_cell(struct text_table *table, const struct silicon_chip *chip,
                                     const char *bench)
{
    const char *class = strchr(bench, '/') + 1, *form = strstr(bench, FORM_ARGUMENT);
    char *name = allocate_text("%.*s/%s", (int)(form - class), class, form + strlen(FORM_ARGUMENT));
    const struct silicon_row *row = silicon_row_of(chip, name);
    const char *latency = silicon_figure(chip, row, SILICON_LATENCY);
    const char *throughput = silicon_figure(chip, row, SILICON_THROUGHPUT);
    if (strcmp(latency, "-") || strcmp(throughput, "-"))
        text_table_cell(table, SILICON, "%s/%s", latency, throughput);
    else
        text_table_cell(table, SILICON, "-");
    free(name);
}

/* ---- forms ----------------------------------------------------------------------------------- */

/* Finds the next form from *from + *n on: the index of its first finding and their number; false at
 * the end. */
static bool instr_table_next_form(const struct run *run, unsigned *from, unsigned *n)
{
    for (*from += *n; *from < run->n_findings; *from += *n) {
        const struct finding *first = &run->findings[*from];
        for (*n = 1; *from + *n < run->n_findings && of_one_form(first, first + *n); ++*n)
            continue;
        if (!strncmp(first->bench, "instr/", 6) && strstr(first->bench, FORM_ARGUMENT))
            return true;
    }
    return false;
}

/* Returns the feature that the machine lacks for a form; NULL if the form runs. */
static const char *lacks(const struct finding *findings, unsigned n)
{
    const struct finding *needs = instr_table_finding(findings, n, "needs");
    return needs ? needs->text : NULL;
}

unsigned instr_table_count(const struct run *run, unsigned *documented, unsigned *other)
{
    unsigned forms = 0;
    *documented = *other = 0;
    for (unsigned i = 0, n = 0; instr_table_next_form(run, &i, &n);) {
        const struct finding *words = instr_table_finding(run->findings + i, n, "documented");
        char difference[120] = "";
        if (lacks(run->findings + i, n))
            continue;
        if (words && words->text)
            instr_table_compare(run->findings + i, n, words->text, difference, sizeof difference);
        forms++;
        *documented += words && words->text && *words->text;
        *other += *difference != 0;
    }
    return forms;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void instr_table_add_heading(struct text_table *table, const struct finding *first)
{
    bool ablated = strcmp(first->ablate, "none");
    text_table_line(table, "\n%.*s   %s%s%s", (int)strcspn(first->bench, ":"), first->bench,
                    first->state, ablated ? ", without " : "", ablated ? first->ablate : "");
}

static bool of_one_class(const struct finding *a, const struct finding *b)
{
    size_t length = strcspn(a->bench, ":");
    return strcspn(b->bench, ":") == length && !strncmp(a->bench, b->bench, length) &&
           a->plan == b->plan && !strcmp(a->state, b->state) && !strcmp(a->ablate, b->ablate);
}

static void instr_table_add_row(struct text_table *table, const struct finding *findings,
                                unsigned n, const struct silicon_chip *chip)
{
    const struct finding *words = instr_table_finding(findings, n, "documented");
    char difference[120];
    text_table_add_row(table);
    text_table_cell(table, FORM, "%s",
                    strstr(findings->bench, FORM_ARGUMENT) + strlen(FORM_ARGUMENT));
    for (unsigned i = 0; i < FACTS; i++) {
        const struct finding *fact = instr_table_finding(findings, n, facts[i]);
        if (fact)
            text_table_cell(table, 1 + i, "%s",
                            fact->text ? fact->text : number_text_short(fact->value, 2));
    }
    if (chip)
        instr_table_silicon_cell(table, chip, findings->bench);
    if (!words || !words->text)
        return;
    text_table_cell(table, DOCUMENTED, "%s", words->text);
    instr_table_compare(findings, n, words->text, difference, sizeof difference);
    text_table_cell(table, DIFFERENCE, "%s", difference);
}

/* Returns the number of forms. */
static unsigned instr_table_add_forms(struct text_table *table, const struct run *run)
{
    const struct silicon_chip *chip = silicon_chip_of(run);
    const struct finding *class = NULL;
    unsigned forms = 0;
    for (unsigned i = 0, n = 0; instr_table_next_form(run, &i, &n); forms++) {
        const struct finding *first = &run->findings[i];
        if (lacks(first, n))
            continue;
        if (!class || !of_one_class(class, first))
            instr_table_add_heading(table, first);
        class = first;
        instr_table_add_row(table, first, n, chip);
    }
    return forms;
}

/* Prints "left out: 48 forms that need MMX" for each missing feature. */
static void instr_table_print_omitted(const struct run *run, FILE *to)
{
    const char *what = NULL;
    for (bool again = true; again;) {
        const char *before = what;
        unsigned forms = 0;
        what = NULL;
        for (unsigned i = 0, n = 0; instr_table_next_form(run, &i, &n);) {
            const char *need = lacks(run->findings + i, n);
            if (!need || (before && strcmp(need, before) <= 0) || (what && strcmp(need, what) > 0))
                continue;
            forms = what && !strcmp(need, what) ? forms + 1 : 1;
            what = need;
        }
        again = what != NULL;
        if (again)
            fprintf(to, "omitted: %u form%s that need%s %s\n", forms, forms == 1 ? "" : "s",
                    forms == 1 ? "s" : "", what);
    }
}

static void instr_table_print_legend(FILE *to)
{
    fputs(
        "\n"
        "latency      clocks from one to the next that needs its result\n"
        "throughput   clocks from one to the next that does not need it\n"
        "pairs        UV: in either pipe; PU: in U only; PV: in V only; NP: not; FX: with a "
        "following FXCH\n"
        "overlap      x87: clocks of integer instructions that execute before the result is ready\n"
        "silicon      latency/throughput measured on a real chip, if known\n"
        "documented   the four columns; 3-5: a range; 7+, >15: at least; PU/NP: sources disagree\n"
        "difference   measured minus documented; =: as documented; ?: the measurement did not "
        "settle\n"
        "-            not measured, or unknown\n",
        to);
}

unsigned instr_table_rows(const struct run *run, FILE *to)
{
    static const struct {
        const char *header;
        enum table_side side;
    } columns[] = {{"form", TABLE_LEFT},        {"latency", TABLE_RIGHT},
                   {"throughput", TABLE_RIGHT}, {"pairs", TABLE_LEFT},
                   {"overlap", TABLE_RIGHT},    {"silicon", TABLE_LEFT},
                   {"documented", TABLE_LEFT},  {"difference", TABLE_LEFT}};
    struct text_table *table = text_table_new(sizeof columns / sizeof columns[0]);
    for (unsigned i = 0; i < sizeof columns / sizeof columns[0]; i++)
        text_table_set_column(table, i, columns[i].header, columns[i].side);
    unsigned forms = instr_table_add_forms(table, run);
    if (forms) {
        text_table_print(table, to, false);
        instr_table_print_legend(to);
        instr_table_print_omitted(run, to);
    }
    text_table_free(table);
    return forms;
}

void instr_table_print(const struct run *run, FILE *to)
{
    run_heading(run, to);
    if (!instr_table_rows(run, to))
        fputs("No findings of instr/*.\n", to);
}
