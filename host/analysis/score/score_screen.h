/*
 * SPDX-License-Identifier: MIT
 * Reports the page of a score as the machine shows it on its screen.
 */
#pragma once

#include "host/data/run/run.h"
#include "serial/report.h"

/* Reports run.scores[index]. */
void score_screen_report(struct report_stream *report, const struct run *run, unsigned index);
