/*
 * SPDX-License-Identifier: MIT
 * Expands `run -g`: groups of the kernel's event table (branch, stall, ...) and groups of metrics
 * (cpi, data_cache, ...), which stand for the events of their formulas.
 */
#pragma once

/*
 * Converts a list of group names separated by commas to a value of the kernel's setting events=. A
 * suffix :u, :k or :uk applies to all events of a group. A name that denotes both kinds selects
 * both. Events of formulas that the processor `cpu` (NULL: any) does not count are omitted. The
 * caller frees the result; NULL after a message.
 */
char *event_groups_expand(const char *names, const char *cpu);
