/*
 * SPDX-License-Identifier: MIT
 * Picture of a sweep: points of a line are cases of a benchmark with a numeric argument, or regions
 * or benchmarks whose names contain a size.
 */
#include "host/data/run/sweep_size.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/run/event_lookup.h"
#include "host/base/allocation.h"
#include "host/data/metrics/growth.h"
#include "host/data/run/case_arguments.h"
#include "host/output/plot/plot_data.h"
#include "host/output/plot/plot_rows.h"
#include "host/output/plot/plot_script.h"

#define HEIGHT    380 /* pixels */
#define MOST_TICS 14
#define MOST_REST 120

struct point {
    double size;
    const struct result *result;
};

/* The source of a point's position on the axis. */
enum from { FROM_REGION, FROM_ARGUMENT, FROM_BENCH };

struct plot_sweep_line {
    const struct result *first;
    enum from from;
    char axis[ARGUMENT_BYTES]; /* name of the argument */
    char rest[MOST_REST];      /* the name without the size */
    char label[140];
    struct point *points;
    unsigned n;
};

struct plot_sweep {
    const struct picture *picture;
    struct plot_sweep_line *lines;
    unsigned n;
    const struct result *axis_for; /* the benchmark that `axis` is the default for */
    char axis[ARGUMENT_BYTES];
};

/* The default axis is the first argument that is numeric in all selected cases and varies. */
static void plot_sweep_choose_axis(struct plot_sweep *sweep, const struct result *result)
{
    const struct run *run = sweep->picture->run;
    char name[ARGUMENT_BYTES], value[ARGUMENT_BYTES], first[ARGUMENT_BYTES];
    if (sweep->axis_for && case_argument_same_bench(sweep->axis_for->bench, result->bench))
        return;
    sweep->axis_for = result;
    *sweep->axis = 0;
    for (unsigned a = 0; !*sweep->axis && case_argument_at(result->bench, a, name, first); a++) {
        bool numbers = true, differ = false;
        for (unsigned i = 0; i < run->n_results && numbers; i++) {
            const struct result *other = &run->results[i];
            if (!case_argument_same_bench(other->bench, result->bench) || !result_ok(other) ||
                !selection_matches(&sweep->picture->selection, other))
                continue;
            numbers =
                case_argument_value(other->bench, name, value) && case_argument_number(value) > 0;
            differ = differ || strcmp(first, value);
        }
        if (numbers && differ)
            snprintf(sweep->axis, sizeof sweep->axis, "%s", name);
    }
}

/* Finds the position by --axis; without it by the region's name, by an argument, or by any number
 * in the benchmark's name. */
static double plot_sweep_position(struct plot_sweep *sweep, const struct result *result,
                                  struct plot_sweep_line *like)
{
    const char *axis = sweep->picture->axis;
    char value[ARGUMENT_BYTES];
    double size = 0;
    like->from = FROM_REGION;
    if (result->region_name && (!axis || !strcmp(axis, "region")))
        size = sweep_size(result->region_name, like->rest, sizeof like->rest);
    if (size > 0)
        return size;
    like->from = FROM_ARGUMENT;
    if (!axis)
        plot_sweep_choose_axis(sweep, result);
    snprintf(like->axis, sizeof like->axis, "%s", axis ? axis : sweep->axis);
    if (*like->axis && case_argument_value(result->bench, like->axis, value)) {
        case_argument_without(result->bench, like->axis, like->rest, sizeof like->rest);
        return case_argument_number(value);
    }
    like->from = FROM_BENCH;
    return axis || strchr(result->bench, ':')
               ? 0
               : sweep_size(result->bench, like->rest, sizeof like->rest);
}

static bool plot_sweep_in_line(const struct plot_sweep_line *line,
                               const struct plot_sweep_line *like, const struct result *result)
{
    const struct result *first = line->first;
    return line->from == like->from && first->plan == result->plan && first->ring == result->ring &&
           first->state == result->state && first->ablate == result->ablate &&
           !strcmp(first->event, result->event) && !strcmp(line->rest, like->rest) &&
           (line->from == FROM_REGION ? first->bench == result->bench
                                      : first->region == result->region);
}

