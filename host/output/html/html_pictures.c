/*
 * SPDX-License-Identifier: MIT
 * Writes the data of the pictures. The page is self-contained, and a picture is drawn only when it
 * is viewed.
 */
#include <stdlib.h>
#include <string.h>

#include "host/output/html/html_page.h"
#include "host/output/plot/picture.h"

static bool html_pictures_write(FILE *page, const struct picture_kind *kind,
                                struct picture *picture)
{
    size_t length;
    char *data = picture_render(kind, picture, &length);
    free(picture->why_not);
    free(picture->note);
    picture->why_not = picture->note = NULL;
    if (!data)
        return false;
    fputs("<figure><script type=\"application/json\">", page);
    fwrite(data, 1, length, page);
    fputs("</script></figure>\n", page);
    free(data);
    return true;
}

void html_pictures(FILE *page, const struct run *run, const struct result_selection *selection,
                   const char *bench)
{
    struct picture picture = {.run = run, .selection = *selection, .format = PICTURE_DATA};
    picture.selection.only = bench;
    bool any = html_pictures_write(page, &picture_sweep, &picture);
    any |= html_pictures_write(page, &picture_ablation, &picture);
    any |= html_pictures_write(page, &picture_stack, &picture);
    if (!any)
        html_pictures_write(page, &picture_bars, &picture);
}
