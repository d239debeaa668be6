/*
 * SPDX-License-Identifier: MIT
 * Prints a machine page in three columns: property, measured value, and the documented value if it
 * differs.
 */
#include "host/output/report/machine_page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/data/run/finding_text.h"
#include "host/output/report/instr_table.h"
#include "host/base/allocation.h"
#include "host/output/report/machine_page_lines.h"

enum { LABEL_AT = 2, MEASURED_AT = 28, DOCUMENTED_AT = 72, PAGE_WIDTH = 100, GAP = 2 };

struct machine_page {
    const struct run *run;
    FILE *to;
    bool *used; /* findings, by index, that were already printed */
    const char *section;
    bool all;
    unsigned left_out;
};

static const char *page_text(struct finding_value fact, char buffer[FACT_BYTES])
{
    return finding_text_format(fact, FACT_DECIMALS_ON_PAGE, buffer);
}

/* Appends a part to a cell, after a comma. */
__attribute__((format(printf, 2, 3))) static void machine_page_append(char **cell,
                                                                      const char *format, ...)
{
    char *part;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&part, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    allocate_appended(cell, ", ", part);
    free(part);
}

/* Returns the number of bytes that fit in a width, broken after a comma or blank if possible. */
static size_t machine_page_fitting(const char *text, size_t width)
{
    size_t length = strlen(text), at = width;
    if (length <= width)
        return length;
    while (at > 0 && text[at] != ' ')
        at--;
    return at ? at : width;
}

/* Moves the next piece of a cell into the row, at `column`. */
static void machine_page_fill_column(const char **text, char *row, size_t column, size_t width)
{
    size_t length = machine_page_fitting(*text, width);
    memcpy(row + column, *text, length);
    *text += length;
    *text += strspn(*text, " ");
}

static void machine_page_print_row(FILE *to, const char *label, const char *measured,
                                   const char *documented)
{
    char row[PAGE_WIDTH];
    do {
        size_t length = sizeof row;
        memset(row, ' ', sizeof row);
        machine_page_fill_column(&label, row, LABEL_AT, MEASURED_AT - LABEL_AT - GAP);
        machine_page_fill_column(&measured, row, MEASURED_AT, DOCUMENTED_AT - MEASURED_AT - GAP);
        machine_page_fill_column(&documented, row, DOCUMENTED_AT, PAGE_WIDTH - DOCUMENTED_AT);
        while (length && row[length - 1] == ' ')
            length--;
        fprintf(to, "%.*s\n", (int)length, row);
    } while (*label || *measured || *documented);
}

/* Findings under an ablation or with cold caches do not describe the machine. */
static bool is_of_the_machine(const struct finding *finding)
{
    return !strcmp(finding->ablate, "none") && !strcmp(finding->state, "warm");
}

/* Among findings of the same name, prefers those without ablation and warm, and among these the
 * last one. */
static const struct finding *machine_page_finding(const struct machine_page *page, const char *name)
{
    const struct finding *best = NULL;
    int rank_of_best = -1;
    for (unsigned i = 0; i < page->run->n_findings; i++) {
        const struct finding *finding = &page->run->findings[i];
        int rank = 2 * !strcmp(finding->ablate, "none") + !strcmp(finding->state, "warm");
        if (strcmp(finding->name, name))
            continue;
        page->used[i] = true;
        if (rank >= rank_of_best) {
            best = finding;
            rank_of_best = rank;
        }
    }
    return best;
}

static void machine_page_add_part(char **cell, const char *format, struct finding_value fact)
{
    char text[FACT_BYTES];
    const char *at = strchr(format, '%');
    if (at[1] == 'n')
        fact.unit = NULL;
    machine_page_append(cell, "%.*s%s%s", (int)(at - format), format, page_text(fact, text),
                        at + 2);
}

