/*
 * SPDX-License-Identifier: MIT
 * Draws the live view. From the top: machine, bar, error counts, last results, chart, last message,
 * keys. Items without room are not drawn, so that any terminal size works.
 */
#include "host/machines/live/live_screen.h"

#include <curses.h>
#include <langinfo.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/data/run/event_lookup.h"
#include "host/machines/live/terminal.h"
#include "host/data/run/sampled_run.h"
#include "host/output/show/show_views.h"

enum { ROW_MACHINE = 0, ROW_CPU, ROW_BAR, ROW_COUNTS, ROW_BODY = 5, ROWS_BELOW = 2 };

#define WIDEST_BAR  42
#define AXIS        14 /* columns for the chart's scale */
#define EIGHTHS     8  /* levels of a cell if block characters are available */
#define CHART_MOST  16
#define CHART_LEAST 3

__attribute__((format(printf, 3, 4))) static void live_screen_print(int row, int column,
                                                                    const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (row >= 0 && row < LINES && column < COLS)
        mvaddnstr(row, column, text, COLS - column);
}

static void live_screen_print_attributed(int row, attr_t attributes, const char *text)
{
    attron(attributes);
    live_screen_print(row, 0, "%s", text);
    attroff(attributes);
}

struct run live_screen_moment_run(const struct moment *moment)
{
    struct run run = *moment->pace.run;
    run.n_results = moment->n_results;
    run.n_samplings = moment->n_samplings;
    run.n_series = moment->n_series;
    return run;
}

static void live_screen_draw_machine(const struct moment *moment)
{
    const struct run *run = moment->pace.run;
    char text[300], which[40] = "";
    if (moment->n_targets > 1)
        snprintf(which, sizeof which, " (%u of %u)", moment->index + 1, moment->n_targets);
    snprintf(text, sizeof text, "Bareprobe%s%s  in %s%s  (%s)", run ? " " : "",
             run ? run->build : "", moment->target, which,
             run ? run_platform_sentence(run->platform) : "no data yet");
    live_screen_print_attributed(ROW_MACHINE, A_BOLD, text);
    if (run && *run->name)
        live_screen_print(ROW_CPU, 0, "%s %s, %g MHz", run->vendor, run->name, run->mhz);
    else if (!run && moment->noise)
        live_screen_print(ROW_CPU, 0, "waiting for a run; %llu bytes received that are not records",
                          moment->noise);
    else if (!run)
        live_screen_print(ROW_CPU, 0, "waiting for a run");
}

static void live_screen_draw_bar(const struct moment *moment)
{
    const struct run *run = moment->pace.run;
    char left[40];
    if (!run->passes || !moment->n_benches)
        return;
    unsigned done = time_left_passes_done(&moment->pace);
    unsigned cells = COLS > WIDEST_BAR + 50 ? WIDEST_BAR : (unsigned)COLS / 4;
    unsigned full = (unsigned)((unsigned long long)cells * done / run->passes);
    live_screen_print(ROW_BAR, 0, "[");
    for (unsigned i = 0; i < cells; i++)
        live_screen_print(ROW_BAR, 1 + (int)i, "%c", i < full ? '#' : '-');
    const char *rest = run->done ? "done" : time_left_text(&moment->pace, moment->now, left, 40);
    live_screen_print(ROW_BAR, 1 + (int)cells, "] %3u %%   %s   pass %u/%u   %s",
                      (unsigned)(100ull * done / run->passes),
                      run->benches[moment->n_benches - 1].name, moment->pace.of_bench,
                      time_left_bench_passes(&moment->pace), rest);
}

static void live_screen_draw_counts(const struct moment *moment)
{
    const struct run *run = moment->pace.run;
    unsigned lost = moment->troubles[WIRE_LOST], late = moment->troubles[WIRE_LATE];
    unsigned numbers = 0;
    for (unsigned i = 0; run && i < moment->n_results; i++)
        numbers += result_ok(&run->results[i]);
    live_screen_print(
        ROW_COUNTS, 0,
        "%u results, %u without numbers, %u faults or errors   lines: %u damaged, %u lost", numbers,
        moment->n_results - numbers, moment->n_faults, moment->troubles[WIRE_DAMAGED],
        lost > late ? lost - late : 0);
    if (moment->rejected)
        printw(", %llu rejected", moment->rejected);
}

