/*
 * SPDX-License-Identifier: MIT
 * Enumerates the combinations. A point's number is split into digits, one per axis, as on an
 * odometer.
 */
#include "host/machines/sweep/sweep_points.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

/* Options that each point sets differently, or that the sweep handles itself. */
static const char *const excluded[] = {"sweep",    "print", "jobs",   "output", "logs", "no-log",
                                       "no-store", "db",    "report", "live",   NULL};

int sweep_points_open(struct points *points, const struct sweep_request *sweep)
{
    *points = (struct points){.n = 1, .digits = 1};
    for (unsigned i = 0; sweep->texts[i]; i++) {
        struct axis *axis = allocate_element(&points->axes, &points->n_axes, sizeof *axis);
        if (sweep_axis_read(sweep->texts[i], sweep->options, excluded, axis))
            return -1;
        for (unsigned j = 0; j < i; j++)
            if (!strcmp(points->axes[j].before, axis->before)) {
                message_print("--sweep %s: given twice; give all values once, separated by commas",
                              axis->name);
                return -1;
            }
        if (points->n * axis->n > SWEEP_MOST_POINTS) {
            message_print("--sweep: more than %u points", SWEEP_MOST_POINTS);
            return -1;
        }
        points->n *= axis->n;
    }
    for (unsigned n = points->n; n >= 10; n /= 10)
        points->digits++;
    return 0;
}

void sweep_points_close(struct points *points)
{
    for (unsigned i = 0; i < points->n_axes; i++)
        sweep_axis_free(&points->axes[i]);
    free(points->axes);
    *points = (struct points){0};
}

const char *sweep_points_value(const struct points *points, unsigned point, unsigned axis)
{
    for (unsigned i = points->n_axes - 1; i > axis; i--)
        point /= points->axes[i].n;
    return points->axes[axis].values[point % points->axes[axis].n];
}

char *sweep_points_text(const struct points *points, unsigned point)
{
    char *text = allocate_copy("");
    for (unsigned i = 0; i < points->n_axes; i++) {
        char *longer = allocate_text("%s%s%s%s", text, i ? " " : "", points->axes[i].before,
                                     sweep_points_value(points, point, i));
        free(text);
        text = longer;
    }
    return text;
}

struct shell_line sweep_points_command(const struct points *points,
                                       const struct sweep_request *sweep, unsigned point,
                                       const char *log)
{
    struct shell_line words = {0};
    char *output = allocate_text("--output=%s", log);
    shell_line_add(&words, "run");
    shell_line_add(&words, output);
    shell_line_add_options(&words, sweep->options, excluded);
    for (int i = 0; i < sweep->n_settings; i++)
        shell_line_add(&words, sweep->settings[i]);
    for (unsigned i = 0; i < points->n_axes; i++) {
        char *word =
            allocate_text("%s%s", points->axes[i].before, sweep_points_value(points, point, i));
        shell_line_add(&words, word);
        free(word);
    }
    shell_line_add(&words, "--report=none");
    shell_line_add(&words, "--no-store");
    free(output);
    return words;
}

char *sweep_points_log(const struct points *points, const char *name, unsigned point)
{
    const char *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
    if (!dot || dot == name || (slash && dot <= slash + 1))
        dot = name + strlen(name);
    return allocate_text("%.*s-%0*u%s", (int)(dot - name), name, (int)points->digits, point + 1,
                         dot);
}
