/*
 * SPDX-License-Identifier: MIT
 * An experiment file: programs, and experiments. An experiment is a set of events that are counted
 * together.
 */
#pragma once

#include "host/pentium4/xml/experiment_parts.h"

/* Returns 0, or -1 after messages that name lines. Call experiment_file_close() in either case. */
int experiment_file_open(struct experiments *experiments, const struct config *config,
                         const char *path, bool strict);
void experiment_file_close(struct experiments *experiments);

/*
 * Assigns the registers of each experiment for a machine. Returns 0, or -1 after a message for each
 * experiment that does not fit, which names the event and the conflict.
 */
int experiment_file_assign(struct experiments *experiments, const struct netburst_machine *machine);

/* Returns the sampled event of an experiment; NULL if no event is sampled. */
const struct instance *experiment_file_sampled(const struct experiment *experiment);
