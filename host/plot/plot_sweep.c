/*
 * SPDX-License-Identifier: MIT
 * Working-set sweeps: regions, or benchmarks, whose names carry a size are points of a line.
 */
#include "host/plot/sweep_size.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/run/event_lookup.h"
#include "host/base/allocate.h"
#include "host/plot/plot_rows.h"
#include "host/plot/plot_script.h"

#define HEIGHT    380 /* pixels */
#define MOST_TICS 14

struct point {
    double size;
    const struct result *result;
};

struct line {
    const struct result *first;
    char rest[120]; /* of the names, less the size */
    char label[140];
    struct point *points;
    unsigned n;
};

struct sweep {
    struct line *lines;
    unsigned n;
};

/* Of the region's name, or where it has none, the benchmark's. */
static double size_of(const struct result *result, char *rest, size_t size)
{
    double bytes = result->region_name ? sweep_size(result->region_name, rest, size) : 0;
    return bytes > 0 ? bytes : sweep_size(result->bench, rest, size);
}

static bool in_line(const struct line *line, const struct result *result, const char *rest)
{
    const struct result *first = line->first;
    bool by_region = first->region_name && result->region_name;
    return first->plan == result->plan && first->ring == result->ring &&
           first->state == result->state && first->ablate == result->ablate &&
           !strcmp(first->event, result->event) && !strcmp(line->rest, rest) &&
           (by_region ? first->bench == result->bench : first->region == result->region);
}

static void add(struct sweep *sweep, const struct result *result)
{
    char rest[120];
    double size = size_of(result, rest, sizeof rest);
    if (size <= 0)
        return;
    unsigned i = 0;
    while (i < sweep->n && !in_line(&sweep->lines[i], result, rest))
        i++;
    if (i == sweep->n) {
        struct line *line = memory_add(&sweep->lines, &sweep->n, sizeof *line);
        line->first = result;
        memcpy(line->rest, rest, sizeof rest);
    }
    struct line *line = &sweep->lines[i];
    struct point *point = memory_add(&line->points, &line->n, sizeof *point);
    *point = (struct point){size, result};
}

static int by_size(const void *a, const void *b)
{
    double one = ((const struct point *)a)->size, other = ((const struct point *)b)->size;
    return (one > other) - (one < other);
}

/* Lines of one point are none. */
static void collect(struct sweep *sweep, const struct picture *picture, const char *event)
{
    unsigned kept = 0;
    *sweep = (struct sweep){0};
    for (unsigned i = 0; i < picture->run->n_results; i++) {
        const struct result *result = &picture->run->results[i];
        if (result_ok(result) && result->entries && selected(&picture->selection, result) &&
            (picture->selection.event || !strcmp(result->event, event)))
            add(sweep, result);
    }
    for (unsigned i = 0; i < sweep->n; i++) {
        struct line line = sweep->lines[i];
        qsort(line.points, line.n, sizeof *line.points, by_size);
        if (line.n > 1)
            sweep->lines[kept++] = line;
        else
            free(line.points);
    }
    sweep->n = kept;
}

static void label_line(struct line *line, bool several)
{
    const struct result *first = line->first;
    char text[120] = "";
    bool by_region = first->region_name && sweep_size(first->region_name, text, sizeof text);
    *line->label = 0;
    if (by_region)
        rows_join(line->label, sizeof line->label, first->bench);
    rows_join(line->label, sizeof line->label, line->rest);
    if (!by_region)
        rows_join(line->label, sizeof line->label, result_region_text(first, text, sizeof text));
    if (several)
        rows_join(line->label, sizeof line->label, event_text(first->event));
    rows_join(line->label, sizeof line->label, first->state);
    rows_join(line->label, sizeof line->label, rows_ring(first->ring));
    if (strcmp(first->ablate, "none")) {
        snprintf(text, sizeof text, "without %s", first->ablate);
        rows_join(line->label, sizeof line->label, text);
    }
}

/* "8 KB" for sizes that are; bytes else. */
static void write_size(FILE *script, double bytes)
{
    if (bytes >= 1 << 20 && fmod(bytes, 1 << 20) == 0)
        fprintf(script, "'%g MB' %.9g", bytes / (1 << 20), bytes);
    else if (bytes >= 1024 && fmod(bytes, 1024) == 0)
        fprintf(script, "'%g KB' %.9g", bytes / 1024, bytes);
    else
        fprintf(script, "'%g' %.9g", bytes, bytes);
}