/* The documented value is printed only if it differs; "the same" if all documented values agree. */
static void machine_page_print_line(struct machine_page *page, const struct machine_line *line)
{
    char *measured = allocate_copy(""), *missing = allocate_copy(""),
         *documented = allocate_copy("");
    bool compared = false;
    for (const struct machine_part *part = line->parts; part->finding; part++) {
        const struct finding *finding = machine_page_finding(page, part->finding);
        struct finding_value fact;
        if (!finding) {
            machine_page_append(&missing, "%s", part->finding);
            continue;
        }
        machine_page_add_part(&measured, part->format, finding_text_measured(finding));
        if (!finding_text_documented(finding, &fact))
            continue;
        compared = true;
        if (!finding_text_same(fact, finding_text_measured(finding)))
            machine_page_add_part(&documented, part->format, fact);
    }
    if (!*measured)
        machine_page_append(&measured, "not measured");
    else if (*missing)
        machine_page_append(&measured, "not measured: %s", missing);
    machine_page_print_row(page->to, line->label, measured,
                           *documented ? documented
                           : compared  ? "the same"
                                       : "");
    free(measured);
    free(missing);
    free(documented);
}

/* Formats a finding's name as words. */
static const char *list_name(const struct finding *finding, const char *prefix,
                             char buffer[FACT_BYTES])
{
    snprintf(buffer, FACT_BYTES, "%s", finding->name + strlen(prefix));
    for (char *at = buffer; (at = strchr(at, '_'));)
        *at = ' ';
    return buffer;
}

/* Shortens a list to one line: the names that fit, and the number of the others. */
static void machine_page_shorten_list(char **cell)
{
    const size_t width = DOCUMENTED_AT - MEASURED_AT - GAP, more = strlen(", 100 more");
    unsigned left = 0;
    if (strlen(*cell) <= width)
        return;
    for (char *comma; strlen(*cell) > width - more && (comma = strrchr(*cell, ',')); left++)
        *comma = '\0';
    if (left)
        machine_page_append(cell, "%u more", left);
}

/* Prints the unprinted findings of a list whose value equals that of findings[from]. */
static void machine_page_print_equals(struct machine_page *page, const char *label,
                                      const char *prefix, unsigned from)
{
    const struct finding *first = &page->run->findings[from];
    char text[FACT_BYTES], name[FACT_BYTES];
    char *names = allocate_copy(""), *documented = allocate_copy("");
    for (unsigned i = from; i < page->run->n_findings; i++) {
        const struct finding *finding = &page->run->findings[i];
        struct finding_value fact;
        if (page->used[i] || strncmp(finding->name, prefix, strlen(prefix)) ||
            !is_of_the_machine(finding) ||
            !finding_text_same(finding_text_measured(finding), finding_text_measured(first)))
            continue;
        page->used[i] = true;
        machine_page_append(&names, "%s", list_name(finding, prefix, name));
        if (finding_text_documented(finding, &fact) &&
            !finding_text_same(fact, finding_text_measured(finding)))
            machine_page_append(&documented, "%s: %s", name, page_text(fact, text));
    }
    char *measured = allocate_text("%s: %s", page_text(finding_text_measured(first), text), names);
    if (!page->all)
        machine_page_shorten_list(&measured);
    machine_page_print_row(page->to, label, measured, documented);
    free(measured);
    free(names);
    free(documented);
}

static void machine_page_print_list(struct machine_page *page, const struct machine_line *line)
{
    const char *label = line->label;
    for (unsigned i = 0; i < page->run->n_findings; i++) {
        const struct finding *finding = &page->run->findings[i];
        if (page->used[i] || strncmp(finding->name, line->list, strlen(line->list)) ||
            !is_of_the_machine(finding))
            continue;
        machine_page_print_equals(page, label, line->list, i);
        label = "";
    }
    if (*label)
        machine_page_print_row(page->to, label, "not measured", "");
}

/* Marks the findings of a line without a label, which only `show` prints. */
static void machine_page_omit(struct machine_page *page, const char *prefix)
{
    for (unsigned i = 0; i < page->run->n_findings; i++) {
        bool meant = !strncmp(page->run->findings[i].name, prefix, strlen(prefix));
        page->left_out += meant && !page->used[i];
        page->used[i] |= meant;
    }
}

static void machine_page_print_lines(struct machine_page *page)
{
    for (const struct machine_line *line = machine_lines; line->section; line++) {
        if (!line->label) {
            machine_page_omit(page, line->list);
            continue;
        }
        if (!page->section || strcmp(page->section, line->section))
            fprintf(page->to, "%s\n", page->section = line->section);
        if (line->list)
            machine_page_print_list(page, line);
        else
            machine_page_print_line(page, line);
    }
}

