/*
 * SPDX-License-Identifier: MIT
 * Writes rates over time: a row for each event of a pass, with a small drawing of the first
 * repetition that arrived.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/output/html/html_page.h"
#include "host/data/run/sampled_run.h"

#define WIDTH  300.0
#define HEIGHT 32.0

/* An event's rate per 1,000 clocks, in ticks whose count and clocks both arrived. */
struct course {
    double *begins, *rates; /* of the first repetition that has any; clocks since its beginning */
    unsigned n;
    double end;
    double events, clocks, least, most; /* of all repetitions */
    unsigned ticks;
};

static void html_rates_add_repetition(struct course *course, const struct series_values *counts,
                                      const struct series_values *clocks, bool drawn)
{
    unsigned n = counts->n < clocks->n ? counts->n : clocks->n;
    double now = 0;
    for (unsigned i = 0; i < n && !isnan(clocks->values[i]); i++) {
        double rate = 1000 * counts->values[i] / clocks->values[i];
        if (!isnan(counts->values[i]) && clocks->values[i] > 0) {
            course->events += counts->values[i];
            course->clocks += clocks->values[i];
            course->least = fmin(course->least, rate);
            course->most = fmax(course->most, rate);
            course->ticks++;
            if (drawn) {
                unsigned also = course->n;
                *(double *)allocate_element(&course->begins, &also, sizeof *course->begins) = now;
                *(double *)allocate_element(&course->rates, &course->n, sizeof *course->rates) =
                    rate;
                course->end = now + clocks->values[i];
            }
        }
        now += clocks->values[i];
    }
}

static struct course html_rates_course(const struct run *run, unsigned at, const char *event)
{
    struct course course = {.least = INFINITY, .most = -INFINITY};
    for (unsigned rep = 0; rep < run->samplings[at].repetitions; rep++) {
        struct series_values counts = sampled_run_series(run, at, event, "gain", rep);
        struct series_values clocks = sampled_run_series(run, at, "time_stamp", "gain", rep);
        html_rates_add_repetition(&course, &counts, &clocks, course.n == 0);
        free(counts.values);
        free(clocks.values);
    }
    return course;
}

/* Draws steps from 0 up; a missing tick continues the line of the tick before. */
static void html_rates_drawing(FILE *page, const struct course *course)
{
    fprintf(page,
            "<td><svg class=course viewBox=\"0 0 %.0f %.0f\" preserveAspectRatio=none "
            "role=img aria-label=\"over time\"><path d=\"M0 %.0f",
            WIDTH, HEIGHT, HEIGHT);
    for (unsigned i = 0; i < course->n; i++) {
        double top = course->most > 0 ? fmax(course->rates[i], 0) / course->most : 0;
        fprintf(page, "H%.1fV%.1f", WIDTH * course->begins[i] / course->end,
                HEIGHT - (HEIGHT - 2) * top);
    }
    fprintf(page, "H%.0fV%.0f\"/></svg></td>", WIDTH, HEIGHT);
}

static void html_rates_row(FILE *page, const struct run *run, unsigned at, const char *event)
{
    struct course course = html_rates_course(run, at, event);
    const struct sampling *pass = &run->samplings[at];
    double mean = 1000 * course.events / course.clocks;
    fputs("<tr>", page);
    html_text_cell(page, pass->bench);
    html_text_cell(page, pass->state);
    html_text_cell(page, event);
    html_text_number(page, course.ticks, number_text(course.ticks, 0));
    if (course.ticks) {
        html_text_number(page, mean, number_text(mean, 1));
        html_text_number(page, course.least, number_text(course.least, 1));
        html_text_number(page, course.most, number_text(course.most, 1));
        html_rates_drawing(page, &course);
    } else
        fputs("<td class=number>not received</td><td></td><td></td><td></td>", page);
    fputs("</tr>\n", page);
    free(course.begins);
    free(course.rates);
}

static void html_rates_open_table(FILE *page)
{
    fputs(
        "<details class=bench open><summary><h2>Rates over time</h2></summary>\n"
        "<p class=about>Events per 1,000 clocks, in ticks; the cost of the interrupts is "
        "subtracted. The drawing shows one repetition, from 0 to the maximum.</p>\n"
        "<div class=wide><table class=sorts>\n"
        "<thead><tr><th scope=col>benchmark</th><th scope=col>state</th><th "
        "scope=col>event</th><th scope=col class=number>ticks</th><th scope=col "
        "class=number>mean</th><th scope=col class=number>min</th><th scope=col "
        "class=number>max</th><th scope=col>over time</th></tr></thead>\n"
        "<tbody>\n",
        page);
}

unsigned html_rates(FILE *page, const struct run *run, const struct result_selection *selection)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_samplings; i++) {
        const struct sampling *pass = &run->samplings[i];
        unsigned events = strcmp(pass->experiment, "rates") ? 0 : sampled_run_words(pass->events);
        for (unsigned e = 0; e < events; e++) {
            char event[100];
            size_t length;
            const char *word = sampled_run_word(pass->events, e, &length);
            snprintf(event, sizeof event, "%.*s", (int)length, word);
            if (!strcmp(event, "time_stamp") || !selection_matches_sampled(selection, pass, event))
                continue;
            if (!n++)
                html_rates_open_table(page);
            html_rates_row(page, run, i, event);
        }
    }
    if (n)
        fputs("</tbody></table></div></details>\n", page);
    return n;
}
