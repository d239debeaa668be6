/*
 * SPDX-License-Identifier: MIT
 * An event of an experiment.
 */
#pragma once

#include "host/pentium4/xml/experiment_parts.h"

/*
 * Reads an event from its element, and adds it to the experiment together with the event that tags
 * for it.
 */
void event_instance_read(struct experiments *experiments, struct experiment *experiment,
                         const xmlNode *node);
