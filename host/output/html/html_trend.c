/*
 * SPDX-License-Identifier: MIT
 * Writes one event through all runs of the store: for each machine and benchmark a picture with a
 * line for each region, and the numbers with their changes from run to run.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/analysis/compare/welch.h"
#include "host/base/number_text.h"
#include "host/output/html/html_page.h"
#include "host/data/run/event_lookup.h"
#include "host/data/store/store.h"
#include "host/output/plot/plot_data.h"
#include "host/output/plot/plot_script.h"

#define MOST_OPEN 8 /* benchmarks */

/* The run that belongs to a tick mark. */
struct tick {
    int64_t run;
    double when;
};

static bool same_machine(const struct store_point *a, const struct store_point *b)
{
    return a->platform == b->platform && a->signature == b->signature &&
           !strcmp(a->processor, b->processor);
}

static bool same_bench(const struct store_point *a, const struct store_point *b)
{
    return same_machine(a, b) && !strcmp(a->result.bench, b->result.bench);
}

static bool same_line(const struct store_point *a, const struct store_point *b)
{
    return same_bench(a, b) && result_same_place(&a->result, &b->result);
}

static unsigned html_trend_line_end(const struct store_point *points, unsigned from, unsigned to)
{
    unsigned end = from + 1;
    while (end < to && same_line(&points[from], &points[end]))
        end++;
    return end;
}

static int by_time(const void *one, const void *other)
{
    const struct tick *a = one, *b = other;
    return a->when != b->when ? (a->when > b->when) - (a->when < b->when)
                              : (a->run > b->run) - (a->run < b->run);
}

static struct tick *html_trend_ticks(const struct store_point *points, unsigned from, unsigned to,
                                     unsigned *n)
{
    struct tick *ticks = allocate_zeroed((to - from) * sizeof *ticks);
    *n = 0;
    for (unsigned i = from; i < to; i++) {
        unsigned t = 0;
        while (t < *n && ticks[t].run != points[i].run)
            t++;
        if (t == *n)
            ticks[(*n)++] = (struct tick){points[i].run, points[i].when};
    }
    qsort(ticks, *n, sizeof *ticks, by_time);
    return ticks;
}

static const char *html_trend_line_name(const struct result *result, char *text, size_t size)
{
    char region[160];
    bool whole = !strcmp(result->ablate, "none");
    bool paged = strcmp(result_paging(result), "mixed");
    snprintf(text, size, "%s, %s, %s%s%s%s%s", run_region_text(result, region, sizeof region),
             result->state, run_ring_words(result->ring), whole ? "" : ", without ",
             whole ? "" : result->ablate, paged ? ", paging " : "",
             paged ? result_paging(result) : "");
    return text;
}

static void html_trend_picture(FILE *page, const struct store_point *points, unsigned from,
                               unsigned to)
{
    unsigned n, line = 0;
    struct tick *ticks = html_trend_ticks(points, from, to, &n);
    const char **names = allocate_zeroed((n + 1) * sizeof *names);
    char name[240];
    for (unsigned t = 0; t < n; t++)
        names[t] = allocate_text("%lld", (long long)ticks[t].run);
    fputs("<figure><script type=\"application/json\">", page);
    const char *event = points[from].result.event;
    plot_data_lines(page, event_text(event), "run", event_lookup_unit(event), names);
    for (unsigned i = from, end; i < to; i = end) {
        end = html_trend_line_end(points, i, to);
        plot_data_line(page, line, html_trend_line_name(&points[i].result, name, sizeof name),
                       script_colour(line));
        line++;
        for (unsigned p = i; p < end; p++) {
            unsigned t = 0;
            while (ticks[t].run != points[p].run)
                t++;
            plot_data_point(page, p - i, t, points[p].result.values.mean,
                            points[p].result.values.ci);
        }
    }
    plot_data_draw_lines(page);
    fputs("</script></figure>\n", page);
    for (unsigned t = 0; t < n; t++)
        free((char *)names[t]);
    free(names);
    free(ticks);
}

static void html_trend_change_cell(FILE *page, const struct values *before,
                                   const struct values *now)
{
    struct difference difference = welch(before, now, 0.95);
    double change = before->mean != 0 ? 100 * difference.change / fabs(before->mean) : NAN;
    bool significant = difference.judged && difference.p < 0.05 && difference.change != 0;
    fprintf(page, "<td class=\"number%s\">",
            !significant            ? ""
            : difference.change > 0 ? " up"
                                    : " down");
    if (!isnan(change) && change != 0)
        html_text_print(page, "%+.2f %%%s", change, significant ? " *" : "");
    fputs("</td>", page);
}

