/*
 * SPDX-License-Identifier: MIT
 * Reports a program in the form of each stream.
 */
#include "serial/program_report.h"

void program_report(struct report_stream *report, const struct report_program *program)
{
    for (; report; report = report->beside) {
        if (report->form == &report_records)
            program_report_records(report, program);
        else if (report->form == &report_text)
            program_report_text(report, program);
    }
}

const char *program_report_end_name(enum program_end end)
{
    static const char *const names[] = {"exit", "signal", "stopped"};
    return names[end];
}
