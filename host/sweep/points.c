/*
 * SPDX-License-Identifier: MIT
 * Enumerates the combinations. A point's number is split into digits, one per axis, as on an
 * odometer.
 */
#include "host/sweep/points.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"

/* Options that each point sets differently, or that the sweep handles itself. */
static const char *const ours[] = {"sweep",    "print", "jobs",   "output", "logs",  "no-log",
                                   "no-store", "db",    "report", "live",   "label", NULL};

int points_open(struct points *points, const struct sweep *sweep)
{
    *points = (struct points){.n = 1, .digits = 1};
    for (unsigned i = 0; sweep->texts[i]; i++) {
        struct axis *axis = memory_add(&points->axes, &points->n_axes, sizeof *axis);
        if (axis_read(sweep->texts[i], sweep->options, ours, axis))
            return -1;
        for (unsigned j = 0; j < i; j++)
            if (!strcmp(points->axes[j].before, axis->before)) {
                say("--sweep %s: given twice; give all values once, separated by commas",
                    axis->name);
                return -1;
            }
        if (points->n * axis->n > SWEEP_MOST_POINTS) {
            say("--sweep: more than %u points", SWEEP_MOST_POINTS);
            return -1;
        }
        points->n *= axis->n;
    }
    for (unsigned n = points->n; n >= 10; n /= 10)
        points->digits++;
    return 0;
}

void points_close(struct points *points)
{
    for (unsigned i = 0; i < points->n_axes; i++)
        axis_free(&points->axes[i]);
    free(points->axes);
    *points = (struct points){0};
}

const char *points_value(const struct points *points, unsigned point, unsigned axis)
{
    for (unsigned i = points->n_axes - 1; i > axis; i--)
        point /= points->axes[i].n;
    return points->axes[axis].values[point % points->axes[axis].n];
}

char *points_text(const struct points *points, unsigned point)
{
    char *text = memory_text("");
    for (unsigned i = 0; i < points->n_axes; i++) {
        char *longer = memory_print("%s%s%s%s", text, i ? " " : "", points->axes[i].before,
                                    points_value(points, point, i));
        free(text);
        text = longer;
    }
    return text;
}

struct words points_command(const struct points *points, const struct sweep *sweep, unsigned point,
                            const char *log)
{
    struct words words = {0};
    char *output = memory_print("--output=%s", log);
    words_add(&words, "run");
    words_add_options(&words, sweep->options, ours);
    for (int i = 0; i < sweep->n_settings; i++)
        words_add(&words, sweep->settings[i]);
    for (unsigned i = 0; i < points->n_axes; i++) {
        char *word = memory_print("%s%s", points->axes[i].before, points_value(points, point, i));
        words_add(&words, word);
        free(word);
    }
    words_add(&words, "--report=none");
    words_add(&words, "--no-store");
    words_add(&words, output);
    free(output);
    return words;
}

char *points_log(const struct points *points, const char *name, unsigned point)
{
    const char *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
    if (!dot || dot == name || (slash && dot <= slash + 1))
        dot = name + strlen(name);
    return memory_print("%.*s-%0*u%s", (int)(dot - name), name, (int)points->digits, point + 1,
                        dot);
}
