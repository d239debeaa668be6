/*
 * SPDX-License-Identifier: MIT
 * Announcements of an experiment besides its results: warnings about its settings, a dump of the
 * settings, and progress.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Emits a warning; a config_listener's warning(), with `to` the struct report_stream. */
void announcements_warning(void *to, const char *file, const char *what);

/* Implements dump_parms: emits the current settings, for the file parm_dump_file_name. */
void announcements_dump_settings(struct report_stream *report, const struct config *config,
                                 const struct pmc *pmc);

/*
 * Implements verbose_level: a measure_setup's announce(), with `to` the struct kernel_run. A
 * repetition is announced completely before it begins, since nothing is sent between setting the
 * machine's state and the counted run.
 */
void announcements_repetition(void *to, const struct measurement *measurement);
