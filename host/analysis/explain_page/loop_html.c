/*
 * SPDX-License-Identifier: MIT
 * Writes a loop as in a textbook: code on one side, the diagram on the other. The shade of a line
 * shows its share of the clocks.
 */
#include "host/analysis/explain_page/loop_html.h"

#include <string.h>

#include "host/analysis/explain/advice.h"
#include "host/analysis/explain/diagram.h"
#include "host/base/number_text.h"
#include "host/output/html/html_page.h"

enum { CLOCKS_DRAWN = 240, WIDE = 6 /* above: one iteration is drawn */, ITERATIONS = 2 };

static double loop_html_executions(const struct explained_line *line)
{
    return line->alone + line->u + line->v;
}

static const char *clocks_text(double clocks)
{
    return number_text_short(clocks, 2);
}

/* ---- causes ---------------------------------------------------------------------------------- */

static void loop_html_cause_row(FILE *page, enum cause cause, double clocks, double total)
{
    double share = total > 0 ? clocks / total : 0;
    fprintf(page, "<tr><td>");
    html_text(page, causes_text(cause));
    fprintf(page, "</td>");
    html_text_number(page, clocks, clocks_text(clocks));
    fprintf(page,
            "<td class=number>%.1f %%</td><td class=bar><i class=\"%s\" style=\"width:%.1f%%\"></i>"
            "</td></tr>\n",
            100 * share, cause == CAUSE_PAIRED ? "paired" : "cause", 100 * share);
}

void loop_html_causes(FILE *page, const struct cause_sums *sums, const char *of)
{
    enum cause order[CAUSES + 1];
    unsigned n = causes_order(sums, order);
    double total = causes_total(sums);
    order[n++] = CAUSE_PAIRED;
    fputs(
        "<div class=wide><table class=causes><thead><tr><th>where the clocks went</th>"
        "<th class=number>clocks</th><th class=number>share</th><th></th></tr></thead><tbody>\n",
        page);
    for (unsigned i = 0; i < n; i++)
        if (strcmp(clocks_text(sums->clocks[order[i]]), "0") != 0)
            loop_html_cause_row(page, order[i], sums->clocks[order[i]], total);
    fputs("<tr class=total><td>", page);
    html_text_print(page, "all, %s", of);
    fputs("</td>", page);
    html_text_number(page, total, clocks_text(total));
    fputs("<td class=number>100.0 %</td><td></td></tr>\n</tbody></table></div>\n", page);
}

/* ---- code ------------------------------------------------------------------------------------ */

static bool same_source(const struct explained_line *a, const struct explained_line *b)
{
    return a->file && b->file && !strcmp(a->file, b->file) && a->source_line == b->source_line;
}

/* Returns a source line's share of the loop's clocks, over all of its instructions. */
static double loop_html_source_share(const struct explained_loop *loop,
                                     const struct explained_line *line)
{
    double clocks = 0, all = 0;
    for (unsigned i = 0; i < loop->n; i++) {
        all += loop->lines[i].clocks;
        clocks += same_source(&loop->lines[i], line) ? loop->lines[i].clocks : 0;
    }
    return all > 0 ? clocks / all : 0;
}

static void loop_html_source_row(FILE *page, const struct explained_loop *loop,
                                 const struct explained_line *line, unsigned columns)
{
    double share = loop_html_source_share(loop, line);
    const char *source = line->source ? line->source : "";
    const char *name = strrchr(line->file, '/');
    fputs("<tr class=source title=\"", page);
    html_text_print(page, "%s:%d, %.1f %% of the loop's clocks", line->file, line->source_line,
                    100 * share);
    fprintf(page, "\" style=\"--share:%.3f\"><td colspan=%u><span class=place>", share, columns);
    html_text_print(page, "%s:%d", name ? name + 1 : line->file, line->source_line);
    fprintf(page, "</span> <b>%.0f %%</b> <code>", 100 * share);
    html_text(page, source + strspn(source, " \t"));
    fputs("</code></td></tr>\n", page);
}

static const char *pipe_word(const struct explained_line *line)
{
    return line->u > line->alone + line->v ? "U" : line->v > line->alone + line->u ? "V" : "alone";
}

