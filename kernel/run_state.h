/*
 * SPDX-License-Identifier: MIT
 * State shared by kernel/main.c and the functions it calls: settings, report destination, run.
 */
#pragma once

#include "kernel/measure/experiment_run.h"
#include "kernel/settings/experiments.h"
#include "serial/report.h"

extern struct experiments experiments;
extern struct report_stream report;
extern struct kernel_run run; /* all zeros, so that it takes no space on the boot medium */

/* The host tool also reads it from the image file (host/analysis/fault/debug_image.c). */
extern const char build_name[];
