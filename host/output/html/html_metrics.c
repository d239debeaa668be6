/*
 * SPDX-License-Identifier: MIT
 * Writes derived metrics. Metrics whose events are missing in the run are omitted.
 */
#include <math.h>
#include <stdlib.h>

#include "host/output/html/html_page.h"
#include "host/base/number_text.h"
#include "host/data/metrics/metric_groups.h"

/* Reads the groups only once, so that an error in the file is reported once. */
static const struct metric_groups *all_groups(void)
{
    static struct metric_groups groups;
    if (!groups.n_groups)
        metric_groups_read(&groups);
    return &groups;
}

static const char *html_metrics_estimate(struct formula_estimate estimate, char *text, size_t size)
{
    unsigned decimals = fabs(estimate.value) < 0.1 && estimate.value != 0 ? 4 : 2;
    if (estimate.half_width >= 0.5 * pow(10, -(double)decimals))
        snprintf(text, size, "%s \xC2\xB1 %s", number_text(estimate.value, decimals),
                 number_text(estimate.half_width, decimals));
    else
        snprintf(text, size, "%s", number_text(estimate.value, decimals));
    return text;
}

/* Returns whether the metric has a number. */
static bool html_metrics_row(FILE *page, const struct run *run, const struct result *place,
                             const struct metric_group *group, const struct metric *metric,
                             bool head)
{
    struct formula_estimate estimate;
    const char *missing;
    char text[160];
    if (metric_groups_evaluate(metric, run, place, &estimate, &missing) ||
        !isfinite(estimate.value))
        return false;
    if (head)
        fputs(
            "<div class=wide><table class=sorts>\n<thead><tr><th scope=col>region</th>"
            "<th scope=col>group</th><th scope=col>metric</th>"
            "<th scope=col class=number>value</th><th scope=col>unit</th></tr></thead>\n"
            "<tbody>\n",
            page);
    fputs("<tr>", page);
    html_text_number(page, place->region, run_region_text(place, text, sizeof text));
    fputs("<td title=\"", page);
    html_text(page, group->text);
    fputs("\">", page);
    html_text(page, group->name);
    fputs("</td>", page);
    html_text_cell(page, metric->name);
    html_text_number(page, estimate.value, html_metrics_estimate(estimate, text, sizeof text));
    html_text_cell(page, metric->unit);
    fputs("</tr>\n", page);
    return true;
}

void html_metrics(FILE *page, const struct run *run, const struct result *const *results,
                  unsigned from, unsigned to)
{
    const struct metric_groups *groups = all_groups();
    bool open = false;
    for (unsigned i = from; i < to; i++) {
        if (i > from && results[i]->region == results[i - 1]->region)
            continue;
        for (unsigned g = 0; g < groups->n_groups; g++)
            for (unsigned m = 0; m < groups->groups[g].n_metrics; m++)
                open |= html_metrics_row(page, run, results[i], &groups->groups[g],
                                         &groups->groups[g].metrics[m], !open);
    }
    if (open)
        fputs("</tbody></table></div>\n", page);
}
