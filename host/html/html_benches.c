/*
 * SPDX-License-Identifier: MIT
 * Writes a section for each benchmark: its counts by machine state, metrics, pictures and output.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/run/event_lookup.h"
#include "host/html/html_page.h"
#include "host/run/arguments.h"
#include "host/run/result_notes.h"
#include "host/plot/plot_rows.h"
#include "host/plot/plot_script.h"
#include "host/base/text_table.h"

#define MOST_OPEN 5 /* with more benchmarks all sections are closed at first */

static void result_row(FILE *page, const struct result *result)
{
    const struct values *v = &result->values;
    char region[160], interval[64];
    bool ok = result_ok(result);
    fputs("<tr>", page);
    html_number(page, result->region, result_region_text(result, region, sizeof region));
    html_cell(page, event_text(result->event));
    if (!ok) {
        fputs("<td class=\"number trouble\">", page);
        html_text(page, result->status);
        fputs("</td><td colspan=7 class=trouble>", page);
        if (!strcmp(result->status, "broken"))
            html_print(page, "entered %u times, left %u times", result->entries, result->exits);
        fputs("</td></tr>\n", page);
        return;
    }
    html_number(page, v->mean, script_number(v->mean));
    snprintf(interval, sizeof interval, "\xC2\xB1 %s", script_number(v->ci));
    html_number(page, v->ci, interval);
    html_cell(page, event_unit(result->event));
    html_number(page, result->per_entry, script_number(result->per_entry));
    html_number(page, result->entries, number_text(result->entries, 0));
    html_number(page, v->min, script_number(v->min));
    html_number(page, v->med, script_number(v->med));
    html_number(page, v->max, script_number(v->max));
    fputs("</tr>\n", page);
}

static bool is_zero(const struct result *result)
{
    const struct values *v = &result->values;
    return result_ok(result) && v->mean == 0 && v->min == 0 && v->max == 0;
}

/* Writes the results from..to - 1 of a region; if several are 0, one line names them. */
static void region_rows(FILE *page, const struct result *const *results, unsigned from, unsigned to)
{
    unsigned zeros = 0;
    char region[160];
    for (unsigned i = from; i < to; i++)
        zeros += is_zero(results[i]);
    for (unsigned i = from; i < to; i++)
        if (zeros < 2 || !is_zero(results[i]))
            result_row(page, results[i]);
    if (zeros < 2)
        return;
    fputs("<tr>", page);
    html_number(page, results[from]->region,
                result_region_text(results[from], region, sizeof region));
    fprintf(page, "<td colspan=9 class=zeros>%u events counted 0: ", zeros);
    for (unsigned i = from, named = 0; i < to; i++)
        if (is_zero(results[i]))
            html_print(page, "%s%s", named++ ? ", " : "", event_text(results[i]->event));
    fputs("</td></tr>\n", page);
}

/* Repetitions and level are those of the first result with numbers. */
static void table_heading(FILE *page, const struct run *run, const struct result *const *results,
                          unsigned from, unsigned to)
{
    const struct result *first = results[from];
    const char *arguments = strchr(first->bench, ':');
    fputs("<h3>", page);
    for (const char *c = arguments ? arguments + 1 : ""; *c; c++)
        html_print(page, "%c", *c == ':' ? ' ' : *c);
    html_print(page, "%s%s%s%s, %s", arguments ? ": " : "", first->state,
               strcmp(first->ablate, "none") ? ", without " : "",
               strcmp(first->ablate, "none") ? first->ablate : "", run_ring_words(first->ring));
    while (from < to && !result_ok(results[from]))
        from++;
    if (from < to)
        html_print(page, ", %u repetitions, intervals at %u %%", results[from]->values.n,
                   results[from]->values.level);
    html_print(page, " (%s)", platform_name(run->platform));
    fputs("</h3>\n", page);
}

/* Notes the share of the counts that is caused by the probes of nested regions. */
static void inner_notes(FILE *page, const struct result *const *results, unsigned from, unsigned to)
{
    char text[120], region[160];
    for (unsigned i = from; i < to; i++) {
        const char *inner = result_inner(results[i], text, sizeof text);
        if (!inner)
            continue;
        fputs("<p class=about>", page);
        html_text(page, result_region_text(results[i], region, sizeof region));
        html_print(page, ": of %s, %s</p>\n", event_text(results[i]->event), inner);
    }
}

