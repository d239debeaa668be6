/*
 * SPDX-License-Identifier: MIT
 * Writes a page that compares two runs: their description, the largest changes, and all rows.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/analysis/compare/effects.h"
#include "host/base/number_text.h"
#include "host/output/html/html_page.h"
#include "host/data/run/run_request_text.h"
#include "host/output/plot/plot_data.h"
#include "host/output/plot/plot_script.h"

#define MOST_BARS 24

static void html_compare_fact(FILE *page, const char *name, const char *a, const char *b)
{
    if (!*a && !*b)
        return;
    fputs("<tr><th scope=row>", page);
    html_text(page, name);
    fputs("</th>", page);
    html_text_cell(page, a);
    html_text_cell(page, b);
    fputs("</tr>\n", page);
}

static void html_compare_facts(FILE *page, const struct run *a, const struct run *b)
{
    char one[40], other[40];
    fputs(
        "<table class=facts><thead><tr><th></th><th scope=col>before</th><th scope=col>after</th>"
        "</tr></thead><tbody>\n",
        page);
    html_compare_fact(page, "run", a->source, b->source);
    html_compare_fact(page, "label", a->label, b->label);
    html_compare_fact(page, "log date", number_text_time(a->when, one, sizeof one),
                      number_text_time(b->when, other, sizeof other));
    html_compare_fact(page, "processor", a->name, b->name);
    snprintf(one, sizeof one, "%.6g MHz", a->mhz);
    snprintf(other, sizeof other, "%.6g MHz", b->mhz);
    html_compare_fact(page, "clock", a->mhz > 0 ? one : "", b->mhz > 0 ? other : "");
    html_compare_fact(page, "build", a->build, b->build);
    char *before = run_request_text(a->suite, a->simulator, a->arguments);
    char *after = run_request_text(b->suite, b->simulator, b->arguments);
    html_compare_fact(page, "settings", before, after);
    free(before);
    free(after);
    html_compare_fact(page, "platform", platform_name(a->platform), platform_name(b->platform));
    fputs("</tbody></table>\n", page);
}

static void html_compare_summary(FILE *page, const struct effects *effects,
                                 const struct result_pairs *pairs)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    effects_summary(effects, pairs, to);
    fclose(to);
    char *rest = text, *line;
    while ((line = strsep(&rest, "\n"))) {
        if (!*line)
            continue;
        fputs("<p>", page);
        html_text(page, line);
        fputs("</p>\n", page);
    }
    free(text);
}

/* Forms a label from the names that distinguish the rows; with the event if there are several. */
static void html_compare_label(struct plot_row *row, const struct effect *effect, bool with_event)
{
    char text[EFFECT_BYTES];
    const struct result *a = effect->pair->a;
    plot_rows_join(row->label, sizeof row->label, effect_bench(effect, text));
    plot_rows_join(row->label, sizeof row->label,
                   a->region_name ? a->region_name : effect_where(effect, text));
    if (with_event)
        plot_rows_join(row->label, sizeof row->label, effect_what(effect, text));
}

static bool html_compare_several_events(const struct effects *effects)
{
    const char *first = NULL;
    for (unsigned i = 0; i < effects->n; i++) {
        const struct effect *effect = &effects->effects[i];
        if (!effect->significant)
            continue;
        if (first && strcmp(first, effect->pair->a->event))
            return true;
        first = effect->pair->a->event;
    }
    return false;
}

