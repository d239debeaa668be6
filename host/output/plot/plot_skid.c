/*
 * SPDX-License-Identifier: MIT
 * Picture of skid: how far after their cause samples landed, as a histogram for each sampling
 * source of the run, all on the same axis.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/output/plot/plot_script.h"
#include "host/analysis/profile/skid.h"
#include "host/base/number_text.h"
#include "host/data/run/sampled_run.h"

#define MOST_PANELS 8
#define PANEL       160 /* pixels */
#define HEAD        92  /* what script_begin() leaves above the drawing */
#define FOOT        89  /* and below it with a line of legend */
#define BETWEEN     44  /* from a panel to the one above: its title */

struct skids {
    struct picture *picture;
    struct {
        const struct profile *profile;
        struct skid skid;
    } panels[MOST_PANELS];
    unsigned n, length; /* length: of the longest loop */
};

static int plot_skid_find_panels(struct skids *skids, const struct profiles *profiles)
{
    struct skid skid;
    for (unsigned i = 0; i < profiles->n; i++) {
        if (!skid_of(&profiles->all[i], &skid))
            continue;
        if (skids->n == MOST_PANELS)
            return picture_refuse(
                skids->picture,
                "too many sources to plot (at most %u); select some with --bench, --state",
                MOST_PANELS);
        skids->panels[skids->n].profile = &profiles->all[i];
        skids->panels[skids->n++].skid = skid;
        skids->length = skid.length > skids->length ? skid.length : skids->length;
    }
    if (skids->n)
        return 0;
    return picture_refuse(skids->picture,
                          "no selected sample is in a loop named " SKID_LOOP
                          "; benchmark sampled/skid with experiment=profile has one");
}

static void plot_skid_title(FILE *script, const struct skids *skids, unsigned p)
{
    const struct skid *skid = &skids->panels[p].skid;
    char source[200], title[400];
    snprintf(title, sizeof title, "%s:  median %u,  %.1f %% at 0,  %.1f %% at 1,  of %s samples",
             sampled_run_text(skids->panels[p].profile->first, source, sizeof source), skid->median,
             100 * skid_share(skid, 0), 100 * skid_share(skid, 1), number_text(skid->samples, 0));
    fputs("set label 1000 ", script);
    script_text(script, title);
    fprintf(script, " at screen 0.014, graph 1.13 left front noenhanced font ',%d'\n",
            skids->picture->format == PICTURE_PNG ? 10 : 13);
}

static void plot_skid_panel(FILE *script, const struct skids *skids, unsigned p)
{
    const struct skid *skid = &skids->panels[p].skid;
    double top = 0;
    fprintf(script, "$p%u << END\n", p);
    for (unsigned d = 0; d < skid->length; d++) {
        fprintf(script, "%u\t%.6g\n", d, 100 * skid_share(skid, d));
        top = fmax(top, 100 * skid_share(skid, d));
    }
    fprintf(script, "END\nset yrange [0:%.6g]\nset ytics %.6g\n", top * 1.08,
            top > 60   ? 50
            : top > 12 ? 10
            : top > 3  ? 2
                       : 0.5);
    plot_skid_title(script, skids, p);
    fprintf(script,
            "set arrow 1 from %u, graph 0 to %u, graph 1 nohead front lw 1 dt 2 lc rgb "
            "'#000000'\n",
            skid->median, skid->median);
    fprintf(script, "plot $p%u using 1:2 with boxes fs solid 1 noborder fc rgb '%s' notitle\n", p,
            script_colour(p));
}

static void plot_skid_panels(FILE *script, const struct skids *skids)
{
    double height = HEAD + skids->n * PANEL + FOOT;
    fprintf(script,
            "set multiplot\nunset key\nset grid x y\nset boxwidth 0.84\nset lmargin at screen "
            "0.08\nset xrange [-1.5:%u.5]\nset xtics 0,10\nset format y '%%g %%%%'\n",
            skids->length);
    for (unsigned p = 0; p < skids->n; p++) {
        double top = 1 - (HEAD + p * (double)PANEL) / height, bottom = top - PANEL / height;
        fprintf(script, "set tmargin at screen %.4f\nset bmargin at screen %.4f\n",
                top - BETWEEN / height, bottom);
        if (p + 1 == skids->n)
            fputs(
                "set format x '%g'\n"
                "set xlabel 'instructions from the one that causes the event (0) to the one "
                "sampled'\n",
                script);
        else
            fputs("set format x ''\n", script);
        plot_skid_panel(script, skids, p);
        if (!p) /* the heading is drawn only once */
            fputs("unset label\n", script);
    }
    fputs("unset multiplot\n", script);
}

static void plot_skid_script(FILE *script, const struct skids *skids)
{
    char title[300];
    const struct sampling *first = skids->panels[0].profile->first;
    snprintf(title, sizeof title, "%s (%s): distance of samples from their cause", first->bench,
             first->state);
    script_begin(script, skids->picture, skids->n * PANEL, 1, 1, title,
                 "shares of the samples in the loop; broken line: median; samples by a timer have "
                 "no cause and follow the time spent");
    plot_skid_panels(script, skids);
}

static int plot_skid_write(struct picture *picture, FILE *script)
{
    struct skids *skids;
    struct profiles profiles;
    struct debug_image *image = NULL;
    int failed;
    if (picture->format == PICTURE_DATA)
        return picture_refuse(picture, "HTML pages do not have this plot");
    image = profile_image_find(picture->run, picture->kernel);
    if (!image)
        return picture_refuse(picture, "the kernel image is required to find the sampled loop");
    profiles_find(&profiles, picture->run, &picture->selection, image, true);
    skids = calloc(1, sizeof *skids);
    if (skids)
        skids->picture = picture;
    failed =
        skids ? plot_skid_find_panels(skids, &profiles) : picture_refuse(picture, "out of memory");
    if (!failed)
        plot_skid_script(script, skids);
    free(skids);
    profiles_free(&profiles);
    debug_image_close(image);
    return failed;
}

const struct picture_kind picture_skid = {
    "skid", "distance of samples from their cause, one panel per source", 1, plot_skid_write};
