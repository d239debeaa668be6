/*
 * SPDX-License-Identifier: MIT
 * Pictures as JSON for a page. Every '<' is escaped, so that no text can end the enclosing element.
 */
#include "host/output/plot/plot_data.h"

#include <math.h>

static void plot_data_text(FILE *data, const char *text)
{
    fputc('"', data);
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(data, "\\%c", *c);
        else if (*c == '<')
            fputs("\\u003c", data);
        else
            fputc((unsigned char)*c < ' ' || *c == 0x7F ? ' ' : *c, data);
    }
    fputc('"', data);
}

static void plot_data_member(FILE *data, const char *name, const char *text)
{
    fprintf(data, "%s\"%s\":", *name == 't' ? "{" : ",", name);
    plot_data_text(data, text);
}

static void plot_data_number(FILE *data, double number)
{
    if (isfinite(number))
        fprintf(data, "%.7g", number);
    else
        fputs("null", data);
}

void plot_data_bars(FILE *data, const struct plot_rows *rows, unsigned slots, const char *title,
                    const char *axis)
{
    plot_data_member(data, "title", title);
    plot_data_member(data, "about", rows->same);
    plot_data_member(data, "axis", axis);
    fprintf(data, ",\"slots\":%u,\"rows\":[", slots);
    for (unsigned r = 0; r < rows->n; r++) {
        fputs(r ? "," : "", data);
        plot_data_text(data, rows->rows[r].label);
    }
    fputs("]", data);
}

void plot_data_bar(FILE *data, unsigned written, const double values[5], const char *text)
{
    fputs(written ? ",[" : "[", data);
    for (unsigned i = 0; i < 5; i++) {
        plot_data_number(data, values[i]);
        fputc(',', data);
    }
    plot_data_text(data, text);
    fputs("]", data);
}

void plot_data_draw_bars(FILE *data, const struct bars *bars)
{
    fputs(bars->mark ? "]" : "]]", data);
    if (bars->mark)
        plot_data_member(data, "mark", bars->mark);
    fputs(",\"names\":[", data);
    for (unsigned s = 0; s < bars->n; s++) {
        fputs(s ? "," : "", data);
        plot_data_text(data, bars->names[s]);
    }
    fputs("],\"colours\":[", data);
    for (unsigned s = 0; s < bars->n; s++)
        fprintf(data, "%s\"%s\"", s ? "," : "", bars->colours[s]);
    fputs("]}", data);
}

void plot_data_lines(FILE *data, const char *title, const char *axis, const char *unit,
                     const char *const *ticks)
{
    plot_data_member(data, "title", title);
    plot_data_member(data, "axis", axis);
    plot_data_member(data, "unit", unit);
    for (unsigned i = 0; ticks && ticks[i]; i++) {
        fputs(i ? "," : ",\"ticks\":[", data);
        plot_data_text(data, ticks[i]);
    }
    fputs(ticks ? "],\"lines\":[" : ",\"lines\":[", data);
}

void plot_data_line(FILE *data, unsigned line, const char *name, const char *colour)
{
    fprintf(data, "%s{\"colour\":\"%s\",\"name\":", line ? "]}," : "", colour);
    plot_data_text(data, name);
    fputs(",\"points\":[", data);
}

void plot_data_point(FILE *data, unsigned point, double x, double y, double half_width)
{
    fputs(point ? ",[" : "[", data);
    plot_data_number(data, x);
    fputc(',', data);
    plot_data_number(data, y);
    fputc(',', data);
    plot_data_number(data, half_width);
    fputc(']', data);
}

void plot_data_draw_lines(FILE *data)
{
    fputs("]}]}", data);
}
