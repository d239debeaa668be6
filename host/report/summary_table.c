/*
 * SPDX-License-Identifier: MIT
 * Prints the rows of a summary. If the table is too wide, names of cases lose their arguments'
 * names, then long names get lines of their own, then columns are left out.
 */
#include "host/report/summary_table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/run/finding_text.h"

#define MOST_WIDTH  100
#define LEAST_NAME  9 /* the header's width */
#define MOST_REGION 24
#define FIXED       3 /* columns before those of the summary: benchmark, region, mode */

/* Left out in this order if the terminal is too narrow; other events go first. */
static const enum summary_kind least_needed[] = {
    SUMMARY_V_PIPE, SUMMARY_AGI, SUMMARY_MISPREDICTIONS, SUMMARY_DATA_MISSES,
    SUMMARY_STALL,  SUMMARY_CPI, SUMMARY_INTERVAL,       SUMMARY_INSTRUCTIONS};
enum { LEAST_NEEDED = sizeof least_needed / sizeof least_needed[0] };

/* How a summary is laid out for a width. */
struct layout {
    const struct summary *summary;
    unsigned width;
    bool *left_out;   /* per column of the summary */
    unsigned gap;     /* blanks between columns */
    bool short_names; /* cases without their arguments' names */
    unsigned name;    /* width of the first column; longer names have a line of their own */
    unsigned region, mode;
};

/* ---- widths ---------------------------------------------------------------------------------- */

static unsigned wider(unsigned width, const char *text)
{
    unsigned of_text = table_text_width(text);
    return of_text > width ? of_text : width;
}

static unsigned column_width(const struct summary *summary, unsigned column)
{
    unsigned width = table_text_width(summary->columns[column].header);
    for (unsigned i = 0; i < summary->n_rows; i++)
        width = wider(width, summary->rows[i].cells[column].text);
    return width;
}

/* "apps/checksum:variant=before" becomes "apps/checksum:before". The caller frees it. */
static char *name_text(const char *bench, bool short_names)
{
    char *text = memory_text(bench), *to = text + strcspn(text, ":");
    const char *from = bench + strcspn(bench, ":");
    while (short_names && *from) {
        size_t name = strcspn(from + 1, "=:"), skipped = from[1 + name] == '=' ? name + 1 : 0;
        size_t value = strcspn(from + 1 + skipped, ":");
        *to++ = ':';
        memmove(to, from + 1 + skipped, value);
        to += value;
        from += 1 + skipped + value;
        *to = 0;
    }
    return text;
}

static unsigned names_width(const struct summary *summary, bool short_names)
{
    unsigned width = LEAST_NAME;
    for (unsigned i = 0; i < summary->n_rows; i++) {
        char *name = name_text(summary->rows[i].place->bench, short_names);
        width = wider(width, name);
        free(name);
    }
    return width;
}

/* Returns the columns that remain for names; 0 if there are none. */
static unsigned names_room(const struct layout *layout)
{
    unsigned gap = layout->gap;
    unsigned used = layout->region + gap + (layout->mode ? layout->mode + gap : 0);
    for (unsigned c = 0; c < layout->summary->n_columns; c++)
        if (!layout->left_out[c])
            used += gap + column_width(layout->summary, c);
    return used < layout->width ? layout->width - used : 0;
}

/* Leaves out the column that is needed least; returns false if only clocks or one event remain. */
static bool column_leave_out(struct layout *layout)
{
    const struct summary *summary = layout->summary;
    unsigned kept = 0;
    for (unsigned c = 0; c < summary->n_columns; c++)
        kept += !layout->left_out[c];
    if (kept < 2)
        return false;
    for (unsigned c = summary->n_columns; c-- > 0;)
        if (!layout->left_out[c] && summary->columns[c].kind == SUMMARY_EVENT)
            return layout->left_out[c] = true;
    for (unsigned i = 0; i < LEAST_NEEDED; i++) {
        const struct summary_column *column = summary_column_of(summary, least_needed[i]);
        bool *left_out = column ? &layout->left_out[column - summary->columns] : NULL;
        if (left_out && !*left_out)
            return *left_out = true;
    }
    return false;
}

