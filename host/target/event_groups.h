/*
 * SPDX-License-Identifier: MIT
 * What `run -g` asks for: groups of the kernel's event table (branch, stall, ...) and groups of
 * metrics (cpi, data_cache, ...), which are the events their formulas need.
 */
#pragma once

/*
 * A list of group names with commas between, as the kernel's setting events= has it; :u, :k or :uk
 * behind a name holds for all its events. A name that is both means both. What a formula names and
 * the processor `cpu` (NULL: any) does not count is left out. The caller frees it; NULL after a
 * message.
 */
char *group_events(const char *names, const char *cpu);
