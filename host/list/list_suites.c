/*
 * SPDX-License-Identifier: MIT
 * Lists the experiment files that are part of the program.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/list/list.h"
#include "host/base/message.h"
#include "host/target/suite.h"
#include "host/base/text_table.h"

/* Writes a suite's reports, such as "machine, variants". */
static void print_reports(struct table *table, unsigned column, const struct suite *suite)
{
    char text[100] = "";
    size_t length = 0;
    for (unsigned i = 0; i < REPORT_LAYOUTS; i++)
        if (suite->reports[i])
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                                       length ? ", " : "", report_layout_names[i]);
    table_cell(table, column, "%s", text);
}

static int add_suite(struct table *table, const struct listing *listing, const char *name)
{
    struct suite suite;
    int wrong = suite_find(name, &suite);
    const char *const texts[] = {name, suite.text, NULL};
    bool listed = !wrong && list_matches(listing, texts);
    if (listed) {
        table_row(table);
        table_cell(table, 0, "%s", name);
        print_reports(table, 1, &suite);
        table_cell(table, 2, "%s", suite.text);
    }
    suite_free(&suite);
    return listed;
}

int list_suites(const struct listing *listing)
{
    static const char *const headers[] = {"suite", "report", "text"};
    char **names = suite_names();
    int n = 0;
    if (!names)
        return -1;
    struct table *table = table_new(3);
    for (unsigned i = 0; i < 3; i++)
        table_column(table, i, headers[i], TABLE_LEFT);
    for (char **name = names; *name; name++) {
        n += add_suite(table, listing, *name);
        free(*name);
    }
    free(names);
    if (n)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    return n;
}
