/*
 * SPDX-License-Identifier: MIT
 * Writes the benchmarks' findings as one table.
 */
#include <math.h>
#include <string.h>

#include "host/data/run/finding_text.h"
#include "host/output/html/html_page.h"

#define MOST_OPEN 60 /* findings */

static void fact_cell(FILE *page, struct finding_value fact)
{
    char text[FACT_BYTES];
    if (fact.text)
        html_text_cell(page, fact.text);
    else
        html_text_number(page, fact.value, finding_text_format(fact, FACT_DECIMALS, text));
}

static void html_findings_row(FILE *page, const struct finding *finding)
{
    struct finding_value documented;
    bool ablated = strcmp(finding->ablate, "none");
    fputs("<tr><td>", page);
    html_text(page, finding->name);
    fputs("<div class=where>", page);
    html_text_print(page, "%s%s%s%s%s", finding->bench, strcmp(finding->state, "warm") ? ", " : "",
                    strcmp(finding->state, "warm") ? finding->state : "",
                    ablated ? ", without " : "", ablated ? finding->ablate : "");
    fputs("</div></td>", page);
    struct finding_value measured = finding_text_measured(finding);
    bool alone = !finding_text_documented(finding, &documented);
    if (measured.text && alone) {
        fputs("<td colspan=2 class=words>", page);
        html_text(page, measured.text);
        fputs("</td>", page);
    } else {
        fact_cell(page, measured);
    }
    if (!alone)
        fact_cell(page, documented);
    else if (!measured.text)
        html_text_cell(page, "");
    fputs("</tr>\n", page);
}

void html_findings(FILE *page, const struct run *run, const struct result_selection *selection)
{
    unsigned n = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        if (pass && n)
            fprintf(page,
                    "<details class=bench id=findings%s><summary><h2>Findings</h2> "
                    "<span class=about>%u</span></summary>\n<table class=\"sorts findings\">\n"
                    "<thead><tr><th scope=col>finding</th><th scope=col>measured</th>"
                    "<th scope=col>documented</th></tr></thead>\n<tbody>\n",
                    n > MOST_OPEN ? "" : " open", n);
        for (unsigned i = 0; i < run->n_findings; i++) {
            const struct finding *finding = &run->findings[i];
            if (!selection_matches_variant(selection, finding->bench, finding->state,
                                           finding->ablate))
                continue;
            n += !pass;
            if (pass)
                html_findings_row(page, finding);
        }
    }
    if (n)
        fputs("</tbody></table></details>\n", page);
}
