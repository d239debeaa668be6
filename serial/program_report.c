/*
 * SPDX-License-Identifier: MIT
 * Reports a program in the form of each stream.
 */
#include "serial/program_report.h"

#include <stdbool.h>

/* The screen's form is a copy of report_text with other members changed. */
static bool program_report_is_text(const struct report_form *form)
{
    return form->done == report_text.done;
}

void program_report(struct report_stream *report, const struct report_program *program)
{
    for (; report; report = report->beside) {
        if (report->form == &report_records)
            program_report_records(report, program);
        else if (program_report_is_text(report->form))
            program_report_text(report, program);
    }
}

const char *program_report_end_name(enum program_end end)
{
    static const char *const names[] = {"exit", "signal", "stopped"};
    return names[end];
}
