/*
 * SPDX-License-Identifier: MIT
 * Picture of load latency over the size of the working set: a line for each stride, and the same
 * cases of another run or of a real chip as points in the line's colour.
 */
#include "host/output/plot/latency_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/output/plot/plot_script.h"

#define HEIGHT     480 /* pixels */
#define MOST_LINES 16
#define COLUMNS    7
#define COMMON     120 /* bytes for the common part of the lines' names */

struct latency_lines {
    char names[MOST_LINES][sizeof((struct latency *)0)->name]; /* in the order of the run */
    unsigned n;
    unsigned head, tail; /* number of characters that all names share at the start and end */
};

/* Writes colours of a scale that grows lighter, since strides grow too. */
static void plot_latency_colour(FILE *script, unsigned line, unsigned lines)
{
    /* Five colours of viridis (van der Walt and Smith, 2015), the last one darkened, on white. */
    static const unsigned scale[][3] = {
        {68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 181, 60}, {225, 170, 10}};
    const unsigned steps = sizeof scale / sizeof scale[0] - 1;
    double at = lines > 1 ? (double)line * steps / (lines - 1) : 0;
    unsigned low = at >= steps ? steps - 1 : (unsigned)at;
    fputs("lc rgb '#", script);
    for (unsigned part = 0; part < 3; part++) {
        double from = scale[low][part], to = scale[low + 1][part];
        fprintf(script, "%02X", (unsigned)lround(from + (to - from) * (at - low)));
    }
    fputs("'", script);
}

/* ---- which lines ----------------------------------------------------------------------------- */

static int plot_latency_line(const struct latency_lines *lines, const char *name)
{
    for (unsigned i = 0; i < lines->n; i++)
        if (!strcmp(lines->names[i], name))
            return (int)i;
    return -1;
}

/* Names are split only at colons. */
static void plot_latency_common_name(struct latency_lines *lines)
{
    const char *first = lines->names[0];
    unsigned head = (unsigned)strlen(first), tail = head;
    for (unsigned i = 1; i < lines->n; i++) {
        const char *name = lines->names[i];
        unsigned length = (unsigned)strlen(name), same = 0;
        while (same < head && name[same] == first[same])
            same++;
        head = same;
        for (same = 0; same < tail && same < length &&
                       name[length - 1 - same] == first[strlen(first) - 1 - same];)
            same++;
        tail = same;
    }
    while (head && first[head - 1] != ':')
        head--;
    while (tail && first[strlen(first) - tail] != ':')
        tail--;
    if (lines->n == 1) {
        head = (unsigned)strcspn(first, ":");
        tail = 0;
    }
    lines->head = head;
    lines->tail = tail;
}

