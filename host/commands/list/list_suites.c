/*
 * SPDX-License-Identifier: MIT
 * Lists the experiment files that are part of the program.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/commands/list/list_subjects.h"
#include "host/base/message.h"
#include "host/machines/suite.h"
#include "host/base/text_table.h"

/* Writes a suite's reports, such as "machine, variants". */
static void list_suites_print_reports(struct text_table *table, unsigned column,
                                      const struct suite *suite)
{
    char text[100] = "";
    size_t length = 0;
    for (unsigned i = 0; i < REPORT_LAYOUTS; i++)
        if (suite->reports[i])
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                                       length ? ", " : "", report_layout_names[i]);
    text_table_cell(table, column, "%s", text);
}

static int list_suites_add_suite(struct text_table *table, const struct listing *listing,
                                 const char *name)
{
    struct suite suite;
    int wrong = suite_find(name, &suite);
    const char *const texts[] = {name, suite.text, NULL};
    bool listed = !wrong && listing_matches(listing, texts);
    if (listed) {
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", name);
        list_suites_print_reports(table, 1, &suite);
        text_table_cell(table, 2, "%s", suite.text);
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
    struct text_table *table = text_table_new(3);
    for (unsigned i = 0; i < 3; i++)
        text_table_set_column(table, i, headers[i], TABLE_LEFT);
    for (char **name = names; *name; name++) {
        n += list_suites_add_suite(table, listing, *name);
        free(*name);
    }
    free(names);
    if (n)
        text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
    return n;
}
