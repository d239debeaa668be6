/*
 * SPDX-License-Identifier: MIT
 * The announcements of verbose_level: a line for each repetition and each execution of a benchmark.
 */
#pragma once

#include "host/data/wire/wire_line.h"
#include "serial/report_lines.h"

/* Formats the record as the thesis's run_p5mon printed it to stderr; "" for other records. */
struct phrase verbose_line(const struct wire_record *record);