/* The first line's sizes where they have room, else the powers of two among them. */
static void write_tics(FILE *script, const struct sweep *sweep)
{
    const struct line *line = &sweep->lines[0];
    double least = INFINITY, most = 0;
    int exponent;
    for (unsigned i = 0; i < sweep->n; i++) {
        least = fmin(least, sweep->lines[i].points[0].size);
        most = fmax(most, sweep->lines[i].points[sweep->lines[i].n - 1].size);
    }
    fprintf(script, "set logscale x 2\nset xrange [%.9g:%.9g]\nset xtics (", least / 1.15,
            most * 1.15);
    bool first = true;
    for (unsigned p = 0; p < line->n; p++) {
        double size = line->points[p].size;
        if (line->n > MOST_TICS && frexp(size, &exponent) != 0.5)
            continue;
        if (p && size == line->points[p - 1].size)
            continue;
        fputs(first ? "" : ", ", script);
        write_size(script, size);
        first = false;
    }
    fputs(")\n", script);
}

/* Returns the largest of its values. */
static double write_points(FILE *script, const struct line *line, unsigned number)
{
    double most = 0;
    fprintf(script, "$s%u << END\n", number);
    for (unsigned p = 0; p < line->n; p++) {
        const struct result *result = line->points[p].result;
        double half_width = result->values.ci / result->entries;
        fprintf(script, "%.9g\t%.9g\t%.9g\n", line->points[p].size, result->per_entry, half_width);
        most = fmax(most, result->per_entry);
    }
    fputs("END\n", script);
    return most;
}

static void draw_lines(FILE *script, const struct sweep *sweep)
{
    for (unsigned i = 0; i < sweep->n; i++) {
        fprintf(script,
                "%s$s%u using ($3 > 0 ? $1 : NaN):2:3 with yerrorbars pt 0 ps 0 lw 1.4 lc rgb "
                "'#202020' notitle",
                i ? ", " : "plot ", i);
        fprintf(script, ", $s%u using 1:2 with linespoints lw 2 lc rgb '%s' pt %u ps 1.1 ", i,
                script_colour(i), 5 + 2 * (i % 4));
        if (sweep->n > 1) {
            fputs("title ", script);
            script_text(script, sweep->lines[i].label);
        } else {
            fputs("notitle", script);
        }
    }
    fputs("\n", script);
}

static void draw(FILE *script, const struct picture *picture, struct sweep *sweep)
{
    char title[160];
    double most = 0;
    const char *event = sweep->lines[0].first->event;
    bool one = true;
    for (unsigned i = 1; i < sweep->n; i++)
        one = one && !strcmp(sweep->lines[i].first->event, event);
    for (unsigned i = 0; i < sweep->n; i++)
        label_line(&sweep->lines[i], !one);
    snprintf(title, sizeof title, "%s for an entry, over the size of the working set",
             one ? event_text(event) : "Events");
    script_begin(script, picture, HEIGHT, sweep->n > 1 ? sweep->n : 0, 1, title,
                 sweep->n == 1 ? sweep->lines[0].label : "");
    write_tics(script, sweep);
    for (unsigned i = 0; i < sweep->n; i++)
        most = fmax(most, write_points(script, &sweep->lines[i], i));
    script_format(script, 'y', most);
    fprintf(script,
            "set grid x y\nset yrange [0:*]\nset offsets graph 0, 0, graph 0.06, 0\n"
            "set xlabel 'working set'\nset ylabel '%s for an entry'\n",
            !one                                   ? "events, clocks"
            : !strcmp(event_unit(event), "clocks") ? "clocks"
                                                   : "events");
    draw_lines(script, sweep);
}

static int write_sweep(struct picture *picture, FILE *script)
{
    struct sweep sweep;
    const char *event = rows_event(picture->run, &picture->selection);
    int failed = 0;
    collect(&sweep, picture, event ? event : "");
    if (!sweep.n)
        failed = picture_refuse(picture,
                                "no two selected regions or benchmarks have a size in "
                                "their name, such as \"4096\", \"4K\" or \"read 4 KB\"");
    else if (sweep.n > PICTURE_MOST_SERIES)
        failed = picture_refuse(picture,
                                "%u lines would be drawn, of which %u can be told apart; "
                                "choose by --bench, --event, --state",
                                sweep.n, PICTURE_MOST_SERIES);
    else
        draw(script, picture, &sweep);
    for (unsigned i = 0; i < sweep.n; i++)
        free(sweep.lines[i].points);
    free(sweep.lines);
    return failed;
}

const struct picture_kind picture_sweep = {
    "sweep", "clocks for an entry over the size in the regions' or benchmarks' names", 1,
    write_sweep};
