/*
 * SPDX-License-Identifier: MIT
 * What kernel/main.c and what it calls share: the settings, where the report goes, the run.
 */
#pragma once

#include "kernel/measure/run_experiment.h"
#include "kernel/settings/experiments.h"
#include "serial/report.h"

extern struct experiments experiments;
extern struct report report;
extern struct run run; /* zeros, so that no medium carries it */

/* The host tool reads it in the image too (host/fault/debug_image.c). */
extern const char build_name[];
