/*
 * SPDX-License-Identifier: MIT
 * The file of --account: lines of fields between tabs, behind a head that says what each is.
 */
#pragma once

#include "sim/watch/account/account.h"
#include "sim/watch/account/account_table.h"
#include "sim/watch/account/probe_sites.h"

void account_file_write(const struct account_config *config, const struct account_table *table,
                        const struct probe_sites *sites, FILE *to);