/* Chooses the widest layout in which all names fit beside the other columns; false if none does. */
static bool names_fit(struct layout *layout)
{
    for (unsigned try = 0; try < 4; try++) {
        layout->gap = try < 2 ? 2 : 1;
        layout->short_names = try & 1;
        layout->name = names_width(layout->summary, layout->short_names);
        if (layout->name <= names_room(layout))
            return true;
    }
    return false;
}

static void layout_fit(struct layout *layout)
{
    const struct summary *summary = layout->summary;
    layout->region = table_text_width("region");
    for (unsigned i = 0; i < summary->n_rows; i++) {
        layout->region = wider(layout->region, summary->rows[i].region);
        layout->mode = wider(layout->mode, summary->rows[i].mode);
    }
    if (layout->region > MOST_REGION)
        layout->region = MOST_REGION;
    if (names_fit(layout))
        return;
    layout->name = LEAST_NAME;
    while (names_room(layout) < LEAST_NAME && column_leave_out(layout))
        continue;
    if (names_room(layout) > LEAST_NAME)
        layout->name = names_room(layout);
}

/* ---- heading --------------------------------------------------------------------------------- */

/* Prints a part of the heading after three blanks, or on a new line if the line is full. */
static void part_print(const char *part, unsigned *used, unsigned width, FILE *to)
{
    unsigned length = table_text_width(part);
    bool fits = *used + 3 + length <= width;
    if (!*part)
        return;
    fprintf(to, "%s%s", !*used ? "" : fits ? "   " : "\n", part);
    *used = *used && fits ? *used + 3 + length : length;
}

static char *machine_text(const struct run *run)
{
    static const char *const notes[] = {" (platform not known)", "", " (a model, not a real chip)",
                                        " (an emulator: its clocks are not a processor's)"};
    bool simulated = run->platform == PLATFORM_VIRTUAL;
    char *clock =
        run->mhz > 0 ? memory_print(", %s MHz", number_text_short(run->mhz, 1)) : memory_text("");
    char *text =
        memory_print("%s%s%s%s", simulated ? "simulated " : "",
                     *run->name ? run->name : "processor not known", clock, notes[run->platform]);
    free(clock);
    return text;
}

static void heading_print(const struct summary *summary, unsigned width, FILE *to)
{
    const struct run *run = summary->run;
    char *build = *run->build
                      ? memory_print("Bareprobe %.*s", (int)strcspn(run->build, " "), run->build)
                      : memory_text("Bareprobe (build not known)");
    char *suite = *run->suite ? memory_print("suite %s", run->suite) : memory_text("");
    char *machine = machine_text(run), *method = summary_method(summary);
    unsigned used = 0;
    part_print(build, &used, width, to);
    part_print(suite, &used, width, to);
    part_print(machine, &used, width, to);
    part_print(method, &used, width, to);
    fputs("\n\n", to);
    free(build);
    free(suite);
    free(machine);
    free(method);
}

/* ---- the table ------------------------------------------------------------------------------- */

static struct table *table_begin(const struct layout *layout)
{
    const struct summary *summary = layout->summary;
    struct table *table = table_new(FIXED + summary->n_columns);
    table_column(table, 0, "benchmark", TABLE_LEFT);
    table_column(table, 1, "region", TABLE_LEFT);
    table_column(table, 2, layout->mode ? "mode" : "", TABLE_LEFT);
    table_narrow(table, 1, layout->region);
    table_optional(table, 2);
    if (layout->gap == 1)
        table_tight(table);
    for (unsigned c = 0; c < summary->n_columns; c++) {
        bool text = summary->columns[c].kind == SUMMARY_STALL;
        table_column(table, FIXED + c, layout->left_out[c] ? "" : summary->columns[c].header,
                     text ? TABLE_LEFT : TABLE_RIGHT);
        table_narrow(table, FIXED + c, layout->width / 2);
        table_optional(table, FIXED + c);
    }
    return table;
}

static const char *experiment_of(const struct summary *summary, unsigned row)
{
    unsigned plan = summary->rows[row].place->plan;
    return plan < summary->run->n_plans ? summary->run->plans[plan].experiment : "";
}

