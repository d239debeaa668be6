/*
 * SPDX-License-Identifier: MIT
 * Prints an explanation as text. A row is a pair of instructions or one instruction. Its notes are
 * next to it, wrapped at the terminal's width.
 */
#include "host/analysis/explain/explain_text.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/explain/advice.h"
#include "host/analysis/explain/diagram.h"
#include "host/base/number_text.h"

enum { CODE_WIDTH = 26, NARROW_CODE = 20, NARROW = 100, CLOCKS_WIDTH = 7, TIMES_WIDTH = 6 };
enum { DIAGRAM_ITERATIONS = 3, CLOCKS_DRAWN = 240, LEAST_SENTENCE = 26, BELOW_INDENT = 8 };

static const char *bold(const struct explain_layout *layout, bool on)
{
    return !layout->colour ? "" : on ? "\033[1m" : "\033[0m";
}

/* Formats clocks of an iteration: "5", "5.25". */
static const char *clocks_text(double clocks)
{
    return number_text_short(clocks, 2);
}

/* Prints text next to other columns; the text wraps and continues on further lines at `indent`. */
static void explain_text_fold(const char *text, unsigned indent, unsigned width, bool *begun,
                              FILE *to)
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

void explain_text_head(const struct explained_loop *loop, const char *name,
                       const struct explain_layout *layout, FILE *to)
{
    enum cause order[CAUSES];
    unsigned n = causes_order(&loop->causes, order);
    double least = loop->causes.clocks[CAUSE_PAIRED];
    fprintf(to, "%s%s%s, ", bold(layout, true), name, bold(layout, false));
    if (loop->iterations > 0)
        fprintf(to, "%s iterations, ", number_text(loop->iterations, 0));
    fprintf(to, "%s clocks each (%s)", number_text(loop->clocks, 1), layout->machine);
    if (n)
        fprintf(to, "\n%s without the %s%s below", number_text(least, 1),
                n == 1 ? "" : number_text(n, 0), n == 1 ? "cause" : " causes");
    fputc('\n', to);
}

static double explain_text_percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

void explain_text_causes(const struct cause_sums *sums, const char *of,
                         const struct explain_layout *layout, FILE *to)
{
    enum cause order[CAUSES + 1];
    unsigned n = causes_order(sums, order);
    double total = causes_total(sums);
    order[n++] = CAUSE_PAIRED;
    for (unsigned i = 0; i < n; i++) {
        bool begun = false;
        fprintf(to, "%12s  %5.1f %%  ", number_text_short(sums->clocks[order[i]], 2),
                explain_text_percent(sums->clocks[order[i]], total));
        explain_text_fold(causes_text(order[i]), 23, layout->width, &begun, to);
        fputc('\n', to);
    }
    fprintf(to, "%12s  clocks %s\n", number_text_short(total, 2), of);
}

/* ---- lines ----------------------------------------------------------------------------------- */

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

static double explain_text_executions(const struct explained_line *line)
{
    return line->alone + line->u + line->v;
}

static void explain_text_source(const struct explained_line *line,
                                const struct explained_line *before,
                                const struct explain_layout *layout, FILE *to)
{
    if (!line->file || (before && before->file && !strcmp(before->file, line->file) &&
                        before->source_line == line->source_line))
        return;
    const char *source = line->source ? line->source : "";
    source += strspn(source, " ");
    int place = fprintf(to, "     %s:%d  ", line->file, line->source_line);
    int room = (int)layout->width - place;
    fprintf(to, "%.*s\n", room > 0 ? room : 0, source);
}

struct row_shape {
    unsigned code, indent; /* columns of an instruction, and the column where notes begin */
    bool below;            /* notes are on separate lines */
    bool times;
};

static struct row_shape explain_text_shape(const struct explained_loop *loop,
                                           const struct explain_layout *layout)
{
    struct row_shape shape = {.code = layout->width < NARROW ? NARROW_CODE : CODE_WIDTH};
    for (unsigned i = 0; i < loop->n; i++)
        shape.times = shape.times || explain_text_executions(&loop->lines[i]) < 0.995 ||
                      explain_text_executions(&loop->lines[i]) > 1.005;
    shape.indent = 4 + 2 * shape.code + (shape.times ? TIMES_WIDTH : 0) + CLOCKS_WIDTH + 2;
    shape.below = layout->width < shape.indent + LEAST_SENTENCE;
    if (shape.below)
        shape.indent = BELOW_INDENT;
    return shape;
}

