/*
 * SPDX-License-Identifier: MIT
 * Reads the notes on left-out benchmarks in the image. A file that cannot be a benchmark, such as
 * mine/a-b.c, is selected without its ending, too.
 */
#include "host/machines/check/left_out_check.h"

#include <stdio.h>
#include <string.h>

#include "host/base/message.h"

static void left_out_stem(const char *name, char *stem, size_t size)
{
    const char *dot = strrchr(name, '.');

    snprintf(stem, size, "%.*s", (int)(dot ? dot - name : (long)strlen(name)), name);
}

bool left_out_check_glob(const struct bench_image *image, const char *glob)
{
    struct bench_note note;
    size_t offset = 0;
    char stem[300];

    while (bench_image_note(image, BENCH_LEFT_OUT, &offset, &note)) {
        left_out_stem(note.bench, stem, sizeof stem);
        if (config_glob_may_match(glob, note.bench) || config_glob_may_match(glob, stem))
            return true;
    }
    return false;
}

void left_out_check(const struct config *config, const struct bench_image *image,
                    struct string_set *reported)
{
    struct bench_note note;
    size_t offset = 0;
    char stem[300], line[1500];

    while (bench_image_note(image, BENCH_LEFT_OUT, &offset, &note)) {
        left_out_stem(note.bench, stem, sizeof stem);
        if ((!config_may_want(config, note.bench) && !config_may_want(config, stem)) ||
            (reported && string_set_find(reported, note.bench)))
            continue;
        bench_image_left_out(&note, line, sizeof line);
        message_print("not measured: %s", line);
        if (reported)
            string_set_add(reported, note.bench, strlen(note.bench));
    }
}
