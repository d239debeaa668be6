/*
 * SPDX-License-Identifier: MIT
 * Pictures as JSON for a page. Every '<' is escaped, so that no text can end the enclosing element.
 */
#include "host/plot/plot_data.h"

#include <math.h>

static void put_text(FILE *data, const char *text)
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

static void put_member(FILE *data, const char *name, const char *text)
{
    fprintf(data, "%s\"%s\":", *name == 't' ? "{" : ",", name);
    put_text(data, text);
}

static void put_number(FILE *data, double number)
{
    if (isfinite(number))
        fprintf(data, "%.7g", number);
    else
        fputs("null", data);
}

void data_bars(FILE *data, const struct rows *rows, unsigned slots, const char *title,
               const char *axis)
{
    put_member(data, "title", title);
    put_member(data, "about", rows->same);
    put_member(data, "axis", axis);
    fprintf(data, ",\"slots\":%u,\"rows\":[", slots);
    for (unsigned r = 0; r < rows->n; r++) {
        fputs(r ? "," : "", data);
        put_text(data, rows->rows[r].label);
    }
    fputs("]", data);
}

void data_bar(FILE *data, unsigned written, const double values[5], const char *text)
{
    fputs(written ? ",[" : "[", data);
    for (unsigned i = 0; i < 5; i++) {
        put_number(data, values[i]);
        fputc(',', data);
    }
    put_text(data, text);
    fputs("]", data);
}

void data_draw_bars(FILE *data, const struct bars *bars)
{
    fputs(bars->mark ? "]" : "]]", data);
    if (bars->mark)
        put_member(data, "mark", bars->mark);
    fputs(",\"names\":[", data);
    for (unsigned s = 0; s < bars->n; s++) {
        fputs(s ? "," : "", data);
        put_text(data, bars->names[s]);
    }
    fputs("],\"colours\":[", data);
    for (unsigned s = 0; s < bars->n; s++)
        fprintf(data, "%s\"%s\"", s ? "," : "", bars->colours[s]);
    fputs("]}", data);
}

void data_lines(FILE *data, const char *title, const char *axis, const char *unit,
                const char *const *ticks)
{
    put_member(data, "title", title);
    put_member(data, "axis", axis);
    put_member(data, "unit", unit);
    for (unsigned i = 0; ticks && ticks[i]; i++) {
        fputs(i ? "," : ",\"ticks\":[", data);
        put_text(data, ticks[i]);
    }
    fputs(ticks ? "],\"lines\":[" : ",\"lines\":[", data);
}

void data_line(FILE *data, unsigned line, const char *name, const char *colour)
{
    fprintf(data, "%s{\"colour\":\"%s\",\"name\":", line ? "]}," : "", colour);
    put_text(data, name);
    fputs(",\"points\":[", data);
}

void data_point(FILE *data, unsigned point, double x, double y, double half_width)
{
    fputs(point ? ",[" : "[", data);
    put_number(data, x);
    fputc(',', data);
    put_number(data, y);
    fputc(',', data);
    put_number(data, half_width);
    fputc(']', data);
}

void data_draw_lines(FILE *data)
{
    fputs("]}]}", data);
}
