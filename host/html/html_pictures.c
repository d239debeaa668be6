/*
 * SPDX-License-Identifier: MIT
 * Pictures on the page, as SVG in data URIs, so that the page is whole by itself and nothing in a
 * picture can reach it.
 */
#include <stdlib.h>

#include "host/html/html_page.h"
#include "host/plot/gnuplot.h"
#include "host/plot/picture.h"

static bool draw(FILE *page, const struct picture_kind *kind, struct picture *picture)
{
    size_t length, drawn_length;
    char *script = picture_script(kind, picture, &length);
    free(picture->why_not);
    picture->why_not = NULL;
    char *drawn = script ? gnuplot_draw(script, length, &drawn_length) : NULL;
    free(script);
    if (!drawn)
        return false;
    fputs("<img alt=\"", page);
    html_print(page, "%s: %s (%s)", picture->selection.only, kind->text,
               platform_name(picture->run->platform));
    fputs("\" src=\"data:image/svg+xml;base64,", page);
    html_base64(page, drawn, drawn_length);
    fputs("\">\n", page);
    free(drawn);
    return true;
}

void html_pictures(FILE *page, const struct run *run, const struct selection *selection,
                   const char *bench)
{
    struct picture picture = {.run = run, .selection = *selection, .format = PICTURE_SVG};
    picture.selection.only = bench;
    bool any = draw(page, &picture_sweep, &picture);
    any |= draw(page, &picture_ablation, &picture);
    any |= draw(page, &picture_stack, &picture);
    if (!any)
        draw(page, &picture_bars, &picture);
}
