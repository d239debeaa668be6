/*
 * SPDX-License-Identifier: MIT
 * Prints the findings of benchmarks next to the documented values.
 */
#include <string.h>

#include "host/run/finding_text.h"
#include "host/show/show.h"
#include "host/base/text_table.h"

static bool is_of(const struct finding *finding, const struct finding *other)
{
    return finding->plan == other->plan && finding->bench == other->bench &&
           finding->state == other->state && finding->ablate == other->ablate;
}

static void add_heading(struct table *table, const struct run *run, const struct finding *finding)
{
    bool ablated = strcmp(finding->ablate, "none");
    table_line(table, "\n%s   %s%s%s   (%s)", finding->bench, finding->state,
               ablated ? ", without " : "", ablated ? finding->ablate : "",
               platform_name(run->platform));
}

static void add_row(struct table *table, const struct finding *finding)
{
    char text[FACT_BYTES];
    struct fact documented;
    table_row(table);
    table_cell(table, 0, "%s", finding->name);
    table_cell(table, 1, "%s", fact_text(fact_measured(finding), FACT_DECIMALS, text));
    if (fact_documented(finding, &documented))
        table_cell(table, 2, "%s", fact_text(documented, FACT_DECIMALS, text));
}

unsigned show_findings(const struct run *run, const struct view *view, FILE *to)
{
    static const char *const headers[] = {"finding", "measured", "documented"};
    const struct finding *last = NULL;
    struct table *table = table_new(3);
    unsigned n = 0;
    for (unsigned i = 0; i < 3; i++)
        table_column(table, i, headers[i], TABLE_LEFT);
    for (unsigned i = 0; i < run->n_findings; i++) {
        const struct finding *finding = &run->findings[i];
        if (!selected_variant(&view->selection, finding->bench, finding->state, finding->ablate))
            continue;
        if (!last || !is_of(finding, last))
            add_heading(table, run, finding);
        add_row(table, finding);
        last = finding;
        n++;
    }
    if (n) {
        fputs("\nFindings\n", to);
        table_print(table, to, view->colour);
    }
    table_free(table);
    return n;
}