static void row_print(struct table *table, const struct layout *layout, unsigned at)
{
    const struct summary *summary = layout->summary;
    const struct summary_row *row = &summary->rows[at], *before = at ? row - 1 : NULL;
    bool new_plan = before && before->place->plan != row->place->plan;
    bool new_name = !before || new_plan || before->place->bench != row->place->bench;
    char *name = name_text(row->place->bench, layout->short_names);
    bool own_line = table_text_width(name) > layout->name;
    if (new_plan || (!before && row->place->plan != summary->rows[summary->n_rows - 1].place->plan))
        table_line(table, "%sexperiment %s", before ? "\n" : "", experiment_of(summary, at));
    if (own_line && new_name)
        table_line(table, "%s", row->place->bench);
    table_row(table);
    table_cell(table, 0, "%s", own_line ? "" : name);
    table_cell(table, 1, "%s", row->region);
    table_cell(table, 2, "%s", row->mode);
    for (unsigned c = 0; c < summary->n_columns; c++)
        if (!layout->left_out[c])
            table_cell(table, FIXED + c, "%s", row->cells[c].text);
    free(name);
}

static void left_out_print(const struct layout *layout, FILE *to)
{
    const char *before = NULL;
    for (unsigned c = 0; c < layout->summary->n_columns; c++)
        if (layout->left_out[c]) {
            if (!before)
                fprintf(to, "no room in %u columns for: ", layout->width);
            fprintf(to, "%s%s", before ? before : "", layout->summary->columns[c].header);
            before = ", ";
        }
    fputs(before ? "\n" : "", to);
}

static void rows_print(const struct summary *summary, unsigned width, FILE *to)
{
    struct layout layout = {
        .summary = summary, .width = width, .left_out = memory_get(summary->n_columns + 1)};
    layout_fit(&layout);
    struct table *table = table_begin(&layout);
    for (unsigned i = 0; i < summary->n_rows; i++)
        row_print(table, &layout, i);
    table_print(table, to, to == stdout && colour_on(STDOUT_FILENO));
    left_out_print(&layout, to);
    table_free(table);
    free(layout.left_out);
}

/* ---- the report ------------------------------------------------------------------------------ */

static bool of_experiment(const struct run *run, unsigned plan, const char *only)
{
    return !only || (plan < run->n_plans && !strcmp(run->plans[plan].experiment, only));
}

static void findings_print(const struct run *run, const char *only, FILE *to)
{
    static const char *const headers[] = {"benchmark", "finding", "measured", "documented"};
    struct table *table = table_new(4);
    unsigned n = 0;
    for (unsigned c = 0; c < 4; c++)
        table_column(table, c, headers[c], TABLE_LEFT);
    table_optional(table, 3);
    for (unsigned i = 0; i < run->n_findings; i++) {
        const struct finding *finding = &run->findings[i];
        struct fact documented;
        char text[FACT_BYTES];
        if (!of_experiment(run, finding->plan, only))
            continue;
        table_row(table);
        table_cell(table, 0, "%s", finding->bench);
        table_cell(table, 1, "%s", finding->name);
        table_cell(table, 2, "%s", fact_text(fact_measured(finding), FACT_DECIMALS, text));
        if (fact_documented(finding, &documented))
            table_cell(table, 3, "%s", fact_text(documented, FACT_DECIMALS, text));
        n++;
    }
    if (n) {
        fputc('\n', to);
        table_print(table, to, false);
    }
    table_free(table);
}

/* Returns the results of the experiment; the caller frees the array. */
static const struct result **results_of(const struct run *run, const char *only, unsigned *n)
{
    const struct result **results = memory_get((run->n_results + 1) * sizeof *results);
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
    const struct result **results = results_of(run, only, &n);
    struct summary *summary = summary_new(run, results, n);
    width = width < MOST_WIDTH ? width : MOST_WIDTH;
    heading_print(summary, width, to);
    rows_print(summary, width, to);
    findings_print(run, only, to);
    summary_warnings_print(run, summary, only, to);
    if (run->done && !only)
        fprintf(to, "%u results, %u errors: %s\n", run->done_results, run->done_errors,
                run->ok ? "ok" : "failed");
    summary_free(summary);
    free(results);
}

void summary_table_commands(const char *name, const char *store, FILE *to)
{
    if (!name)
        return;
    char *run = store ? memory_print("%s --db %s", name, store) : memory_text(name);
    fprintf(to, "All events:           bareprobe show %s\n", run);
    fprintf(to, "The thesis's report:  bareprobe show %s --report text\n", run);
    fprintf(to, "Web page:             bareprobe html %s\n", run);
    free(run);
}