/* In a narrow terminal: the last component of the benchmark's name, the event, the number. */
static void live_screen_draw_narrow(int row, const struct result *result)
{
    const char *last = strrchr(result->bench, '/');
    int wide = COLS > 44 ? (COLS - 44) * 2 / 5 : 0, event = COLS - wide - 27;
    live_screen_print(row, 2, "%.*s", wide, last ? last + 1 : result->bench);
    live_screen_print(row, wide + 3, "%-.*s", event > 0 ? event : 0, result->event);
    live_screen_print(row, COLS - 21, "%20s",
                      result_ok(result)
                          ? show_results_mean_text(result->values.mean, result->values.ci)
                          : result->status);
}

static void live_screen_draw_result(int row, const struct result *result)
{
    if (COLS < 80) {
        live_screen_draw_narrow(row, result);
        return;
    }
    char place[160], region[100];
    int wide = COLS >= 100 ? COLS - 72 : COLS - 60;
    snprintf(place, sizeof place, "%s %s", result->bench,
             run_region_text(result, region, sizeof region));
    live_screen_print(row, 2, "%.*s", wide > 0 ? wide : 0, place);
    if (wide <= 0)
        return;
    live_screen_print(row, 4 + wide, "%-24.24s", result->event);
    if (result_ok(result))
        live_screen_print(row, 29 + wide, "%20s %s",
                          show_results_mean_text(result->values.mean, result->values.ci),
                          event_lookup_unit(result->event));
    else
        live_screen_print(row, 29 + wide, "%20s", result->status);
    if (COLS >= 100)
        live_screen_print(row, 58 + wide, "%s, %s", result->state, result->ring);
}

static void live_screen_draw_pass(int row, const struct sampling *pass)
{
    char text[200];
    live_screen_print(
        row, 2, "%s  %s, %s, pass %u  %s samples, %.1f %% of the time for sampling; %s",
        pass->bench, pass->state, pass->experiment, pass->pass, number_text(pass->samples, 0),
        pass->clocks > 0 ? 100 * pass->hidden / pass->clocks : 0,
        sampled_run_text(pass, text, sizeof text));
    if (pass->lost)
        printw(", %u lost (buffer full)", pass->lost);
}

static void live_screen_draw_passes(const struct moment *moment, int row, int rows)
{
    live_screen_print_attributed(row, A_UNDERLINE, "last passes");
    for (int i = 1; i < rows && (unsigned)i <= moment->n_samplings; i++)
        live_screen_draw_pass(row + i,
                              &moment->pace.run->samplings[moment->n_samplings - (unsigned)i]);
}

static void live_screen_draw_results(const struct moment *moment, int row, int rows)
{
    live_screen_print_attributed(row, A_UNDERLINE, "last results");
    for (int i = 1; i < rows && (unsigned)i <= moment->n_results; i++)
        live_screen_draw_result(row + i,
                                &moment->pace.run->results[moment->n_results - (unsigned)i]);
}

