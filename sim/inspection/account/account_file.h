/*
 * SPDX-License-Identifier: MIT
 * Writes the file of -account: lines of tab-separated fields after a head that describes each
 * field.
 */
#pragma once

#include "sim/inspection/account/account.h"
#include "sim/inspection/account/account_table.h"
#include "sim/inspection/account/probe_sites.h"

/* clocks: NULL for a model that executes in order. */
void account_file_write(const struct account_config *config, const struct account_table *table,
                        const struct probe_sites *sites, const struct clock_account *clocks,
                        FILE *to);
