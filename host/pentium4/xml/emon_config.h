/*
 * SPDX-License-Identifier: MIT
 * A configuration file: the fields of registers, and the events that can be counted. If
 * pmc/netburst has the same event, that one is used; otherwise an event is created, so that the
 * counter assignment can handle it.
 */
#pragma once

#include "host/pentium4/xml/emon_tables.h"

/*
 * Reads a configuration file; NULL for the one that is generated from the tables of pmc/netburst.
 * With `strict`, correctable input errors are refused too. Returns 0, or -1 after messages that
 * name lines. Call emon_config_close() in either case.
 */
int emon_config_open(struct config *config, const char *path, bool strict);
void emon_config_close(struct config *config);
