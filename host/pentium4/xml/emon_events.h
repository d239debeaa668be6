/*
 * SPDX-License-Identifier: MIT
 * Reads the events of a configuration.
 */
#pragma once

#include "host/pentium4/xml/emon_tables.h"

/* node: the element that contains the events. */
void emon_events_read(struct config *config, const xmlNode *node);
