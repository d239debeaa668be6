/*
 * SPDX-License-Identifier: MIT
 * A row is what goes through the pipes together: two instructions, or one. Sentences stand beside
 * it, folded at the width.
 */
#include "host/explain/explain_text.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/text_table.h"
#include "host/explain/diagram.h"

enum { CODE_WIDTH = 26, NARROW_CODE = 20, NARROW = 100, CLOCKS_WIDTH = 7, TIMES_WIDTH = 6 };
enum { DIAGRAM_TURNS = 3, CAUSES_SHOWN = 8 };

static const char *bold(const struct explain_page *page, bool on)
{
    return !page->colour ? "" : on ? "\033[1m" : "\033[0m";
}

/* "5", "5.25": clocks of a turn. */
static const char *clocks_text(double clocks)
{
    return number_text_short(clocks, 2);
}

void explain_print_head(const struct explained_loop *loop, const char *name,
                        const struct explain_page *page, FILE *to)
{
    enum cause order[CAUSES];
    unsigned n = causes_order(&loop->causes, order);
    double least = loop->causes.clocks[CAUSE_PAIRED];
    fprintf(to, "%s%s%s, ", bold(page, true), name, bold(page, false));
    if (loop->turns > 0)
        fprintf(to, "%s turns, ", number_text(loop->turns, 0));
    fprintf(to, "%s clocks each (%s)", number_text(loop->clocks, 1), page->machine);
    if (n)
        fprintf(to, "\nwould take %s without the %s%s below", number_text(least, 1),
                n == 1 ? "" : number_text(n, 0), n == 1 ? "cause" : " causes");
    fputc('\n', to);
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

void explain_print_causes(const struct cause_sums *sums, const char *of,
                          const struct explain_page *page, FILE *to)
{
    enum cause order[CAUSES];
    unsigned n = causes_order(sums, order);
    double total = causes_total(sums);
    (void)page;
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "%12s  %5.1f %%  %s\n", number_text_short(sums->clocks[order[i]], 2),
                percent(sums->clocks[order[i]], total), cause_text(order[i]));
    fprintf(to, "%12s  %5.1f %%  %s\n", number_text_short(sums->clocks[CAUSE_PAIRED], 2),
            percent(sums->clocks[CAUSE_PAIRED], total), cause_text(CAUSE_PAIRED));
    fprintf(to, "%12s  clocks %s\n", number_text_short(total, 2), of);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Columns of text beside something; sentences go on below each other. */
static void fold(const char *text, unsigned indent, unsigned width, bool *begun, FILE *to)
{
    unsigned room = width > indent + 20 ? width - indent : 20;
    while (*text) {
        size_t length = strlen(text), cut = length;
        if (length > room) {
            cut = room;
            while (cut && text[cut] != ' ')
                cut--;
            cut = cut ? cut : room;
        }
        if (*begun)
            fprintf(to, "\n%*s", (int)indent, "");
        fprintf(to, "%.*s", (int)cut, text);
        *begun = true;
        text += cut;
        text += strspn(text, " ");
    }
}

static bool goes_with_next(const struct explained_loop *loop, unsigned i)
{
    return i + 1 < loop->n && loop->lines[i].u > loop->lines[i].alone + loop->lines[i].v &&
           loop->lines[i + 1].v > loop->lines[i + 1].alone + loop->lines[i + 1].u;
}

static void print_code(const char *text, unsigned width, FILE *to)
{
    int length = (int)strlen(text);
    if (length > (int)width - 1)
        fprintf(to, "%.*s~ ", (int)width - 2, text);
    else
        fprintf(to, "%-*s", (int)width, text);
}

static double executions(const struct explained_line *line)
{
    return line->alone + line->u + line->v;
}

static void print_source(const struct explained_line *line, const struct explained_line *before,
                         FILE *to)
{
    if (!line->file || (before && before->file && !strcmp(before->file, line->file) &&
                        before->source_line == line->source_line))
        return;
    const char *source = line->source ? line->source : "";
    source += strspn(source, " ");
    fprintf(to, "     %s:%d  %s\n", line->file, line->source_line, source);
}

static void print_row(const struct explained_loop *loop, unsigned i, bool pair, bool times,
                      const struct explain_page *page, FILE *to)
{
    const struct explained_line *line = &loop->lines[i];
    unsigned code = page->width < NARROW ? NARROW_CODE : CODE_WIDTH;
    unsigned indent = 4 + 2 * code + (times ? TIMES_WIDTH : 0) + CLOCKS_WIDTH + 2;
    bool begun = false;
    double clocks = line->clocks + (pair ? loop->lines[i + 1].clocks : 0);
    if (page->width < 60) {
        code = NARROW_CODE;
        indent = 6;
    }
    fprintf(to, "%3u ", i + 1);
    if (!pair && line->v > line->alone + line->u) {
        print_code("", code, to);
        print_code(line->text, code, to);
    } else {
        print_code(line->text, code, to);
        print_code(pair ? loop->lines[i + 1].text : "", code, to);
    }
    if (times)
        fprintf(to, "%*s", TIMES_WIDTH, number_text_short(executions(line), 2));
    fprintf(to, "%*s  ", CLOCKS_WIDTH, clocks_text(clocks));
    if (indent == 6) {
        begun = true;
    }
    for (unsigned half = 0; half < 1u + pair; half++)
        for (unsigned k = 0; k < line[half].n_notes; k++)
            fold(line[half].notes[k], indent, page->width, &begun, to);
    fputc('\n', to);
}

void explain_print_lines(const struct explained_loop *loop, const struct explain_page *page,
                         FILE *to)
{
    unsigned code = page->width < NARROW ? NARROW_CODE : CODE_WIDTH;
    bool times = false;
    for (unsigned i = 0; i < loop->n; i++)
        times = times || executions(&loop->lines[i]) < 0.995 || executions(&loop->lines[i]) > 1.005;
    fprintf(to, "    %-*s%-*s%*s%*s  why\n", (int)code, "U", (int)code, "V",
            times ? TIMES_WIDTH : 0, times ? "times" : "", CLOCKS_WIDTH, "clocks");
    for (unsigned i = 0; i < loop->n;) {
        bool pair = goes_with_next(loop, i);
        print_source(&loop->lines[i], i ? &loop->lines[i - 1] : NULL, to);
        print_row(loop, i, pair, times, page, to);
        i += 1 + pair;
    }
}

/* ---- the diagram ----------------------------------------------------------------------------- */

void explain_print_diagram(const struct explained_loop *loop, const struct explain_page *page,
                           FILE *to)
{
    struct diagram diagram;
    if (loop->share < 1)
        fprintf(to, "the turn that comes most often, %.0f %% of them:\n", 100 * loop->share);
    else if (loop->period > 1)
        fprintf(to, "every %u turns are alike:\n", loop->period);
    diagram_make(&diagram, loop, loop->share < 1 ? 1 : DIAGRAM_TURNS);
    diagram_text(&diagram, page->width, page->plain, to);
    diagram_free(&diagram);
}

void explain_print_changes(const struct explained_loop *loop, const struct explain_page *page,
                           FILE *to)
{
    double before = loop->clocks;
    if (loop->n_changes)
        fprintf(to, "%swhat to do%s\n", bold(page, true), bold(page, false));
    for (unsigned i = 0; i < loop->n_changes; i++) {
        const struct explained_change *change = &loop->changes[i];
        fprintf(to, "  %s: %s clocks a turn instead of %s%s\n", change->text,
                clocks_text(change->clocks), clocks_text(before),
                change->run ? ", as tried" : ", by the model of issue");
        before = change->clocks;
    }
}
