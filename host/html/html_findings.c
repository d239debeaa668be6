/*
 * SPDX-License-Identifier: MIT
 * What the benchmarks inferred, as one table.
 */
#include <math.h>
#include <string.h>

#include "host/run/finding_text.h"
#include "host/html/html_page.h"

static void fact_cell(FILE *page, struct fact fact)
{
    char text[FACT_BYTES];
    if (fact.text)
        html_cell(page, fact.text);
    else
        html_number(page, fact.value, fact_text(fact, FACT_DECIMALS, text));
}

static void row(FILE *page, const struct finding *finding)
{
    struct fact documented;
    bool ablated = strcmp(finding->ablate, "none");
    fputs("<tr>", page);
    html_cell(page, finding->name);
    fact_cell(page, fact_measured(finding));
    if (fact_documented(finding, &documented))
        fact_cell(page, documented);
    else
        html_cell(page, "");
    html_cell(page, finding->bench);
    fputs("<td>", page);
    html_print(page, "%s%s%s", finding->state, ablated ? ", without " : "",
               ablated ? finding->ablate : "");
    fputs("</td></tr>\n", page);
}

void html_findings(FILE *page, const struct run *run, const struct selection *selection)
{
    bool open = false;
    for (unsigned i = 0; i < run->n_findings; i++) {
        const struct finding *finding = &run->findings[i];
        if (!selected_variant(selection, finding->bench, finding->state, finding->ablate))
            continue;
        if (!open)
            fputs(
                "<h2 id=findings>Findings</h2>\n<div class=wide><table class=sorts>\n<thead><tr>"
                "<th scope=col>finding</th><th scope=col>measured</th><th scope=col>documented</th>"
                "<th scope=col>benchmark</th><th scope=col>state</th></tr></thead>\n<tbody>\n",
                page);
        open = true;
        row(page, finding);
    }
    if (open)
        fputs("</tbody></table></div>\n", page);
}
