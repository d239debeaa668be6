/*
 * SPDX-License-Identifier: MIT
 * The state of a bar picture while its bars are written.
 */
#pragma once

#include <stdbool.h>

#include "host/output/plot/picture.h"

/* Includes the totals that drawing needs. */
struct bars {
    const char *names[PICTURE_MOST_SERIES + 1], *colours[PICTURE_MOST_SERIES + 1];
    unsigned n;
    bool data;          /* PICTURE_DATA */
    unsigned written;   /* bars or marks in this series */
    bool intervals;     /* drawn at each bar's end */
    const char *mark;   /* name of the marks that script_mark() draws; NULL: none */
    double least, most; /* range of all bars with intervals; updated by script_bar() */
    unsigned text;      /* longest text next to a bar; updated by script_bar() */
};
