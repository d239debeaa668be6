/*
 * SPDX-License-Identifier: MIT
 * Reports experiment=overhead as text and as records. NULL in the small image (make/kernel.mk).
 */
#pragma once

#include "serial/report.h"

__attribute__((weak)) void overheads_report_text(struct report_stream *report,
                                                 const struct report_overheads *overheads);
__attribute__((weak)) void overheads_report_records(struct report_stream *report,
                                                    const struct report_overheads *overheads);