static int plot_latency_find_lines(struct picture *picture, const struct latency_table *table,
                                   struct latency_lines *lines)
{
    *lines = (struct latency_lines){0};
    for (unsigned i = 0; i < table->n; i++) {
        const char *name = table->rows[i].name;
        if (plot_latency_line(lines, name) >= 0)
            continue;
        if (lines->n == MOST_LINES)
            return picture_refuse(picture,
                                  "too many lines to plot (at most %u); select some with --bench, "
                                  "as in -b 'chain/linear:*:pages=ordered'",
                                  MOST_LINES);
        memcpy(lines->names[lines->n++], name, sizeof lines->names[0]);
    }
    if (!lines->n)
        return picture_refuse(
            picture,
            "no finding clocks_per_load is selected; 'bareprobe run -b chain/linear' measures it");
    plot_latency_common_name(lines);
    return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Tables of chips do not record the order of pages. */
static bool same_case(const char *name, const char *other)
{
    const char *pages = strstr(name, ":pages=");
    size_t length = pages ? (size_t)(pages - name) : strlen(name);
    return !strcmp(name, other) || (!strncmp(name, other, length) && !other[length]);
}

static int plot_latency_by_size(const void *a, const void *b)
{
    double one = ((const struct latency *)a)->size, other = ((const struct latency *)b)->size;
    return (one > other) - (one < other);
}

/* Writes the data block $m0, $m1, ..., or $o0, ... for the other run; returns the number of
 * points. */
static unsigned plot_latency_points(FILE *script, char series, const struct latency_lines *lines,
                                    unsigned line, const struct latency_table *table)
{
    unsigned points = 0;
    fprintf(script, "$%c%u << END\n", series, line);
    for (unsigned i = 0; i < table->n; i++) {
        const struct latency *row = &table->rows[i];
        if (!same_case(lines->names[line], row->name))
            continue;
        fprintf(script, "%.9g\t%.9g\n", row->size, row->clocks);
        points++;
    }
    fputs("END\n", script);
    return points;
}

static void plot_latency_size(FILE *script, double bytes)
{
    const char *unit = bytes >= 1 << 20 ? "M" : bytes >= 1 << 10 ? "K" : "";
    fprintf(script, "'%g%s' %.9g",
            bytes / (bytes >= 1 << 20   ? 1 << 20
                     : bytes >= 1 << 10 ? 1 << 10
                                        : 1),
            unit, bytes);
}

/* Both axes are logarithmic: latencies range from one clock to hundreds. */
static void plot_latency_axes(FILE *script, const struct latency_table *table)
{
    double least = table->rows[0].size, most = table->rows[table->n - 1].size;
    fprintf(script, "set logscale x 2\nset xrange [%.9g:%.9g]\nset xtics (", least / 1.2,
            most * 1.2);
    for (double size = least; size <= most; size *= 2) {
        fputs(size > least ? ", " : "", script);
        plot_latency_size(script, size);
    }
    fputs(
        ")\n"
        "set logscale y 2\n"
        "set yrange [1:*]\n"
        "set ytics (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512)\n"
        "set grid x y\n"
        "set xlabel 'bytes of the chain'\n"
        "set ylabel 'clocks per load'\n",
        script);
}

static void plot_latency_draw_lines(FILE *script, const struct latency_lines *lines,
                                    const bool *others)
{
    for (unsigned i = 0; i < lines->n; i++) {
        const char *name = lines->names[i] + lines->head;
        char label[COMMON];
        snprintf(label, sizeof label, "%.*s", (int)(strlen(name) - lines->tail), name);
        fprintf(script, "%s$m%u using 1:2 with lines lw 2 ", i ? ", " : "plot ", i);
        plot_latency_colour(script, i, lines->n);
        fputs(" title ", script);
        script_text(script, label[0] == ':' ? label + 1 : label);
        if (!others[i])
            continue;
        fprintf(script, ", $o%u using 1:2 with points pt 6 ps 1.1 lw 1.4 ", i);
        plot_latency_colour(script, i, lines->n);
        fputs(" notitle", script);
    }
    fputs("\n", script);
}

static void plot_latency_draw(FILE *script, const struct picture *picture,
                              const struct latency_lines *lines, const struct latency_table *table,
                              const struct latency_table *other)
{
    bool others[MOST_LINES] = {false};
    char title[200], about[2 * sizeof table->source + 40];
    const char *first = lines->names[0];
    snprintf(title, sizeof title, "Clocks per load: %.*s%s", (int)lines->head, first,
             first + strlen(first) - lines->tail);
    for (char *colon; (colon = strstr(title, "::"));)
        memmove(colon, colon + 1, strlen(colon));
    snprintf(about, sizeof about, other->n ? "lines: %s; circles: %s" : "lines: %s",
             picture->run->source, other->source);
    script_begin(script, picture, HEIGHT, lines->n, COLUMNS, title, about);
    plot_latency_axes(script, table);
    for (unsigned i = 0; i < lines->n; i++) {
        plot_latency_points(script, 'm', lines, i, table);
        others[i] = plot_latency_points(script, 'o', lines, i, other);
    }
    plot_latency_draw_lines(script, lines, others);
}

static int plot_latency_write(struct picture *picture, FILE *script)
{
    struct latency_table table, other = {0};
    struct latency_lines lines;
    int failed = 0;
    latency_table_of_run(&table, picture->run, &picture->selection);
    if (picture->other)
        latency_table_of_run(&other, picture->other, &picture->selection);
    else if (picture->silicon && latency_table_of_chip(&other, picture->silicon))
        failed = picture_refuse(picture, "the data to compare with are missing");
    if (!failed)
        failed = plot_latency_find_lines(picture, &table, &lines);
    if (!failed) {
        qsort(table.rows, table.n, sizeof *table.rows, plot_latency_by_size);
        plot_latency_draw(script, picture, &lines, &table, &other);
    }
    latency_table_free(&table);
    latency_table_free(&other);
    return failed;
}

const struct picture_kind picture_latency = {
    "latency", "clocks per load by the size of the chain; another run or a chip as points", 1,
    plot_latency_write};