static void machine_page_print_other(FILE *to, const struct finding *finding)
{
    char measured[FACT_BYTES], documented[FACT_BYTES];
    const char *differs = "";
    struct finding_value fact;
    if (finding_text_documented(finding, &fact))
        differs = finding_text_same(fact, finding_text_measured(finding))
                      ? "the same"
                      : page_text(fact, documented);
    machine_page_print_row(to, finding->name, page_text(finding_text_measured(finding), measured),
                           differs);
}

/* Prints findings that no line covers, except those of instructions, which have a table. */
static void machine_page_print_others(struct machine_page *page)
{
    const struct finding *last = NULL;
    for (unsigned i = 0; i < page->run->n_findings; i++) {
        const struct finding *finding = &page->run->findings[i];
        if (page->used[i] || !strncmp(finding->bench, "instr/", 6))
            continue;
        if (!page->all) {
            page->left_out++;
            continue;
        }
        if (!last || last->bench != finding->bench || last->state != finding->state ||
            last->ablate != finding->ablate)
            fprintf(page->to, "Measured by %s, %s%s%s\n", finding->bench, finding->state,
                    strcmp(finding->ablate, "none") ? ", without " : "",
                    strcmp(finding->ablate, "none") ? finding->ablate : "");
        machine_page_print_other(page->to, finding);
        last = finding;
    }
}

static void machine_page_print_head(const struct run *run, FILE *to)
{
    fprintf(to, "%s", run->name[0] ? run->name : "unknown processor");
    if (run->mhz > 0)
        fprintf(to, ", %s MHz", number_text(run->mhz, 1));
    fprintf(to, "; %s\n", run_platform_sentence(run->platform));
    if (run->platform_evidence && run->platform != PLATFORM_VIRTUAL)
        fprintf(to, "platform: %s\n", run->platform_evidence);
    if (run->test_machine)
        fputs("platform: a simulator for tests that may claim to be a real chip\n", to);
    if (!run_complete(run))
        fputs("incomplete: values marked 'not measured' may have been lost in transmission\n", to);
    for (unsigned i = 0; i < run->n_faults; i++)
        machine_page_print_row(to, run->faults[i].kind, run->faults[i].what, "");
    for (unsigned i = 0; i < run->n_skips; i++)
        fprintf(to, "  skipped: %s needs %u KB, but only %u KB are free\n", run->skips[i].bench,
                run->skips[i].needs_kb, run->skips[i].has_kb);
    fprintf(to, "\n%-*s%-*sdocumented\n", MEASURED_AT, "This machine", DOCUMENTED_AT - MEASURED_AT,
            "measured");
}

/* Prints one line about the instructions on a page, or the whole table with `all`. */
static void machine_page_instructions(const struct machine_page *page)
{
    if (page->all)
        fputs("\nInstructions\n", page->to);
    if (page->all && instr_table_rows(page->run, page->to))
        return;
    unsigned documented, other;
    unsigned forms = instr_table_count(page->run, &documented, &other);
    const char *s = forms == 1 ? "" : "s";
    char text[100] = "not measured";
    if (documented)
        snprintf(text, sizeof text, "%u form%s; %u differ from the documentation", forms, s, other);
    else if (forms)
        snprintf(text, sizeof text, "%u form%s; no documented values", forms, s);
    machine_page_print_row(page->to, page->all ? "" : "instructions", text, "");
}

void machine_page_print(const struct run *run, bool all, FILE *to)
{
    struct machine_page page = {
        .run = run, .to = to, .used = allocate_zeroed(run->n_findings + 1), .all = all};
    machine_page_print_head(run, to);
    machine_page_print_lines(&page);
    machine_page_print_others(&page);
    if (!all)
        machine_page_instructions(&page);
    if (page.left_out)
        fprintf(to, "and %u more findings ('bareprobe show' lists them)\n", page.left_out);
    if (all)
        machine_page_instructions(&page);
    else
        fputs("--report machine_all prints all lists and instructions in full\n", to);
    free(page.used);
}