/* Writes the notes of a line, without those that the line before also has. */
static void loop_html_notes(FILE *page, const struct explained_line *line,
                            const struct explained_line *before)
{
    bool paired = before && !strcmp(pipe_word(line), "V");
    fputs("<td class=why>", page);
    for (unsigned i = 0; i < line->n_notes; i++) {
        bool repeated = false;
        for (unsigned k = 0; paired && k < before->n_notes; k++)
            repeated = repeated || !strcmp(before->notes[k], line->notes[i]);
        if (repeated)
            continue;
        fputs("<div>", page);
        html_text(page, line->notes[i]);
        fputs("</div>", page);
    }
    fputs("</td>", page);
}

static void loop_html_instruction_row(FILE *page, const struct explained_loop *loop, unsigned i,
                                      bool pipes, double all)
{
    const struct explained_line *line = &loop->lines[i];
    const char *pipe = pipe_word(line);
    fprintf(page, "<tr class=\"instruction%s\" style=\"--share:%.3f\"><td class=number>%u</td>",
            pipes && *pipe == 'V' ? " second" : "", all > 0 ? line->clocks / all : 0, i + 1);
    fputs("<td class=code>", page);
    html_text(page, line->text);
    fputs("</td>", page);
    if (pipes) {
        fprintf(page, "<td><span class=\"pipe %s\">%s</span></td>", pipe, pipe);
        html_text_number(page, loop_html_executions(line), clocks_text(loop_html_executions(line)));
    }
    html_text_number(page, line->clocks, clocks_text(line->clocks));
    if (pipes)
        loop_html_notes(page, line, i ? line - 1 : NULL);
    fputs("</tr>\n", page);
}

void loop_html_lines(FILE *page, const struct explained_loop *loop, bool pipes)
{
    double all = 0;
    for (unsigned i = 0; i < loop->n; i++)
        all += loop->lines[i].clocks;
    fprintf(page,
            "<div class=wide><table class=\"loop%s\"><thead><tr><th></th><th>instruction</th>",
            pipes ? "" : " plain");
    fputs(pipes ? "<th>pipe</th><th class=number>times</th>" : "", page);
    fprintf(page, "<th class=number>clocks</th>%s</tr></thead><tbody>\n",
            pipes ? "<th>why</th>" : "");
    for (unsigned i = 0; i < loop->n; i++) {
        const struct explained_line *line = &loop->lines[i];
        if (line->file && (!i || !same_source(line, line - 1)))
            loop_html_source_row(page, loop, line, pipes ? 6 : 3);
        loop_html_instruction_row(page, loop, i, pipes, all);
    }
    fputs("</tbody></table></div>\n", page);
}

/* ---- diagram and whole loop ------------------------------------------------------------------ */

void loop_html_diagram(FILE *page, const struct explained_loop *loop)
{
    struct diagram diagram;
    diagram_make(&diagram, loop, loop->share < 1 || loop->clocks > WIDE ? 1 : ITERATIONS);
    fputs("<figure><figcaption>", page);
    if (loop->share < 1)
        fprintf(page, "the most frequent iteration (%.0f %% of all)", 100 * loop->share);
    else
        fprintf(page, "%u iteration%s, clock by clock", diagram.iterations,
                diagram.iterations == 1 ? "" : "s");
    fputs("</figcaption>\n", page);
    if (diagram.clocks > CLOCKS_DRAWN) {
        fprintf(page, "<p>%u clocks are too many to draw.</p>\n", diagram.clocks);
    } else {
        fputs("<div class=wide>", page);
        diagram_svg(&diagram, page);
        fputs("</div>\n", page);
    }
    fputs("</figure>\n", page);
    diagram_free(&diagram);
}

static void loop_html_advice(FILE *page, const struct explained_loop *loop)
{
    char text[ADVICE_SIZE];
    for (unsigned i = 0; advice_text(loop, i, text); i++) {
        fputs(i ? "" : "<h4>To do</h4>\n<ul>\n", page);
        fputs("<li>", page);
        html_text(page, text);
        fputs("</li>\n", page);
    }
    if (advice_text(loop, 0, text))
        fputs("</ul>\n", page);
}

void loop_html(FILE *page, const struct explained_loop *loop, bool pipes)
{
    fputs("<div class=beside><div>\n", page);
    loop_html_lines(page, loop, pipes);
    fputs("</div><div>\n", page);
    if (pipes) {
        loop_html_diagram(page, loop);
        loop_html_causes(page, &loop->causes, "per iteration");
        loop_html_advice(page, loop);
    } else {
        fputs(
            "<p>Clocks: from the retirement of the previous instruction to that of this one. This "
            "processor's model does not attribute them to causes.</p>\n",
            page);
    }
    fputs("</div></div>\n", page);
}