/* Draws a column of the chart: `level` eighths high, or whole cells without block characters. */
static void live_screen_draw_point(int bottom, int column, unsigned level, bool blocks)
{
    static const char *const part[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int row = bottom;
    if (!level)
        return; /* the point did not arrive */
    for (; level > EIGHTHS; level -= EIGHTHS)
        mvaddstr(row--, column, blocks ? part[EIGHTHS - 1] : "#");
    mvaddstr(row, column, blocks ? part[level - 1] : "#");
}

static const char *live_screen_no_numbers(const struct run *run, const char *event)
{
    const char *experiment =
        run->n_samplings ? run->samplings[run->n_samplings - 1].experiment : "";
    return event                            ? event
           : !strcmp(experiment, "profile") ? "no numbers: 'bareprobe profile' shows the samples"
           : !strcmp(experiment, "channels")
               ? "no numbers: 'bareprobe show --channels' shows the times between stamps"
               : "no numbers yet";
}

#define CHART_TITLE 300

static const char *live_screen_chart_title(const struct chart_series *series, const struct run *run,
                                           const char *chosen, char title[CHART_TITLE])
{
    char region[100];
    const char *event = series->event;
    const struct sampling *pass = series->part ? &run->samplings[series->part->sampling] : NULL;
    if (!event)
        return live_screen_no_numbers(run, chosen);
    if (pass)
        snprintf(title, CHART_TITLE, "%s%s in %s: repetition %u of %u, %u %s", event,
                 series->for_clocks ? " per 1,000 clocks" : "", pass->bench, series->part->rep + 1,
                 pass->repetitions, series->ticks,
                 strcmp(pass->experiment, "rates") ? "rounds" : "ticks");
    else if (series->of_samples)
        snprintf(title, CHART_TITLE, "%s (%s) in %s %s: repetitions %u to %u", event,
                 event_lookup_unit(event), series->last->bench,
                 run_region_text(series->last, region, sizeof region), series->first,
                 series->first + series->n - 1);
    else
        snprintf(title, CHART_TITLE,
                 "%s (%s): results %u to %u; output_all_results=yes sends every repetition", event,
                 event_lookup_unit(event), series->first, series->first + series->n - 1);
    return title;
}

static void live_screen_draw_chart(const struct screen *screen, int row, int rows)
{
    const struct moment *moment = &screen->moment;
    static struct chart_series series;
    char title[CHART_TITLE];
    int wide = COLS - AXIS;
    if (rows < 1 + CHART_LEAST || wide < 1)
        return;
    const struct run seen = live_screen_moment_run(moment);
    chart_series_read(&series, &seen, screen->event, (unsigned)wide);
    live_screen_print_attributed(row, A_UNDERLINE,
                                 live_screen_chart_title(&series, &seen, screen->event, title));
    if (!series.n || isnan(series.most))
        return;
    bool blocks = !strcmp(nl_langinfo(CODESET), "UTF-8");
    unsigned levels = (unsigned)(rows - 1) * EIGHTHS;
    unsigned decimals = series.for_clocks && series.most < 100 ? 2 : 1;
    if (series.most > series.least)
        live_screen_print(row + 1, 0, "%*s", AXIS - 2, number_text(series.most, decimals));
    bool at_foot = series.most > series.least || series.most == 0;
    live_screen_print(at_foot ? row + rows - 1 : row + rows - rows / 2, 0, "%*s", AXIS - 2,
                      number_text(series.least, decimals));
    for (int i = 1; i < rows; i++)
        live_screen_print(row + i, AXIS - 1, "|");
    for (unsigned i = 0; i < series.n; i++)
        live_screen_draw_point(row + rows - 1, AXIS + (int)i,
                               chart_series_level(&series, i, levels), blocks);
}

/*
 * Draws the page of the event list with the selected event, in columns as wide as the longest name.
 */
static void live_screen_draw_choice(const struct choice *choice, int row, int rows)
{
    int each = 0, per_column = rows - 1;
    live_screen_print_attributed(row, A_UNDERLINE,
                                 "select the event of the chart: arrow keys, Enter; Esc cancels");
    for (unsigned i = 0; i < choice->n; i++)
        if ((int)strlen(choice->events[i]) + 3 > each)
            each = (int)strlen(choice->events[i]) + 3;
    if (each < 24)
        each = 24;
    int columns = COLS / each > 0 ? COLS / each : 1;
    if (per_column < 1)
        return;
    int page = (int)choice->at / (columns * per_column) * columns * per_column;
    for (int i = page; i <= (int)choice->n && i < page + columns * per_column; i++) {
        if (i == (int)choice->at)
            attron(A_REVERSE);
        live_screen_print(row + 1 + (i - page) % per_column, (i - page) / per_column * each, " %s ",
                          i ? choice->events[i - 1] : "event of the latest result");
        attroff(A_REVERSE);
    }
}

static void live_screen_draw_body(const struct screen *screen)
{
    int rows = LINES - ROW_BODY - ROWS_BELOW;
    int of_chart = rows / 2 < CHART_MOST ? rows / 2 : CHART_MOST;
    if (of_chart < 1 + CHART_LEAST + 1)
        of_chart = 0; /* results are more useful than a chart of two lines */
    if (rows < 1)
        return;
    if (screen->choice.open) {
        live_screen_draw_choice(&screen->choice, ROW_BODY, rows);
    } else if (screen->moment.n_results || screen->moment.n_samplings) {
        int of_list = rows - of_chart - (of_chart > 0);
        if (screen->moment.n_results)
            live_screen_draw_results(&screen->moment, ROW_BODY, of_list);
        else
            live_screen_draw_passes(&screen->moment, ROW_BODY, of_list);
        live_screen_draw_chart(screen, ROW_BODY + rows - of_chart, of_chart);
    }
}

void live_screen_draw(const struct screen *screen)
{
    const struct moment *moment = &screen->moment;
    erase();
    live_screen_draw_machine(moment);
    if (moment->pace.run)
        live_screen_draw_bar(moment);
    live_screen_draw_counts(moment);
    live_screen_draw_body(screen);
    live_screen_print(LINES - 2, 0, "%s", terminal_last_message());
    live_screen_print_attributed(
        LINES - 1, A_REVERSE,
        screen->paused ? " q quit   e event   p resume the display; the run continues "
                       : " q quit   e event   p pause the display ");
    if (moment->n_targets > 1)
        addstr("  Tab: next port");
    refresh();
}
