/*
 * SPDX-License-Identifier: MIT
 * The layouts of a report: their names, and the code that prints each.
 */
#include "host/output/report/report_layouts.h"

#include <string.h>

#include "host/output/report/instr_table.h"
#include "host/output/report/machine_page.h"
#include "host/output/report/report_parts.h"
#include "host/output/report/summary_table.h"
#include "host/output/report/variant_table.h"
#include "host/pentium4/perfex/perfex_report.h"

const char *const report_layout_names[REPORT_LAYOUTS] = {
    "text", "p5mon_file", "table", "machine", "machine_all", "variants", "instr_table", "perfex"};

enum report_layout report_layout_named(const char *name)
{
    unsigned layout = 0;
    while (layout < REPORT_LAYOUTS && strcmp(name, report_layout_names[layout]))
        layout++;
    return (enum report_layout)layout;
}

void report_layout_print(struct run *run, enum report_layout layout, const char *only, FILE *to)
{
    if (layout == LAYOUT_MACHINE || layout == LAYOUT_MACHINE_ALL)
        machine_page_print(run, layout == LAYOUT_MACHINE_ALL, to);
    else if (layout == LAYOUT_VARIANTS)
        variant_table_print(run, to);
    else if (layout == LAYOUT_INSTR_TABLE)
        instr_table_print(run, to);
    else if (layout == LAYOUT_PERFEX)
        perfex_report_print(run, to);
    else if (layout == LAYOUT_TABLE && summary_table_suits(run, only))
        summary_table_print(run, only, to);
    else
        report_replay_print(run, layout == LAYOUT_P5MON_FILE ? &report_p5mon_file : &report_text,
                            only, to);
}