/* Writes the results of one heading, from `from` to `to` - 1. */
static void results_table(FILE *page, const struct run *run, const struct result *const *results,
                          unsigned from, unsigned to, bool closed)
{
    fputs(closed ? "<details><summary>" : "", page);
    table_heading(page, run, results, from, to);
    fputs(closed ? "</summary>\n" : "", page);
    fputs(
        "<div class=wide><table class=sorts>\n<thead><tr><th scope=col>region</th>"
        "<th scope=col>event</th><th scope=col class=number>mean</th>"
        "<th scope=col class=number>interval</th><th scope=col>unit</th>"
        "<th scope=col class=number>per entry</th><th scope=col class=number>entries</th>"
        "<th scope=col class=number>min</th><th scope=col class=number>median</th>"
        "<th scope=col class=number>max</th></tr></thead>\n<tbody>\n",
        page);
    for (unsigned i = from, end; i < to; i = end) {
        for (end = i + 1; end < to && results[end]->region == results[i]->region; end++)
            continue;
        region_rows(page, results, i, end);
    }
    fputs("</tbody></table></div>\n", page);
    inner_notes(page, results, from, to);
    html_metrics(page, run, results, from, to);
    fputs(closed ? "</details>\n" : "", page);
}

/* Writes the output of all cases, each with its name if there are several. */
static void output_of(FILE *page, const struct run *run, const char *bench)
{
    const char *open = NULL;
    for (unsigned i = 0; i < run->n_outputs; i++) {
        const struct output *output = &run->outputs[i];
        if (!output->bench || !argument_same_bench(output->bench, bench))
            continue;
        if (open != output->bench) {
            fputs(open ? "</pre>\n<h3>" : "<h3>", page);
            html_print(page, "Output%s%s", strchr(output->bench, ':') ? " of " : "",
                       strchr(output->bench, ':') ? output->bench : "");
            fputs("</h3>\n<pre>", page);
        }
        open = output->bench;
        if (output->lost)
            fputs("(output lost)\n", page);
        html_text(page, output->text);
        if (!output->goes_on)
            fputc('\n', page);
    }
    if (open)
        fputs("</pre>\n", page);
}

static void bench_heading(FILE *page, const struct run *run, const char *bench, unsigned cases)
{
    fputs("<h2>", page);
    html_print(page, "%.*s", (int)strcspn(bench, ":"), bench);
    fputs("</h2>", page);
    for (unsigned i = 0; i < run->n_benches; i++) {
        if (!argument_same_bench(run->benches[i].name, bench))
            continue;
        fputs(" <span class=about>", page);
        html_text(page, run->benches[i].text ? run->benches[i].text : "");
        if (cases > 1)
            html_print(page, " (%u cases)", cases);
        fputs("</span>", page);
        return;
    }
}

/* A benchmark, in the order of first results, with its number of headings. */
struct section {
    const char *bench;
    unsigned tables, cases;
};

static struct section *find_sections(const struct result *const *results, unsigned n,
                                     unsigned *n_found)
{
    struct section *sections = NULL;
    *n_found = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct result *result = results[i], *before = i ? results[i - 1] : NULL;
        if (before && same_heading(before, result))
            continue;
        unsigned s = *n_found;
        while (s && !argument_same_bench(sections[s - 1].bench, result->bench))
            s--;
        struct section *section =
            s ? &sections[s - 1] : memory_add(&sections, n_found, sizeof *sections);
        section->bench = s ? section->bench : result->bench;
        section->tables++;
        section->cases += !before || before->bench != result->bench;
    }
    return sections;
}

static void links(FILE *page, const struct section *sections, unsigned n)
{
    fputs("<nav>\n", page);
    for (unsigned s = 0; s < n; s++) {
        fprintf(page, "<a href=\"#bench%u\">", s);
        html_print(page, "%.*s", (int)strcspn(sections[s].bench, ":"), sections[s].bench);
        fputs("</a>\n", page);
    }
    fputs("</nav>\n", page);
}

/* Writes all headings of one benchmark; if there are several, each can be opened separately. */
static void tables(FILE *page, const struct run *run, const struct result *const *results,
                   unsigned n, const struct section *section)
{
    for (unsigned from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && same_heading(results[from], results[to]); to++)
            continue;
        if (argument_same_bench(results[from]->bench, section->bench))
            results_table(page, run, results, from, to, section->tables > MOST_OPEN);
    }
}

unsigned html_benches(FILE *page, const struct run *run, const struct selection *selection)
{
    const struct view view = {.selection = *selection};
    unsigned n, n_sections;
    const struct result **results = show_select(run, &view, &n);
    struct section *sections = find_sections(results, n, &n_sections);
    links(page, sections, n_sections);
    for (unsigned s = 0; s < n_sections; s++) {
        char *name = memory_print("%.*s", (int)strcspn(sections[s].bench, ":"), sections[s].bench);
        fprintf(page, "<details class=bench id=bench%u%s><summary>", s,
                n_sections > MOST_OPEN ? "" : " open");
        bench_heading(page, run, sections[s].bench, sections[s].cases);
        fputs("</summary>\n", page);
        html_pictures(page, run, selection, name);
        tables(page, run, results, n, &sections[s]);
        output_of(page, run, sections[s].bench);
        fputs("</details>\n", page);
        free(name);
    }
    free(sections);
    free(results);
    return n;
}

void html_end(FILE *page)
{
    fprintf(page, "<script>\n%s</script>\n<script>\n%s</script>\n</body>\n</html>\n", html_script,
            html_drawing);
}