static void plot_sweep_add_point(struct plot_sweep *sweep, const struct result *result)
{
    struct plot_sweep_line like = {.first = result};
    double size = plot_sweep_position(sweep, result, &like);
    if (size <= 0)
        return;
    unsigned i = 0;
    while (i < sweep->n && !plot_sweep_in_line(&sweep->lines[i], &like, result))
        i++;
    if (i == sweep->n)
        *(struct plot_sweep_line *)allocate_element(&sweep->lines, &sweep->n,
                                                    sizeof *sweep->lines) = like;
    struct plot_sweep_line *line = &sweep->lines[i];
    struct point *point = allocate_element(&line->points, &line->n, sizeof *point);
    *point = (struct point){size, result};
}

static int plot_sweep_by_size(const void *a, const void *b)
{
    double one = ((const struct point *)a)->size, other = ((const struct point *)b)->size;
    return (one > other) - (one < other);
}

/* Drops lines of a single point. */
static void plot_sweep_collect(struct plot_sweep *sweep, const struct picture *picture,
                               const char *event)
{
    unsigned kept = 0;
    *sweep = (struct plot_sweep){.picture = picture};
    for (unsigned i = 0; i < picture->run->n_results; i++) {
        const struct result *result = &picture->run->results[i];
        if (result_ok(result) && result->entries &&
            selection_matches(&picture->selection, result) &&
            (picture->selection.event || !strcmp(result->event, event)))
            plot_sweep_add_point(sweep, result);
    }
    for (unsigned i = 0; i < sweep->n; i++) {
        struct plot_sweep_line line = sweep->lines[i];
        qsort(line.points, line.n, sizeof *line.points, plot_sweep_by_size);
        if (line.n > 1)
            sweep->lines[kept++] = line;
        else
            free(line.points);
    }
    sweep->n = kept;
}

static void plot_sweep_label_line(struct plot_sweep_line *line, const struct plot_sweep *sweep,
                                  bool several)
{
    const struct result *first = line->first;
    char text[MOST_REST + ARGUMENT_BYTES] = "";
    *line->label = 0;
    if (line->from == FROM_REGION)
        plot_rows_join(line->label, sizeof line->label, first->bench);
    if (sweep->picture->series)
        snprintf(text, sizeof text, "%s=", sweep->picture->series);
    if (*text && case_argument_value(first->bench, sweep->picture->series, text + strlen(text)))
        plot_rows_join(line->label, sizeof line->label, text);
    else
        plot_rows_join(line->label, sizeof line->label, line->rest);
    if (line->from != FROM_REGION)
        plot_rows_join(line->label, sizeof line->label,
                       first->region_name ? first->region_name
                                          : run_region_text(first, text, sizeof text));
    if (several)
        plot_rows_join(line->label, sizeof line->label, event_text(first->event));
    plot_rows_join(line->label, sizeof line->label, first->state);
    plot_rows_join(line->label, sizeof line->label, run_ring_words(first->ring));
    if (strcmp(first->ablate, "none")) {
        snprintf(text, sizeof text, "without %s", first->ablate);
        plot_rows_join(line->label, sizeof line->label, text);
    }
}

static struct growth plot_sweep_line_growth(const struct plot_sweep_line *line)
{
    double *sizes = allocate_zeroed(2 * line->n * sizeof *sizes), *costs = sizes + line->n;
    for (unsigned p = 0; p < line->n; p++) {
        sizes[p] = line->points[p].size;
        costs[p] = line->points[p].result->per_entry;
    }
    struct growth growth = growth_of(sizes, costs, line->n);
    free(sizes);
    return growth;
}

/* Appends the line's growth to its label, and describes it in the picture's note. */
static void plot_sweep_note_growth(struct plot_sweep_line *line, FILE *note)
{
    if (line->n < GROWTH_LEAST_POINTS)
        return;
    struct growth growth = plot_sweep_line_growth(line);
    fprintf(note, "%s: ", line->label);
    if (!growth.shape) {
        fputs("no simple growth function\n", note);
        return;
    }
    const char *unit = event_lookup_unit(line->first->event);
    fprintf(note, "%s, %.3g %s", growth.shape, growth.coefficient, unit);
    if (strcmp(growth.shape, "O(1)"))
        fprintf(note, " per %.*s", (int)strlen(growth.shape) - 3, growth.shape + 2);
    fprintf(note, " (error %.1f %%)\n", 100 * growth.error);
    plot_rows_join(line->label, sizeof line->label, growth.shape);
}