/* Draws the largest significant changes; increases are to the right. */
static void html_compare_picture(FILE *page, const struct effects *effects)
{
    struct plot_rows rows = {0};
    double changes[MOST_BARS];
    bool points[MOST_BARS]; /* of a share */
    unsigned n_points = 0;
    bool with_event = html_compare_several_events(effects);
    for (unsigned i = 0; i < effects->n && rows.n < MOST_BARS; i++) {
        const struct effect *effect = &effects->effects[i];
        if (!effect->significant || !isfinite(effect->percent))
            continue;
        changes[rows.n] = effect->percent;
        points[rows.n] = !strcmp(effect_unit(effect), "%");
        n_points += points[rows.n];
        struct plot_row *row = allocate_element(&rows.rows, &rows.n, sizeof *row);
        html_compare_label(row, effect, with_event);
    }
    struct bars bars = {.data = true,
                        .n = 2,
                        .names = {"less than before", "more than before"},
                        .colours = {"#009E73", "#D55E00"}};
    if (rows.n) {
        fputs("<figure><script type=\"application/json\">", page);
        plot_data_bars(page, &rows, 1, "The largest changes",
                       !n_points            ? "change, %"
                       : n_points == rows.n ? "change, percentage points"
                                            : "change, % or percentage points");
        for (unsigned more = 0; more < 2; more++) {
            script_series(page, &bars, more);
            for (unsigned r = 0; r < rows.n; r++) {
                char text[40];
                snprintf(text, sizeof text, "%+.1f %s", changes[r], points[r] ? "points" : "%");
                if ((changes[r] > 0) == more)
                    script_bar(page, &bars, r, 0, 1, 0, changes[r], 0, text);
            }
        }
        script_draw_bars(page, &rows, &bars);
        fputs("</script></figure>\n", page);
    }
    plot_rows_free(&rows);
}

static void html_compare_row(FILE *page, const struct effect *effect)
{
    char text[EFFECT_BYTES];
    const struct result *a = effect->pair->a;
    double after = effect->pair->b->values.mean;
    fputs("<tr><td>", page);
    html_text(page, effect_bench(effect, text));
    fputs("<div class=where>", page);
    html_text(page, effect_where(effect, text));
    fputs("</div></td>", page);
    html_text_cell(page, effect_what(effect, text));
    html_text_number(page, a->values.mean, effect_number(effect, a->values.mean));
    html_text_number(page, after, effect_number(effect, after));
    const char *direction = !effect->significant ? "" : effect->percent > 0 ? " up" : " down";
    fprintf(page, "<td class=\"number%s\" data-n=%.7g>", direction,
            isfinite(effect->percent) ? effect->percent : 1e300);
    html_text(page, effect_text(effect, text));
    fputs("</td>", page);
    char *suspects = effect_suspects(effect);
    char *remark =
        allocate_text("%s%s%s", effect->significant ? "" : effect_verdict(effect),
                      suspects && !effect->significant ? "; " : "", suspects ? suspects : "");
    html_text_cell(page, remark);
    free(suspects);
    free(remark);
    fputs("</tr>\n", page);
}

/* Writes the rows that changed, or the others. */
static void html_compare_table(FILE *page, const struct effects *effects, bool changed)
{
    fputs(
        "<div class=wide><table class=sorts>\n<thead><tr><th scope=col>benchmark</th>"
        "<th scope=col>event</th><th scope=col class=number>before</th>"
        "<th scope=col class=number>after</th><th scope=col class=number>change (95 %)</th>"
        "<th scope=col></th></tr></thead>\n<tbody>\n",
        page);
    for (unsigned i = 0; i < effects->n; i++)
        if (effects->effects[i].significant == changed)
            html_compare_row(page, &effects->effects[i]);
    fputs("</tbody></table></div>\n", page);
}

void html_comparison(FILE *page, const struct run *a, const struct run *b,
                     const struct result_pairs *pairs)
{
    struct effects effects;
    char *title = allocate_text("%s against %s", a->source, b->source);
    effects_make(&effects, pairs, 0);
    html_head_open(page, title, "Changes", b->platform);
    html_compare_facts(page, a, b);
    html_compare_summary(page, &effects, pairs);
    html_compare_picture(page, &effects);
    if (effects.changed)
        html_compare_table(page, &effects, true);
    if (effects.changed < effects.n) {
        fputs("<details class=bench><summary><h2>No significant change</h2> <span class=about>",
              page);
        unsigned others = effects.n - effects.changed;
        html_text_print(page, "%u row%s", others, others == 1 ? "" : "s");
        fputs("</span></summary>\n", page);
        html_compare_table(page, &effects, false);
        fputs("</details>\n", page);
    }
    effects_free(&effects);
    free(title);
}
