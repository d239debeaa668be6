/*
 * SPDX-License-Identifier: MIT
 * If one tick reaches several parts, each part gets its time.
 */
#include "host/data/run/pace_marks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/base/allocation.h"

void pace_marks_update(struct pace_marks *marks, const struct run *run, double now)
{
    if (marks->run != run)
        *marks = (struct pace_marks){.run = run, .began = now};
    while (run->passes && marks->n < PACE_PARTS &&
           (double)run->passes_done * PACE_PARTS >= (double)run->passes * (marks->n + 1))
        marks->at[marks->n++] = now - marks->began;
}

char *pace_marks_text(const struct pace_marks *marks)
{
    char text[PACE_PARTS * 16];
    size_t length = 0;
    text[0] = 0;
    for (unsigned i = 0; marks->n == PACE_PARTS && i < PACE_PARTS; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%.5g", i ? " " : "",
                                   marks->at[i]);
    return allocate_copy(text);
}

bool pace_marks_read(const char *pace, unsigned done, unsigned passes, double *then, double *whole)
{
    unsigned reached = passes ? (unsigned)((double)done * PACE_PARTS / passes) : 0, n = 0;
    *then = *whole = 0;
    for (char *end; n < PACE_PARTS; pace = end, n++) {
        *whole = strtod(pace, &end);
        if (end == pace || !isfinite(*whole))
            return false;
        if (n < reached)
            *then = *whole;
    }
    return *whole > 0;
}