/* The axis is the working set in bytes, unless an argument has another name than "size". */
static const char *axis_name(const struct plot_sweep *sweep)
{
    const struct plot_sweep_line *line = &sweep->lines[0];
    bool of_memory = line->from != FROM_ARGUMENT || !strcmp(line->axis, "size");
    return of_memory ? "working set" : line->axis;
}

/* Writes "8 KB" for sizes of memory, "8 K" for other round numbers, else plain numbers. */
static void plot_sweep_size(FILE *script, double size, bool bytes)
{
    const char *unit = bytes ? "B" : "";
    if (size >= 1 << 20 && fmod(size, 1 << 20) == 0)
        fprintf(script, "'%g M%s' %.9g", size / (1 << 20), unit, size);
    else if (size >= 1024 && fmod(size, 1024) == 0)
        fprintf(script, "'%g K%s' %.9g", size / 1024, unit, size);
    else
        fprintf(script, "'%g' %.9g", size, size);
}

/* Labels the first line's sizes if they fit, otherwise the powers of two among them. */
static void plot_sweep_tics(FILE *script, const struct plot_sweep *sweep)
{
    const struct plot_sweep_line *line = &sweep->lines[0];
    double least = INFINITY, most = 0;
    bool bytes = !strcmp(axis_name(sweep), "working set");
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
        plot_sweep_size(script, size, bytes);
        first = false;
    }
    fputs(")\n", script);
}

/* Returns the largest value. */
static double plot_sweep_points(FILE *script, const struct plot_sweep_line *line, unsigned number)
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

static void plot_sweep_draw_lines(FILE *script, const struct plot_sweep *sweep)
{
    for (unsigned i = 0; i < sweep->n; i++) {
        fprintf(script,
                "%s$s%u using ($3 > 0 ? $1 : NaN):2:3 with yerrorbars pt 0 ps 0 lw 1.4 lc rgb "
                "'#202020' notitle",
                i ? ", " : "plot ", i);
        fprintf(script, ", $s%u using 1:2 with linespoints lw 2 dt %u lc rgb '%s' pt %u ps 1.1 ", i,
                1 + i / PICTURE_MOST_SERIES, script_colour(i), 5 + 2 * (i % 4));
        if (sweep->n > 1) {
            fputs("title ", script);
            script_text(script, sweep->lines[i].label);
        } else {
            fputs("notitle", script);
        }
    }
    fputs("\n", script);
}

static void plot_sweep_draw_data(FILE *script, const struct plot_sweep *sweep, const char *title,
                                 const char *event, bool one)
{
    plot_data_lines(script, title, axis_name(sweep),
                    !one                                          ? "events, clocks per entry"
                    : !strcmp(event_lookup_unit(event), "clocks") ? "clocks per entry"
                                                                  : "events per entry",
                    NULL);
    for (unsigned i = 0; i < sweep->n; i++) {
        const struct plot_sweep_line *line = &sweep->lines[i];
        plot_data_line(script, i, line->label, script_colour(i));
        for (unsigned p = 0; p < line->n; p++) {
            const struct result *result = line->points[p].result;
            plot_data_point(script, p, line->points[p].size, result->per_entry,
                            result->values.ci / result->entries);
        }
    }
    plot_data_draw_lines(script);
}

static void plot_sweep_draw(FILE *script, struct picture *picture, struct plot_sweep *sweep)
{
    char title[160];
    double most = 0;
    const char *event = sweep->lines[0].first->event;
    bool one = true;
    for (unsigned i = 1; i < sweep->n; i++)
        one = one && !strcmp(sweep->lines[i].first->event, event);
    for (unsigned i = 0; i < sweep->n; i++)
        plot_sweep_label_line(&sweep->lines[i], sweep, !one);
    free(picture->note);
    size_t length;
    FILE *note = open_memstream(&picture->note, &length);
    for (unsigned i = 0; note && i < sweep->n; i++)
        plot_sweep_note_growth(&sweep->lines[i], note);
    if (note)
        fclose(note);
    const char *axis = axis_name(sweep);
    snprintf(title, sizeof title, "%s per entry, by %s%s", one ? event_text(event) : "Events",
             strcmp(axis, "working set") ? "" : "the size of the ", axis);
    if (picture->format == PICTURE_DATA) {
        plot_sweep_draw_data(script, sweep, title, event, one);
        return;
    }
    script_begin(script, picture, HEIGHT, sweep->n > 1 ? sweep->n : 0, 1, title,
                 sweep->n == 1 ? sweep->lines[0].label : "");
    plot_sweep_tics(script, sweep);
    for (unsigned i = 0; i < sweep->n; i++)
        most = fmax(most, plot_sweep_points(script, &sweep->lines[i], i));
    script_format(script, 'y', most);
    fprintf(script,
            "set grid x y\n"
            "set yrange [0:*]\n"
            "set offsets graph 0, 0, graph 0.06, 0\n"
            "set ylabel '%s per entry'\n"
            "set xlabel ",
            !one                                          ? "events, clocks"
            : !strcmp(event_lookup_unit(event), "clocks") ? "clocks"
                                                          : "events");
    script_text(script, axis);
    fputs("\n", script);
    plot_sweep_draw_lines(script, sweep);
}

