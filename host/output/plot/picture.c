/*
 * SPDX-License-Identifier: MIT
 * Produces the script of a picture, or an error message.
 */
#include "host/output/plot/picture.h"

#include <stdarg.h>
#include <stdlib.h>

#include "host/base/allocation.h"

int picture_refuse(struct picture *picture, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *why = NULL;
    if (vasprintf(&why, format, arguments) < 0)
        why = allocate_copy("out of memory");
    va_end(arguments);
    free(picture->why_not);
    picture->why_not = why;
    return -1;
}

int picture_rows_fit(struct picture *picture, unsigned rows)
{
    if (rows <= PICTURE_MOST_ROWS)
        return 0;
    return picture_refuse(picture,
                          "too many rows to plot: %u (at most %u); select some with --bench, "
                          "--region, --state, --ring",
                          rows, PICTURE_MOST_ROWS);
}

char *picture_render(const struct picture_kind *kind, struct picture *picture, size_t *length)
{
    char *text = NULL;
    FILE *script = open_memstream(&text, length);
    int failed = script ? kind->write(picture, script) : picture_refuse(picture, "out of memory");
    if (script && fclose(script))
        failed = picture_refuse(picture, "out of memory");
    if (!failed)
        return text;
    free(text);
    return NULL;
}
