/*
 * SPDX-License-Identifier: MIT
 * Writes sampled runs: profiles with listings of the hottest functions, and multiplexed events next
 * to the exact counts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/output/html/html_page.h"
#include "host/analysis/profile/profile_listing.h"
#include "host/base/number_text.h"
#include "host/data/run/channel_times.h"
#include "host/data/run/sampled_run.h"
#include "host/output/show/multiplex_figures.h"

#define MOST_LISTED 3   /* functions with listings */
#define LEAST_SHARE 0.1 /* minimum share of each of them */
#define MOST_ROWS   40

static void share_cell(FILE *page, double share)
{
    char text[32];
    snprintf(text, sizeof text, "%.1f %%", 100 * share);
    html_text_number(page, share, isnan(share) ? "" : text);
}

static void event_cells(FILE *page, const struct profile *profile, const double *deltas)
{
    for (unsigned e = 0; e < profile->n_events; e++)
        share_cell(page, profile->totals[e] > 0 ? deltas[e] / profile->totals[e] : NAN);
}

static void html_sampled_event_headers(FILE *page, const struct profile *profile, const char *after)
{
    for (unsigned e = 0; e < profile->n_events; e++) {
        fputs("<th scope=col class=number>", page);
        html_text(page, profile->events[e]);
        fputs("</th>", page);
    }
    fprintf(page, "%s</tr></thead>\n<tbody>\n", after);
}

static void html_sampled_function_row(FILE *page, const struct profile *profile,
                                      const struct profile_row *row)
{
    char name[PROFILE_NAME], interval[64];
    struct profile_share share = profiles_row_share(profile, row);
    fputs("<tr>", page);
    share_cell(page, share.share);
    snprintf(interval, sizeof interval, "[%.1f, %.1f]", 100 * share.low, 100 * share.high);
    html_text_number(page, share.low, interval);
    html_text_cell(page, profiles_function_name(row, name));
    html_text_cell(page, profiles_line_name(row, true, name));
    event_cells(page, profile, row->gains);
    fputs("</tr>\n", page);
}

static void html_sampled_listing_row(FILE *page, const struct profile *profile,
                                     const struct profile_listing_row *row)
{
    const char *style = row->kind == LISTING_INSTRUCTION ? "instruction" : "source";
    fprintf(page, "<tr class=%s>", style);
    if (row->kind == LISTING_FILE) {
        fprintf(page, "<td colspan=%u>", 3 + profile->n_events);
        html_text(page, row->text);
        fputs("</td></tr>\n", page);
        return;
    }
    share_cell(page, row->n > 0 ? row->n / profile->samples : NAN);
    for (unsigned e = 0; e < profile->n_events; e++)
        share_cell(page, profile->totals[e] > 0 && row->gains[e] > 0
                             ? row->gains[e] / profile->totals[e]
                             : NAN);
    fputs("<td>", page);
    if (row->kind == LISTING_LINE)
        html_text_print(page, "%d", row->line);
    else
        html_text_print(page, "%08x", row->address);
    fputs("</td><td class=code>", page);
    html_text(page, row->text);
    fputs("</td>", page);
    fputs("</tr>\n", page);
}

static void html_sampled_listing(FILE *page, const struct profile *profile, const char *function)
{
    struct profile_listing listing;
    if (!profile_listing_make(&listing, profile, function))
        return;
    fputs("<details><summary><h3>", page);
    html_text(page, function);
    fputs(
        "</h3> <span class=about>lines and instructions</span></summary>\n"
        "<div class=wide><table class=listing>\n<thead><tr><th scope=col class=number>share</th>",
        page);
    html_sampled_event_headers(page, profile, "<th scope=col>line</th><th scope=col>code</th>");
    for (unsigned i = 0; i < listing.n; i++)
        html_sampled_listing_row(page, profile, &listing.rows[i]);
    fputs("</tbody></table></div></details>\n", page);
    profile_listing_free(&listing);
}

static void html_sampled_heading(FILE *page, const struct profile *profile)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    profile_table_heading(profile, to);
    fclose(to);
    fputs("<p class=\"about lines\">", page);
    html_text(page, text);
    fputs("</p>\n", page);
    free(text);
}

static void html_sampled_profile(FILE *page, const struct profile *profile)
{
    unsigned n;
    struct profile_row *rows = profiles_group_rows(profile, BY_FUNCTION, &n);
    fputs("<details class=bench open><summary><h2>", page);
    html_text_print(page, "Profile of %s, %s", profile->first->bench, profile->first->state);
    fputs("</h2></summary>\n", page);
    html_sampled_heading(page, profile);
    fputs(
        "<div class=wide><table class=sorts>\n<thead><tr><th scope=col class=number>share</th>"
        "<th scope=col class=number>95 %</th><th scope=col>function</th>"
        "<th scope=col>hottest line</th>",
        page);
    html_sampled_event_headers(page, profile, "");
    for (unsigned i = 0; i < n && i < MOST_ROWS; i++)
        html_sampled_function_row(page, profile, &rows[i]);
    fputs("</tbody></table></div>\n", page);
    if (n > MOST_ROWS)
        html_text_print(page, "and %u more functions\n", n - MOST_ROWS);
    for (unsigned i = 0; i < n && i < MOST_LISTED; i++)
        if (rows[i].known && rows[i].spot.function && rows[i].n >= LEAST_SHARE * profile->samples)
            html_sampled_listing(page, profile, rows[i].spot.function);
    fputs("</details>\n", page);
    free(rows);
}

