/*
 * SPDX-License-Identifier: MIT
 * Boxes: what one machine's processor, bus, second cache and memory are like, as a file of
 * parameters. README.md here says what stands in one.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

enum { BOX_ERROR_BYTES = 512, BOX_BYTES_MAX = 16384, BOX_SETTINGS_MAX = 200 };

/* One file, or several of which the later ones win. It begins as all zeros, and is not moved: the
 * texts it points to are its own. */
struct box {
    const char *last;                       /* the file taken last, as it was named */
    const char *cpu, *mhz, *memory;         /* as -cpu, -mhz and -m take them; NULL: not said */
    const char *settings[BOX_SETTINGS_MAX]; /* name=value each, as -set takes them, in order */
    unsigned setting_count;
    size_t used;
    char text[BOX_BYTES_MAX];
};

/* Both: 0, or -1 with a sentence in `error` that names the line and what would do. */

/* Adds a box of ours by its name, or a file. */
int box_take(struct box *box, const char *name, char error[BOX_ERROR_BYTES]);

/* Adds what text[size] says; `name` is for messages. */
int box_take_text(struct box *box, const char *name, const char *text, size_t size,
                  char error[BOX_ERROR_BYTES]);

/* Our own boxes: name, and what its file says first. */
void boxes_list(FILE *to);
