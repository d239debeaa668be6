/*
 * SPDX-License-Identifier: MIT
 * What an experiment says beside its results: warnings of its settings, a dump of them, and how far
 * it has come.
 */
#pragma once

#include "kernel/measure/run_experiment.h"

/* A config_listener's warning(), `to` being the struct report. */
void messages_warning(void *to, const char *file, const char *what);

/* dump_parms: the settings in force, for the file parm_dump_file_name. */
void messages_dump(struct report *report, const struct config *config, const struct pmc *pmc);

/*
 * verbose_level: a measure_setup's announce(), `to` being the struct run. All that a repetition
 * will do is said before it begins: nothing comes between the machine's state and the counted run.
 */
void messages_announce(void *to, const struct measurement *measurement);