static unsigned html_sampled_profiles(FILE *page, const struct run *run,
                                      const struct result_selection *selection, const char *kernel)
{
    struct profiles profiles;
    struct debug_image *image = NULL;
    unsigned profiled = 0, shown = 0;
    for (unsigned i = 0; i < run->n_samplings; i++)
        profiled += !strcmp(run->samplings[i].experiment, "profile");
    if (!profiled)
        return 0;
    image = profile_image_find(run, kernel);
    profiles_find(&profiles, run, selection, image, false);
    for (unsigned i = 0; i < profiles.n; i++)
        if (profiles.all[i].samples > 0) {
            html_sampled_profile(page, &profiles.all[i]);
            shown++;
        }
    profiles_free(&profiles);
    if (image)
        debug_image_close(image);
    return shown;
}

/* ---- multiplexed events ------------------------------------------------------------------------
 */

static void html_sampled_multiplex_row(FILE *page, const struct run *run,
                                       const struct multiplex *multiplex)
{
    struct multiplex_figures figures;
    char text[64];
    multiplex_figures_of_run(run, multiplex, &figures);
    fputs("<tr>", page);
    html_text_cell(page, run->samplings[multiplex->sampling].bench);
    html_text_cell(page, multiplex->event);
    html_text_number(page, figures.estimate,
                     isnan(figures.estimate) ? "not received" : number_text(figures.estimate, 0));
    share_cell(page, figures.estimate > 0 ? figures.half_width / figures.estimate : NAN);
    html_text_number(page, figures.exact,
                     figures.exact_missing  ? "not received"
                     : isnan(figures.exact) ? "not counted"
                                            : number_text(figures.exact, 0));
    share_cell(page, figures.off);
    snprintf(text, sizeof text, "%.2f", figures.distance);
    html_text_number(page, figures.distance,
                     figures.rare              ? "N/A"
                     : isnan(figures.distance) ? ""
                                               : text);
    fputs("</tr>\n", page);
}

static unsigned html_sampled_multiplexes(FILE *page, const struct run *run,
                                         const struct result_selection *selection)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_multiplexes; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        if (multiplex->sampling >= run->n_samplings ||
            !selection_matches_sampled(selection, &run->samplings[multiplex->sampling],
                                       multiplex->event))
            continue;
        if (!n++)
            fputs(
                "<details class=bench open><summary><h2>Multiplexed events</h2></summary>\n"
                "<p class=about>Estimates with their interval over rounds, next to the exact "
                "counts of the same rounds; KL is the Kullback-Leibler distance of the two "
                "distributions over rounds.</p>\n"
                "<div class=wide><table class=sorts>\n"
                "<thead><tr><th scope=col>benchmark</th><th scope=col>event</th><th scope=col "
                "class=number>estimate</th><th scope=col class=number>\xC2\xB1</th><th scope=col "
                "class=number>exact</th><th scope=col class=number>error</th><th scope=col "
                "class=number>KL</th></tr></thead>\n"
                "<tbody>\n",
                page);
        html_sampled_multiplex_row(page, run, multiplex);
    }
    if (n)
        fputs("</tbody></table></div></details>\n", page);
    return n;
}

/* ---- times between stamps ---------------------------------------------------------------------
 */

static void html_sampled_pair_row(FILE *page, const struct sampling *pass,
                                  const struct channel_pair *pair)
{
    char label[CHANNEL_LABEL];
    fputs("<tr>", page);
    html_text_cell(page, pass->bench);
    html_text_cell(page, channel_times_label(pair->from, label));
    html_text_cell(page, channel_times_label(pair->to, label));
    html_text_number(page, pair->n, number_text(pair->n, 0));
    html_text_number(page, pair->least, number_text(pair->least, 0));
    html_text_number(page, pair->mean, number_text(pair->mean, 1));
    html_text_number(page, pair->most, number_text(pair->most, 0));
    html_text_number(page, pair->sd, number_text(pair->sd, 1));
    fputs("</tr>\n", page);
}

static unsigned html_sampled_channels(FILE *page, const struct run *run,
                                      const struct result_selection *selection)
{
    unsigned shown = 0;
    for (unsigned i = 0; i < run->n_samplings; i++) {
        unsigned n = 0;
        struct channel_pair *pairs = NULL;
        if (!strcmp(run->samplings[i].experiment, "channels") &&
            selection_matches_sampled(selection, &run->samplings[i], NULL))
            pairs = channel_times_pairs(run, i, &n);
        for (unsigned p = 0; p < n; p++) {
            if (!shown++)
                fputs(
                    "<details class=bench open><summary><h2>Times between stamps</h2></summary>\n"
                    "<p class=about>Clocks from a stamp to the next, without the cost of the "
                    "stamps; spread is their standard deviation.</p>\n"
                    "<div class=wide><table class=sorts>\n"
                    "<thead><tr><th scope=col>benchmark</th><th scope=col>from</th><th "
                    "scope=col>to</th><th scope=col class=number>times</th><th scope=col "
                    "class=number>min</th><th scope=col class=number>mean</th><th scope=col "
                    "class=number>max</th><th scope=col class=number>spread</th></tr></thead>\n"
                    "<tbody>\n",
                    page);
            html_sampled_pair_row(page, &run->samplings[i], &pairs[p]);
        }
        free(pairs);
    }
    if (shown)
        fputs("</tbody></table></div></details>\n", page);
    return shown;
}

unsigned html_sampled(FILE *page, const struct run *run, const struct result_selection *selection,
                      const char *kernel)
{
    return html_sampled_profiles(page, run, selection, kernel) + html_rates(page, run, selection) +
           html_sampled_multiplexes(page, run, selection) +
           html_sampled_channels(page, run, selection);
}
