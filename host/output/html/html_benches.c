/*
 * SPDX-License-Identifier: MIT
 * Writes a section for each benchmark: its counts by machine state, metrics, pictures and output.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/data/run/event_lookup.h"
#include "host/output/html/html_page.h"
#include "host/data/run/case_arguments.h"
#include "host/data/run/result_notes.h"
#include "host/output/plot/plot_rows.h"
#include "host/output/plot/plot_script.h"
#include "host/output/show/show_views.h"

#define MOST_OPEN 5 /* with more benchmarks all sections are closed at first */

static void html_benches_result_row(FILE *page, const struct result *result)
{
    const struct values *v = &result->values;
    char region[160], mean[64], interval[64];
    bool ok = result_ok(result);
    fputs("<tr>", page);
    html_text_number(page, result->region, run_region_text(result, region, sizeof region));
    html_text_cell(page, event_text(result->event));
    if (!ok) {
        fputs("<td class=\"number trouble\">", page);
        html_text(page, result->status);
        fputs("</td><td colspan=7 class=trouble>", page);
        if (!strcmp(result->status, "broken"))
            html_text_print(page, "entered %u times, left %u times", result->entries,
                            result->exits);
        fputs("</td></tr>\n", page);
        return;
    }
    snprintf(mean, sizeof mean, "%s%s", script_number(v->mean),
             result->suspect ? " (suspect)" : "");
    html_text_number(page, v->mean, mean);
    snprintf(interval, sizeof interval, "\xC2\xB1 %s", script_number(v->ci));
    html_text_number(page, v->ci, interval);
    html_text_cell(page, event_lookup_unit(result->event));
    html_text_number(page, result->per_entry, script_number(result->per_entry));
    html_text_number(page, result->entries, number_text(result->entries, 0));
    html_text_number(page, v->min, script_number(v->min));
    html_text_number(page, v->med, isnan(v->med) ? "-" : script_number(v->med));
    html_text_number(page, v->max, script_number(v->max));
    fputs("</tr>\n", page);
}

static bool html_benches_is_zero(const struct result *result)
{
    const struct values *v = &result->values;
    return result_ok(result) && !result->suspect && v->mean == 0 && v->min == 0 && v->max == 0;
}

/* Writes the results from..to - 1 of a region; if several are 0, one line names them. */
static void html_benches_region_rows(FILE *page, const struct result *const *results, unsigned from,
                                     unsigned to)
{
    unsigned zeros = 0;
    char region[160];
    for (unsigned i = from; i < to; i++)
        zeros += html_benches_is_zero(results[i]);
    for (unsigned i = from; i < to; i++)
        if (zeros < 2 || !html_benches_is_zero(results[i]))
            html_benches_result_row(page, results[i]);
    if (zeros < 2)
        return;
    fputs("<tr>", page);
    html_text_number(page, results[from]->region,
                     run_region_text(results[from], region, sizeof region));
    fprintf(page, "<td colspan=9 class=zeros>%u events counted 0: ", zeros);
    for (unsigned i = from, named = 0; i < to; i++)
        if (html_benches_is_zero(results[i]))
            html_text_print(page, "%s%s", named++ ? ", " : "", event_text(results[i]->event));
    fputs("</td></tr>\n", page);
}

/* Repetitions and level are those of the first result with numbers. */
static void html_benches_table_heading(FILE *page, const struct run *run,
                                       const struct result *const *results, unsigned from,
                                       unsigned to)
{
    const struct result *first = results[from];
    const char *arguments = strchr(first->bench, ':');
    fputs("<h3>", page);
    for (const char *c = arguments ? arguments + 1 : ""; *c; c++)
        html_text_print(page, "%c", *c == ':' ? ' ' : *c);
    html_text_print(page, "%s%s%s%s, %s", arguments ? ": " : "", first->state,
                    strcmp(first->ablate, "none") ? ", without " : "",
                    strcmp(first->ablate, "none") ? first->ablate : "",
                    run_ring_words(first->ring));
    while (from < to && !result_ok(results[from]))
        from++;
    if (from < to)
        html_text_print(page, ", %u repetitions, intervals at %u %%", results[from]->values.n,
                        results[from]->values.level);
    html_text_print(page, " (%s)", platform_name(run->platform));
    fputs("</h3>\n", page);
}

static void html_benches_suspect_notes(FILE *page, const struct result *const *results,
                                       unsigned from, unsigned to)
{
    char region[160];
    for (unsigned i = from; i < to; i++) {
        if (!results[i]->suspect)
            continue;
        fputs("<p class=trouble>", page);
        html_text(page, run_region_text(results[i], region, sizeof region));
        html_text_print(page, ": suspect %s: %s", event_text(results[i]->event),
                        results[i]->suspect);
        fputs("</p>\n", page);
    }
}

static void html_benches_note(FILE *page, const struct result *result, const char *note)
{
    char region[160];
    if (!note)
        return;
    fputs("<p class=about>", page);
    html_text(page, run_region_text(result, region, sizeof region));
    html_text_print(page, ": of %s, %s", event_text(result->event), note);
    fputs("</p>\n", page);
}

