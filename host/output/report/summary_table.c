/*
 * SPDX-License-Identifier: MIT
 * Prints a summary as a table, with its heading, findings, warnings and commands.
 */
#include "host/data/written/written_streams.h"
#include "host/output/report/summary_table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/base/text_table.h"
#include "host/data/run/finding_text.h"
#include "host/data/run/result_notes.h"
#include "host/output/report/summary_warnings.h"
#include "serial/report.h"

#define MOST_WIDTH 100
#define FIXED      3 /* columns before those of the summary: benchmark, region, mode */

/* ---- heading --------------------------------------------------------------------------------- */

/* Prints a part of the heading after three blanks, or on a new line if the line is full. */
static void summary_table_heading_part(const char *part, unsigned *used, unsigned width, FILE *to)
{
    unsigned length = text_table_text_width(part);
    bool fits = *used + 3 + length <= width;
    if (!*part)
        return;
    fprintf(to, "%s%s", !*used ? "" : fits ? "   " : "\n", part);
    *used = *used && fits ? *used + 3 + length : length;
}

static char *summary_table_machine(const struct run *run)
{
    static const char *const notes[] = {" (not known to be a real chip)", "",
                                        " (a model, not a real chip)",
                                        " (an emulator: its clocks are not a processor's)"};
    bool simulated = run->platform == PLATFORM_VIRTUAL;
    char *clock = run->mhz > 0 ? allocate_text(", %s MHz", number_text_short(run->mhz, 1))
                               : allocate_copy("");
    char *text =
        allocate_text("%s%s%s%s", simulated ? "simulated " : "",
                      *run->name ? run->name : "processor not known", clock, notes[run->platform]);
    free(clock);
    return text;
}

