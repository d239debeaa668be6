/*
 * SPDX-License-Identifier: MIT
 * Prints the findings of benchmarks next to the documented values.
 */
#include <string.h>

#include "host/data/run/finding_text.h"
#include "host/output/show/show_views.h"
#include "host/base/text_table.h"

static bool show_findings_same_case(const struct finding *finding, const struct finding *other)
{
    return finding->plan == other->plan && finding->bench == other->bench &&
           finding->state == other->state && finding->ablate == other->ablate;
}

static void show_findings_add_heading(struct text_table *table, const struct run *run,
                                      const struct finding *finding)
{
    bool ablated = strcmp(finding->ablate, "none");
    text_table_line(table, "\n%s   %s%s%s   (%s)", finding->bench, finding->state,
                    ablated ? ", without " : "", ablated ? finding->ablate : "",
                    platform_name(run->platform));
}

static void show_findings_add_row(struct text_table *table, const struct finding *finding)
{
    char text[FACT_BYTES];
    struct finding_value documented;
    text_table_add_row(table);
    text_table_cell(table, 0, "%s", finding->name);
    text_table_cell(table, 1, "%s",
                    finding_text_format(finding_text_measured(finding), FACT_DECIMALS, text));
    if (finding_text_documented(finding, &documented))
        text_table_cell(table, 2, "%s", finding_text_format(documented, FACT_DECIMALS, text));
}

unsigned show_findings(const struct run *run, const struct view *view, FILE *to)
{
    static const char *const headers[] = {"finding", "measured", "documented"};
    const struct finding *last = NULL;
    struct text_table *table = text_table_new(3);
    unsigned n = 0;
    for (unsigned i = 0; i < 3; i++)
        text_table_set_column(table, i, headers[i], TABLE_LEFT);
    for (unsigned i = 0; i < run->n_findings; i++) {
        const struct finding *finding = &run->findings[i];
        if (!selection_matches_variant(&view->selection, finding->bench, finding->state,
                                       finding->ablate))
            continue;
        if (!last || !show_findings_same_case(finding, last))
            show_findings_add_heading(table, run, finding);
        show_findings_add_row(table, finding);
        last = finding;
        n++;
    }
    if (n) {
        fputs("\nFindings\n", to);
        text_table_print(table, to, view->colour);
    }
    text_table_free(table);
    return n;
}
