/*
 * SPDX-License-Identifier: MIT
 * Parts common to all pictures. Sizes are in pixels of gnuplot's PNG and SVG terminals.
 */
#include "host/output/plot/plot_script.h"
#include "host/output/plot/plot_data.h"

#include <math.h>
#include <string.h>

#include "host/base/number_text.h"

#define HEAD      92  /* above the drawing: three lines */
#define LINE      21  /* of the heading */
#define AXIS      70  /* below the drawing: numbers and name of the axis */
#define LEGEND    19  /* a line of the legend */
#define SLOT      17  /* height of a bar */
#define BETWEEN   10  /* between the bars of two rows */
#define CHARACTER 8.0 /* approximate width of a character */
#define MARGINS   60  /* left and right together */
#define TEXT_GAP  16  /* from a bar to its text */
#define FILLED    0.86
#define HEADING_X 14.0

const char *script_colour(unsigned series)
{
    static const char *const colours[] = {"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                          "#56B4E9", "#D55E00", "#000000"};
    _Static_assert(sizeof colours / sizeof colours[0] == PICTURE_MOST_SERIES,
                   "one colour for each series");
    return colours[series % PICTURE_MOST_SERIES];
}

void script_text(FILE *script, const char *text)
{
    fputc('\'', script);
    for (const char *c = text; *c; c++) {
        if (*c == '\'')
            fputc('\'', script); /* a doubled quote stands for one quote */
        fputc((unsigned char)*c < ' ' || *c == 0x7F ? ' ' : *c, script);
    }
    fputc('\'', script);
}

const char *script_number(double value)
{
    double size = fabs(value);
    if (size != 0 && size < 0.01)
        return number_text(value, 4);
    return number_text(value, value == round(value) ? 0 : size >= 10 ? 1 : 2);
}

void script_format(FILE *script, char axis, double most)
{
    fprintf(script, "set format %c '%s'\n", axis, most >= 1e6 ? "%.1s %c" : "%.10g");
}

/* The SVG terminal's sizes are in pixels, those of the PNG terminal in points. */
static unsigned font_size(const struct picture *picture, bool large)
{
    return (picture->format == PICTURE_PNG ? 11 : 14) + (large ? 4 : 0);
}

static void script_heading(FILE *script, const struct picture *picture, unsigned height,
                           unsigned line, const char *text)
{
    bool large = line == 0;
    fprintf(script, "set label ");
    script_text(script, text);
    fprintf(script, " at screen %.4f, screen %.4f left front noenhanced font ',%d' tc rgb '%s'\n",
            HEADING_X / SCRIPT_WIDTH, 1 - (LINE * line + 18.0) / height, font_size(picture, large),
            large ? "#000000" : "#404040");
}

static void script_machine_text(const struct run *run, char *text, size_t size)
{
    int length = snprintf(text, size, "%s", run->name[0] ? run->name : "unknown processor");
    if (run->mhz > 0 && length < (int)size)
        length += snprintf(text + length, size - (size_t)length, ", %.4g MHz", run->mhz);
    if (length < (int)size)
        snprintf(text + length, size - (size_t)length, "; %s",
                 run_platform_sentence(run->platform));
}

void script_begin(FILE *script, const struct picture *picture, unsigned body, unsigned legend,
                  unsigned columns, const char *title, const char *about)
{
    unsigned foot = AXIS + LEGEND * ((legend + columns - 1) / columns), height = HEAD + body + foot;
    char machine[240];
    fprintf(script,
            "set encoding utf8\n"
            "set terminal %s noenhanced font 'DejaVu Sans,%d' size %d,%u %s\n"
            "set datafile separator '\\t'\n"
            "set tmargin at screen %.4f\n"
            "set rmargin 4\n"
            "set border 3 lc rgb '#606060'\n"
            "set tics nomirror out scale 0.5\n"
            "set grid x lc rgb '#E0E0E0' lt 1\n"
            "set bmargin at screen %.4f\n"
            "set key at screen 0.5, screen %.4f center top horizontal Left reverse noenhanced "
            "samplen 1.5 maxcols %u\n",
            picture->format == PICTURE_PNG ? "pngcairo" : "svg", font_size(picture, false),
            SCRIPT_WIDTH, height,
            picture->format == PICTURE_PNG ? "background rgb '#FFFFFF'"
                                           : "background rgb '#FFFFFF' dynamic",
            1 - (double)HEAD / height, (double)foot / height,
            (double)(foot - AXIS + LEGEND / 2) / height, columns);
    script_heading(script, picture, height, 0, title);
    script_machine_text(picture->run, machine, sizeof machine);
    script_heading(script, picture, height, 1, machine);
    script_heading(script, picture, height, 2, about);
}

void script_bars(FILE *script, const struct picture *picture, const struct plot_rows *rows,
                 unsigned slots, unsigned legend, unsigned columns, const char *title,
                 const char *axis)
{
    if (picture->format == PICTURE_DATA) {
        plot_data_bars(script, rows, slots, title, axis);
        return;
    }
    script_begin(script, picture, rows->n * (slots * SLOT + BETWEEN), legend, columns, title,
                 rows->same);
    fprintf(script, "set yrange [%.2f:-0.5]\nset xlabel ", rows->n - 0.5);
    script_text(script, axis);
    fprintf(script, " offset 0,0.5\nset ytics scale 0 (");
    for (unsigned r = 0; r < rows->n; r++) {
        fputs(r ? ", " : "", script);
        script_text(script, rows->rows[r].label);
        fprintf(script, " %u", r);
    }
    fputs(")\n", script);
}

void script_series(FILE *script, struct bars *bars, unsigned series)
{
    bars->written = 0;
    if (bars->data) {
        fputs(series ? "],[" : ",\"series\":[[", script);
        return;
    }
    if (series)
        fputs("END\n", script);
    fprintf(script, "$s%u << END\n", series);
}

static void script_extend_range(struct bars *bars, double low, double high)
{
    bars->least = fmin(bars->least, low);
    bars->most = fmax(bars->most, high);
}

void script_bar(FILE *script, struct bars *bars, unsigned row, unsigned slot, unsigned slots,
                double from, double to, double half_width, const char *text)
{
    if (bars->data) {
        plot_data_bar(script, bars->written++, (double[]){row, slot, from, to, half_width}, text);
        return;
    }
    double band = (double)(slots * SLOT) / (slots * SLOT + BETWEEN), height = band / slots;
    double top = row - band / 2 + slot * height, gap = height * (1 - FILLED) / 2;
    double end = to + half_width;
    fprintf(script, "%.9g\t%.5f\t%.9g\t%.9g\t%.5f\t%.5f\t%.9g\t%.9g\t%s\n", to, top + height / 2,
            fmin(from, to), fmax(from, to), top + gap, top + height - gap, half_width, fmax(end, 0),
            *text ? text : " ");
    script_extend_range(bars, to - half_width, to + half_width);
    bars->text = (unsigned)fmax(bars->text, strlen(text));
}

void script_marks(FILE *script, struct bars *bars)
{
    bars->written = 0;
    if (bars->data) {
        fputs("]],\"marks\":[", script);
        return;
    }
    fputs("END\n$marks << END\n", script);
}

void script_mark(FILE *script, struct bars *bars, unsigned row, double at)
{
    if (bars->data)
        fprintf(script, "%s[%u,%.7g]", bars->written++ ? "," : "", row, at);
    else
        fprintf(script, "%.9g\t%u\n", at, row);
}

/* The axis is long enough for the longest text after the longest bar. */
static double script_axis_end(const struct plot_rows *rows, const struct bars *bars)
{
    size_t label = 0;
    for (unsigned r = 0; r < rows->n; r++)
        label = (size_t)fmax(label, strlen(rows->rows[r].label));
    double width = SCRIPT_WIDTH - MARGINS - CHARACTER * label;
    double share = fmin((TEXT_GAP + CHARACTER * bars->text) / width, 0.7);
    return bars->most > 0 ? bars->most / (1 - share) : 1;
}

void script_draw_bars(FILE *script, const struct plot_rows *rows, const struct bars *bars)
{
    if (bars->data) {
        plot_data_draw_bars(script, bars);
        return;
    }
    fputs("END\n", script);
    script_format(script, 'x', bars->most);
    fprintf(script, "set xrange [%.9g:%.9g]\nplot ", 1.04 * bars->least,
            script_axis_end(rows, bars));
    for (unsigned s = 0; s < bars->n; s++) {
        fprintf(script,
                "%s$s%u using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '%s' title ",
                s ? ", " : "", s, bars->colours[s]);
        script_text(script, bars->names[s]);
        if (bars->intervals)
            fprintf(script,
                    ", $s%u using ($7 > 0 ? $1 : NaN):2:7 with xerrorbars pt 0 ps 0 lw 1.4 lc rgb "
                    "'#202020' notitle",
                    s);
        fprintf(script, ", $s%u using 8:2:9 with labels left offset 0.6,0 notitle", s);
    }
    if (bars->mark) {
        fputs(
            ", $marks using 1:($2-0.46):(0):(0.92) with vectors nohead lw 2.5 lc rgb '#000000' "
            "title ",
            script);
        script_text(script, bars->mark);
    }
    fputs("\n", script);
}