static void html_trend_table(FILE *page, const struct store_point *points, unsigned from,
                             unsigned to)
{
    char text[240];
    fputs(
        "<div class=wide><table class=sorts>\n<thead><tr><th scope=col class=number>run</th>"
        "<th scope=col>time</th><th scope=col>build</th><th scope=col>region</th>"
        "<th scope=col class=number>mean</th><th scope=col class=number>interval</th>"
        "<th scope=col class=number>change</th></tr></thead>\n<tbody>\n",
        page);
    for (unsigned i = from; i < to; i++) {
        const struct values *values = &points[i].result.values;
        bool first = i == from || !same_line(&points[i - 1], &points[i]);
        fputs("<tr>", page);
        snprintf(text, sizeof text, "%lld", (long long)points[i].run);
        html_text_number(page, (double)points[i].run, text);
        html_text_cell(page, number_text_time(points[i].when, text, sizeof text));
        html_text_cell(page, points[i].build);
        html_text_cell(page, html_trend_line_name(&points[i].result, text, sizeof text));
        snprintf(text, sizeof text, "%s%s", script_number(values->mean),
                 points[i].result.suspect ? " (suspect)" : "");
        html_text_number(page, values->mean, text);
        snprintf(text, sizeof text, "\xC2\xB1 %s", script_number(values->ci));
        html_text_number(page, values->ci, text);
        if (first)
            html_text_cell(page, "");
        else
            html_trend_change_cell(page, &points[i - 1].result.values, values);
        fputs("</tr>\n", page);
    }
    fputs("</tbody></table></div>\n", page);
}

/* Selects the points of lines with at least two points. */
static struct store_point *html_trend_lines(const struct store_history *history,
                                            const struct result_selection *selection, unsigned *n)
{
    struct result_selection places = *selection;
    struct store_point *kept = allocate_zeroed((history->n + 1) * sizeof *kept);
    places.event = NULL; /* the query to the store has selected the event */
    *n = 0;
    for (unsigned i = 0, end; i < history->n; i = end) {
        end = html_trend_line_end(history->points, i, history->n);
        for (unsigned p = i; p < end; p++)
            if (end - i > 1 && selection_matches(&places, &history->points[i].result))
                kept[(*n)++] = history->points[p];
    }
    return kept;
}

static unsigned count_benches(const struct store_point *points, unsigned n)
{
    unsigned benches = 0;
    for (unsigned i = 0; i < n; i++)
        benches += i == 0 || !same_bench(&points[i - 1], &points[i]);
    return benches;
}

static void html_trend_machine(FILE *page, const struct store_point *point, enum platform announced)
{
    fputs("<h2>", page);
    html_text_print(page, "%s (0x%x)", *point->processor ? point->processor : "unknown processor",
                    point->signature);
    fputs("</h2>\n", page);
    if (point->platform == announced)
        return;
    fprintf(page, "<p class=\"platform %s\">", platform_name(point->platform));
    html_text(page, run_platform_sentence(point->platform));
    fputs("</p>\n", page);
}

unsigned html_trend(FILE *page, const struct store_history *history, const char *store,
                    const struct result_selection *selection)
{
    unsigned n;
    struct store_point *points = html_trend_lines(history, selection, &n);
    unsigned benches = count_benches(points, n);
    html_head_open(page, store, "Trend over all runs", n ? points[0].platform : PLATFORM_UNKNOWN);
    fputs(
        "<p>Runs of each machine in order of time. A change is relative to the previous run and is "
        "marked if it is significant (Welch's test at 5 % for each change).</p>\n",
        page);
    for (unsigned i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && same_bench(&points[i], &points[end]);)
            end++;
        if (i == 0 || !same_machine(&points[i - 1], &points[i]))
            html_trend_machine(page, &points[i], i ? points[i - 1].platform : points[0].platform);
        fprintf(page, "<details class=bench%s><summary><h3>", benches > MOST_OPEN ? "" : " open");
        html_text(page, points[i].result.bench);
        fputs("</h3></summary>\n", page);
        html_trend_picture(page, points, i, end);
        html_trend_table(page, points, i, end);
        fputs("</details>\n", page);
    }
    free(points);
    return n;
}