/* Finds an argument other than axis and series that varies; false if no argument varies. */
static bool plot_sweep_third_argument(const struct plot_sweep *sweep, char name[ARGUMENT_BYTES])
{
    char first[ARGUMENT_BYTES], value[ARGUMENT_BYTES];
    const char *series = sweep->picture->series;
    for (unsigned i = 1; series && i < sweep->n; i++) {
        const char *bench = sweep->lines[0].first->bench, *other = sweep->lines[i].first->bench;
        for (unsigned a = 0; case_argument_at(bench, a, name, first); a++)
            if (strcmp(name, series) && strcmp(name, sweep->lines[0].axis) &&
                case_argument_value(other, name, value) && strcmp(value, first))
                return true;
    }
    return false;
}

/* Reports the selected benchmarks' arguments, after an unknown name. */
static int plot_sweep_refuse_name(struct picture *picture, const char *option, const char *name)
{
    char names[200] = "", one[ARGUMENT_BYTES], value[ARGUMENT_BYTES];
    for (unsigned i = 0; i < picture->run->n_results; i++) {
        const struct result *result = &picture->run->results[i];
        for (unsigned a = 0; selection_matches(&picture->selection, result) &&
                             case_argument_at(result->bench, a, one, value);
             a++)
            if (!strstr(names, one))
                plot_rows_join(names, sizeof names, one);
    }
    return picture_refuse(picture, "--%s: no two selected cases differ in '%s'; %s%s", option, name,
                          *names ? "their arguments are " : "they have no arguments", names);
}

static int plot_sweep_refuse(struct picture *picture, const struct plot_sweep *sweep)
{
    char name[ARGUMENT_BYTES], value[ARGUMENT_BYTES];
    if (!sweep->n && picture->axis)
        return plot_sweep_refuse_name(picture, "axis", picture->axis);
    if (!sweep->n)
        return picture_refuse(
            picture,
            "no two selected cases differ in a numeric argument, and no two regions or benchmarks "
            "have a size in their name, such as \"4096\", \"4K\" or \"read 4 KB\"");
    if (picture->series &&
        !case_argument_value(sweep->lines[0].first->bench, picture->series, value))
        return plot_sweep_refuse_name(picture, "series", picture->series);
    if (plot_sweep_third_argument(sweep, name))
        return picture_refuse(
            picture, "--series: '%s' differs, too; select one value with --bench, such as '*:%s=*'",
            name, name);
    if (sweep->n > PICTURE_MOST_LINES)
        return picture_refuse(
            picture,
            "too many lines to plot: %u (at most %u); select some with --bench, --event, --state",
            sweep->n, PICTURE_MOST_LINES);
    return 0;
}

static int plot_sweep_write(struct picture *picture, FILE *script)
{
    struct plot_sweep sweep;
    const char *event = plot_rows_event(picture->run, &picture->selection);
    plot_sweep_collect(&sweep, picture, event ? event : "");
    int failed = plot_sweep_refuse(picture, &sweep);
    if (!failed)
        plot_sweep_draw(script, picture, &sweep);
    for (unsigned i = 0; i < sweep.n; i++)
        free(sweep.lines[i].points);
    free(sweep.lines);
    return failed;
}

const struct picture_kind picture_sweep = {
    "sweep",
    "clocks per entry by an argument, or by the size in the names of regions or benchmarks", 1,
    plot_sweep_write};
