/*
 * SPDX-License-Identifier: MIT
 * A section for each benchmark: what was counted, by machine state; metrics; pictures; its output.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/run/event_lookup.h"
#include "host/html/html_page.h"
#include "host/plot/plot_rows.h"
#include "host/plot/plot_script.h"
#include "host/base/text_table.h"

#define MOST_LINKS 60 /* in the list of benchmarks */

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

/* Repetitions and level are those of the first result that has numbers. */
static void table_heading(FILE *page, const struct run *run, const struct result *const *results,
                          unsigned from, unsigned to)
{
    const struct result *first = results[from];
    fputs("<h3>", page);
    html_print(page, "%s%s%s, %s", first->state, strcmp(first->ablate, "none") ? ", without " : "",
               strcmp(first->ablate, "none") ? first->ablate : "", rows_ring(first->ring));
    while (from < to && !result_ok(results[from]))
        from++;
    if (from < to)
        html_print(page, ", %u repetitions, intervals at %u %%", results[from]->values.n,
                   results[from]->values.level);
    html_print(page, " (%s)", platform_name(run->platform));
    fputs("</h3>\n", page);
}

/* Results of one heading, first to to - 1. */
static void results_table(FILE *page, const struct run *run, const struct result *const *results,
                          unsigned from, unsigned to)
{
    table_heading(page, run, results, from, to);
    fputs(
        "<div class=wide><table class=sorts>\n<thead><tr><th scope=col>region</th>"
        "<th scope=col>event</th><th scope=col class=number>mean</th>"
        "<th scope=col class=number>interval</th><th scope=col>unit</th>"
        "<th scope=col class=number>per entry</th><th scope=col class=number>entries</th>"
        "<th scope=col class=number>min</th><th scope=col class=number>median</th>"
        "<th scope=col class=number>max</th></tr></thead>\n<tbody>\n",
        page);
    for (unsigned i = from; i < to; i++)
        result_row(page, results[i]);
    fputs("</tbody></table></div>\n", page);
    html_metrics(page, run, results, from, to);
}

static void output_of(FILE *page, const struct run *run, const char *bench)
{
    bool open = false;
    for (unsigned i = 0; i < run->n_outputs; i++) {
        const struct output *output = &run->outputs[i];
        if (!output->bench || strcmp(output->bench, bench))
            continue;
        if (!open)
            fputs("<h3>Output</h3>\n<pre>", page);
        open = true;
        if (output->lost)
            fputs("(what stood here is lost)\n", page);
        html_text(page, output->text);
        if (!output->goes_on)
            fputc('\n', page);
    }
    if (open)
        fputs("</pre>\n", page);
}

static void bench_heading(FILE *page, const struct run *run, const char *name, unsigned number)
{
    fprintf(page, "<h2 id=bench%u>", number);
    html_text(page, name);
    fputs("</h2>\n", page);
    for (unsigned i = 0; i < run->n_benches; i++) {
        if (strcmp(run->benches[i].name, name))
            continue;
        fputs("<p class=about>", page);
        html_text(page, run->benches[i].text ? run->benches[i].text : "");
        fputs("</p>\n", page);
        return;
    }
}

/* The first result of a benchmark that has none before it. */
static bool opens(const struct result *const *results, unsigned at)
{
    for (unsigned i = 0; i < at; i++)
        if (!strcmp(results[i]->bench, results[at]->bench))
            return false;
    return true;
}

static void links(FILE *page, const struct result *const *results, unsigned n)
{
    unsigned number = 0;
    fputs("<nav>\n", page);
    for (unsigned i = 0; i < n && number < MOST_LINKS; i++) {
        if (!opens(results, i))
            continue;
        fprintf(page, "<a href=\"#bench%u\">", number++);
        html_text(page, results[i]->bench);
        fputs("</a>\n", page);
    }
    fputs("</nav>\n", page);
}

/* All headings of one benchmark. */
static void tables(FILE *page, const struct run *run, const struct result *const *results,
                   unsigned n, const char *bench)
{
    for (unsigned from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && same_heading(results[from], results[to]); to++)
            continue;
        if (!strcmp(results[from]->bench, bench))
            results_table(page, run, results, from, to);
    }
}

unsigned html_benches(FILE *page, const struct run *run, const struct selection *selection,
                      bool drawn)
{
    const struct view view = {.selection = *selection};
    unsigned n, number = 0;
    const struct result **results = show_select(run, &view, &n);
    links(page, results, n);
    for (unsigned i = 0; i < n; i++) {
        if (!opens(results, i))
            continue;
        bench_heading(page, run, results[i]->bench, number++);
        if (drawn)
            html_pictures(page, run, selection, results[i]->bench);
        tables(page, run, results, n, results[i]->bench);
        output_of(page, run, results[i]->bench);
    }
    free(results);
    return n;
}