static void explain_text_notes(const struct explained_line *line, unsigned lines,
                               const struct row_shape *shape, const struct explain_layout *layout,
                               FILE *to)
{
    bool begun = shape->below;
    for (unsigned half = 0; half < lines; half++)
        for (unsigned k = 0; k < line[half].n_notes; k++) {
            if (half && line->n_notes == line[1].n_notes &&
                !strcmp(line->notes[k], line[1].notes[k]))
                continue; /* both halves have the same note */
            explain_text_fold(line[half].notes[k], shape->indent, layout->width, &begun, to);
        }
    fputc('\n', to);
}

static void explain_text_row(const struct explained_loop *loop, unsigned i, bool pair,
                             const struct row_shape *shape, const struct explain_layout *layout,
                             FILE *to)
{
    const struct explained_line *line = &loop->lines[i];
    bool in_v = !pair && line->v > line->alone + line->u;
    double clocks = line->clocks + (pair ? line[1].clocks : 0);
    fprintf(to, "%3u ", i + 1);
    print_code(in_v ? "" : line->text, shape->code, to);
    print_code(in_v ? line->text : pair ? line[1].text : "", shape->code, to);
    if (shape->times)
        fprintf(to, "%*s", TIMES_WIDTH, number_text_short(explain_text_executions(line), 2));
    fprintf(to, "%*s", CLOCKS_WIDTH, clocks_text(clocks));
    if (line->n_notes || (pair && line[1].n_notes)) {
        fputs(shape->below ? "" : "  ", to);
        explain_text_notes(line, 1 + pair, shape, layout, to);
    } else {
        fputc('\n', to);
    }
}

void explain_text_lines(const struct explained_loop *loop, const struct explain_layout *layout,
                        FILE *to)
{
    struct row_shape shape = explain_text_shape(loop, layout);
    fprintf(to, "    %-*s%-*s%*s%*s%s\n", (int)shape.code, "U", (int)shape.code, "V",
            shape.times ? TIMES_WIDTH : 0, shape.times ? "times" : "", CLOCKS_WIDTH, "clocks",
            shape.below ? "" : "  why");
    for (unsigned i = 0; i < loop->n;) {
        bool pair = goes_with_next(loop, i);
        explain_text_source(&loop->lines[i], i ? &loop->lines[i - 1] : NULL, layout, to);
        if (pair)
            explain_text_source(&loop->lines[i + 1], &loop->lines[i], layout, to);
        explain_text_row(loop, i, pair, &shape, layout, to);
        i += 1 + pair;
    }
}

/* ---- diagram --------------------------------------------------------------------------------- */

/* Returns the number of iterations that fit next to each other, at most three. */
static unsigned explain_text_iterations(const struct explained_loop *loop,
                                        const struct explain_layout *layout)
{
    double clocks = (double)(loop->steady[loop->n_steady - 1].until - loop->steady[0].from);
    double iterations = layout->width / (clocks / loop->period * 6);
    return loop->share < 1 || iterations < 2 ? 1
           : iterations > DIAGRAM_ITERATIONS ? DIAGRAM_ITERATIONS
                                             : (unsigned)iterations;
}

void explain_text_diagram(const struct explained_loop *loop, const struct explain_layout *layout,
                          FILE *to)
{
    struct diagram diagram;
    if (loop->share < 1)
        fprintf(to, "the most frequent iteration (%.0f %% of all):\n", 100 * loop->share);
    else if (loop->period > 1)
        fprintf(to, "the pattern repeats every %u iterations:\n", loop->period);
    diagram_make(&diagram, loop, explain_text_iterations(loop, layout));
    if (diagram.clocks > CLOCKS_DRAWN)
        fprintf(to, "%u clocks are too many to draw\n", diagram.clocks);
    else
        diagram_text(&diagram, layout->width, layout->plain, to);
    diagram_free(&diagram);
}

void explain_text_changes(const struct explained_loop *loop, const struct explain_layout *layout,
                          FILE *to)
{
    char text[ADVICE_SIZE];
    for (unsigned i = 0; advice_text(loop, i, text); i++) {
        bool begun = false;
        if (i == 0)
            fprintf(to, "\n%sto do%s\n", bold(layout, true), bold(layout, false));
        fputs("  ", to);
        explain_text_fold(text, 4, layout->width, &begun, to);
        fputc('\n', to);
    }
}

void explain_text_loop(const struct explained_loop *loop, const char *name,
                       const struct explain_layout *layout, FILE *to)
{
    explain_text_head(loop, name, layout, to);
    fputc('\n', to);
    explain_text_causes(&loop->causes, "per iteration", layout, to);
    fputc('\n', to);
    explain_text_lines(loop, layout, to);
    fputc('\n', to);
    explain_text_diagram(loop, layout, to);
    explain_text_changes(loop, layout, to);
}
