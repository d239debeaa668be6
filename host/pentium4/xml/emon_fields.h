/*
 * SPDX-License-Identifier: MIT
 * Reads the fields of a register, or the parts of an event.
 */
#pragma once

#include "host/pentium4/xml/emon_tables.h"

/* bits: the width of the register. */
void emon_fields_read(struct config *config, const xmlNode *node, struct config_fields *fields,
                      unsigned bits);