/* Notes the part of the counts that is the probes', of the region itself and of nested regions. */
static void html_benches_probe_notes(FILE *page, const struct result *const *results, unsigned from,
                                     unsigned to)
{
    char text[120];
    for (unsigned i = from; i < to; i++) {
        html_benches_note(page, results[i], result_note_probe_range(results[i], text, sizeof text));
        html_benches_note(page, results[i], result_note_probe_share(results[i]));
        html_benches_note(page, results[i], result_note_nested(results[i], text, sizeof text));
    }
}

/* Writes the results of one heading, from `from` to `to` - 1. */
static void html_benches_results(FILE *page, const struct run *run,
                                 const struct result *const *results, unsigned from, unsigned to,
                                 bool closed)
{
    fputs(closed ? "<details><summary>" : "", page);
    html_benches_table_heading(page, run, results, from, to);
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
        html_benches_region_rows(page, results, i, end);
    }
    fputs("</tbody></table></div>\n", page);
    html_benches_suspect_notes(page, results, from, to);
    html_benches_probe_notes(page, results, from, to);
    html_metrics(page, run, results, from, to);
    fputs(closed ? "</details>\n" : "", page);
}

/* Writes the output of all cases, each with its name if there are several. */
static void html_benches_output(FILE *page, const struct run *run, const char *bench)
{
    const char *open = NULL;
    for (unsigned i = 0; i < run->n_outputs; i++) {
        const struct output_record *output = &run->outputs[i];
        if (!output->bench || !case_argument_same_bench(output->bench, bench))
            continue;
        if (open != output->bench) {
            fputs(open ? "</pre>\n<h3>" : "<h3>", page);
            html_text_print(page, "Output%s%s", strchr(output->bench, ':') ? " of " : "",
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

static void html_benches_heading(FILE *page, const struct run *run, const char *bench,
                                 unsigned cases)
{
    fputs("<h2>", page);
    html_text_print(page, "%.*s", (int)strcspn(bench, ":"), bench);
    fputs("</h2>", page);
    for (unsigned i = 0; i < run->n_benches; i++) {
        if (!case_argument_same_bench(run->benches[i].name, bench))
            continue;
        fputs(" <span class=about>", page);
        html_text(page, run->benches[i].text ? run->benches[i].text : "");
        if (cases > 1)
            html_text_print(page, " (%u cases)", cases);
        fputs("</span>", page);
        return;
    }
}

/* A benchmark, in the order of first results, with its number of headings. */
struct section {
    const char *bench;
    unsigned tables, cases;
};

static struct section *html_benches_sections(const struct result *const *results, unsigned n,
                                             unsigned *n_found)
{
    struct section *sections = NULL;
    *n_found = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct result *result = results[i], *before = i ? results[i - 1] : NULL;
        if (before && show_results_same_heading(before, result))
            continue;
        unsigned s = *n_found;
        while (s && !case_argument_same_bench(sections[s - 1].bench, result->bench))
            s--;
        struct section *section =
            s ? &sections[s - 1] : allocate_element(&sections, n_found, sizeof *sections);
        section->bench = s ? section->bench : result->bench;
        section->tables++;
        section->cases += !before || before->bench != result->bench;
    }
    return sections;
}

static void html_benches_links(FILE *page, const struct section *sections, unsigned n)
{
    fputs("<nav>\n", page);
    for (unsigned s = 0; s < n; s++) {
        fprintf(page, "<a href=\"#bench%u\">", s);
        html_text_print(page, "%.*s", (int)strcspn(sections[s].bench, ":"), sections[s].bench);
        fputs("</a>\n", page);
    }
    fputs("</nav>\n", page);
}

/* Writes all headings of one benchmark; if there are several, each can be opened separately. */
static void html_benches_tables(FILE *page, const struct run *run,
                                const struct result *const *results, unsigned n,
                                const struct section *section)
{
    for (unsigned from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && show_results_same_heading(results[from], results[to]); to++)
            continue;
        if (case_argument_same_bench(results[from]->bench, section->bench))
            html_benches_results(page, run, results, from, to, section->tables > MOST_OPEN);
    }
}

unsigned html_benches(FILE *page, const struct run *run, const struct result_selection *selection)
{
    const struct view view = {.selection = *selection};
    unsigned n, n_sections;
    const struct result **results = show_results_select(run, &view, &n);
    struct section *sections = html_benches_sections(results, n, &n_sections);
    html_benches_links(page, sections, n_sections);
    for (unsigned s = 0; s < n_sections; s++) {
        char *name = allocate_text("%.*s", (int)strcspn(sections[s].bench, ":"), sections[s].bench);
        fprintf(page, "<details class=bench id=bench%u%s><summary>", s,
                n_sections > MOST_OPEN ? "" : " open");
        html_benches_heading(page, run, sections[s].bench, sections[s].cases);
        fputs("</summary>\n", page);
        html_pictures(page, run, selection, name);
        html_benches_tables(page, run, results, n, &sections[s]);
        html_benches_output(page, run, sections[s].bench);
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
