/*
 * SPDX-License-Identifier: MIT
 * Formats the score as records, and as one page of text.
 */
#pragma once

#include "serial/report.h"

/* The small image lacks them (make/kernel.mk). */
void score_report_records(struct report_stream *report, const struct report_score *score);
void score_report_text(struct report_stream *report, const struct report_score *score);