static void summary_table_heading(const struct summary *summary, unsigned width, FILE *to)
{
    const struct run *run = summary->run;
    char *build = *run->build
                      ? allocate_text("Bareprobe %.*s", (int)strcspn(run->build, " "), run->build)
                      : allocate_copy("Bareprobe (build not known)");
    char *suite = *run->suite ? allocate_text("suite %s", run->suite) : allocate_copy("");
    char *machine = summary_table_machine(run), *method = region_summary_method(summary);
    unsigned used = 0;
    summary_table_heading_part(build, &used, width, to);
    summary_table_heading_part(suite, &used, width, to);
    summary_table_heading_part(machine, &used, width, to);
    summary_table_heading_part(method, &used, width, to);
    fputs("\n\n", to);
    free(build);
    free(suite);
    free(machine);
    free(method);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Writes a line of the header: the table's own header, or a row below it. */
static void summary_table_header(struct text_table *table, const struct summary_layout *layout,
                                 unsigned line)
{
    const struct summary *summary = layout->summary;
    const char *fixed[FIXED] = {"benchmark", "region", layout->mode ? "mode" : ""};
    bool last = line == layout->header_lines - 1;
    if (line > 0)
        text_table_add_row(table);
    for (unsigned c = 0; c < FIXED + summary->n_columns; c++) {
        bool text = c < FIXED || summary->columns[c - FIXED].kind == SUMMARY_STALL;
        char *header = c < FIXED ? allocate_copy(last ? fixed[c] : "")
                                 : summary_layout_header(layout, c - FIXED, line);
        if (line == 0)
            text_table_set_column(table, c, header, text ? TABLE_LEFT : TABLE_RIGHT);
        else
            text_table_cell(table, c, "%s", header);
        free(header);
    }
}

static struct text_table *summary_table_begin(const struct summary_layout *layout)
{
    unsigned n = FIXED + layout->summary->n_columns;
    struct text_table *table = text_table_new(n);
    for (unsigned line = 0; line < layout->header_lines; line++)
        summary_table_header(table, layout, line);
    text_table_narrow(table, 1, layout->region);
    text_table_optional(table, 2);
    for (unsigned c = FIXED; c < n; c++) {
        text_table_narrow(table, c, layout->width / 2);
        text_table_optional(table, c);
    }
    if (layout->gap == 1)
        text_table_tight(table);
    return table;
}

static const char *experiment_of(const struct summary *summary, unsigned row)
{
    unsigned plan = summary->rows[row].place->plan;
    return plan < summary->run->n_plans ? summary->run->plans[plan].experiment : "";
}

static void summary_table_row(struct text_table *table, const struct summary_layout *layout,
                              unsigned at)
{
    const struct summary *summary = layout->summary;
    const struct summary_row *row = &summary->rows[at], *before = at ? row - 1 : NULL;
    bool new_plan = before && before->place->plan != row->place->plan;
    bool new_name = !before || new_plan || before->place->bench != row->place->bench;
    char *name = summary_layout_name(layout, row->place->bench);
    bool own_line = summary_layout_own_line(layout, name);
    if (new_plan || (!before && row->place->plan != summary->rows[summary->n_rows - 1].place->plan))
        text_table_line(table, "%sexperiment %s", before ? "\n" : "", experiment_of(summary, at));
    if (own_line && new_name)
        text_table_line(table, "%s", row->place->bench);
    text_table_add_row(table);
    text_table_cell(table, 0, "%s", own_line ? "" : name);
    text_table_cell(table, 1, "%s", row->region);
    text_table_cell(table, 2, "%s", row->mode);
    for (unsigned c = 0; c < summary->n_columns; c++)
        if (!layout->left_out[c])
            text_table_cell(table, FIXED + c, "%s", row->cells[c].text);
    free(name);
}

static void summary_table_omitted(const struct summary_layout *layout, FILE *to)
{
    char *names = NULL;
    for (unsigned c = 0; c < layout->summary->n_columns; c++)
        if (layout->left_out[c])
            allocate_appended(&names, ", ", layout->summary->columns[c].header);
    if (names) {
        char *line = allocate_text("no room in %u columns for: %s; 'bareprobe show' has all events",
                                   layout->width, names);
        text_table_wrap_line(line, layout->width, to);
        free(line);
        free(names);
    }
    if (layout->summary->n_hidden)
        fprintf(to, "%u more events were counted\n", layout->summary->n_hidden);
}

static void summary_table_rows(const struct summary_layout *layout, FILE *to)
{
    struct text_table *table = summary_table_begin(layout);
    for (unsigned i = 0; i < layout->summary->n_rows; i++)
        summary_table_row(table, layout, i);
    text_table_print(table, to, to == stdout && colour_on(STDOUT_FILENO));
    summary_table_omitted(layout, to);
    text_table_free(table);
}

/* ---- the report ------------------------------------------------------------------------------ */

static bool of_experiment(const struct run *run, unsigned plan, const char *only)
{
    return !only || (plan < run->n_plans && !strcmp(run->plans[plan].experiment, only));
}

static void summary_table_findings(const struct run *run, const char *only, FILE *to)
{
    static const char *const headers[] = {"benchmark", "finding", "measured", "documented"};
    struct text_table *table = text_table_new(4);
    unsigned n = 0;
    for (unsigned c = 0; c < 4; c++)
        text_table_set_column(table, c, headers[c], TABLE_LEFT);
    text_table_optional(table, 3);
    for (unsigned i = 0; i < run->n_findings; i++) {
        const struct finding *finding = &run->findings[i];
        struct finding_value documented;
        char text[FACT_BYTES];
        if (!of_experiment(run, finding->plan, only))
            continue;
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", finding->bench);
        text_table_cell(table, 1, "%s", finding->name);
        text_table_cell(table, 2, "%s",
                        finding_text_format(finding_text_measured(finding), FACT_DECIMALS, text));
        if (finding_text_documented(finding, &documented))
            text_table_cell(table, 3, "%s", finding_text_format(documented, FACT_DECIMALS, text));
        n++;
    }
    if (n) {
        fputc('\n', to);
        text_table_print(table, to, false);
    }
    text_table_free(table);
}

/* Returns the results of the experiment; the caller frees the array. */
static const struct result **summary_table_results(const struct run *run, const char *only,
                                                   unsigned *n)
{
    const struct result **results = allocate_zeroed((run->n_results + 1) * sizeof *results);
    *n = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        if (of_experiment(run, run->results[i].plan, only))
            results[(*n)++] = &run->results[i];
    return results;
}

bool summary_table_suits(const struct run *run, const char *only)
{
    unsigned results = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        results += of_experiment(run, run->results[i].plan, only);
    return results && !run->n_samplings && !run->n_overheads;
}

void summary_table_print(struct run *run, const char *only, FILE *to)
{
    unsigned width = terminal_width(STDOUT_FILENO), n;
    const struct result **results = summary_table_results(run, only, &n);
    struct summary *summary = region_summary_new(run, results, n);
    width = width < MOST_WIDTH ? width : MOST_WIDTH;
    struct summary_layout layout = summary_layout_new(summary, width);
    summary_table_heading(summary, width, to);
    summary_table_rows(&layout, to);
    summary_table_findings(run, only, to);
    summary_warnings_print(run, &layout, only, to);
    const char *word = !run->ok                       ? "failed"
                       : written_streams_missing(run) ? "output of programs is incomplete"
                                                      : "ok";
    if (run->done && !only)
        fprintf(to, "%u result%s, %u error%s%s: %s\n", run->done_results,
                report_plural(run->done_results), run->done_errors, report_plural(run->done_errors),
                suspects_text(result_notes_count_suspects(run)).text, word);
    summary_layout_free(&layout);
    region_summary_free(summary);
    free(results);
}

void summary_table_commands(const char *name, const char *store, FILE *to)
{
    if (!name)
        return;
    char *run = store ? allocate_text("%s --db %s", name, store) : allocate_copy(name);
    fprintf(to, "All events:           bareprobe show %s\n", run);
    fprintf(to, "The thesis's report:  bareprobe show %s --report text\n", run);
    fprintf(to, "Web page:             bareprobe html %s\n", run);
    free(run);
}
