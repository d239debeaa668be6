/*
 * SPDX-License-Identifier: MIT
 * Reports experiment=overhead as text and as records. NULL in the small image (make/kernel.mk).
 */
#pragma once

#include "serial/report.h"

/* A column's ring, state and kind, in the words of the calibration's record. */
struct overhead_place {
    const char *ring, *state, *of;
};
extern const struct overhead_place overhead_places[REPORT_OVERHEADS] __attribute__((weak));

__attribute__((weak)) void overheads_report_text(struct report_stream *report,
                                                 const struct report_overheads *overheads);
__attribute__((weak)) void overheads_report_records(struct report_stream *report,
                                                    const struct report_overheads *overheads);

/* Prints the last line of a run with overheads: their number, and that of results, if any. */
void overheads_report_done(struct report_stream *report, const struct report_done *done)
    __attribute__((weak));
