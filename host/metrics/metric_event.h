/*
 * SPDX-License-Identifier: MIT
 * Events as a formula names them: a name of any family's table, or with what stands behind it in
 * `events=`, as in "tc_deliver_mode:dd+db+di". Rings are none of it: they are those of the results
 * that it is worked out for.
 */
#pragma once

#include <stddef.h>

#include "pmc/families.h"
#include "pmc/netburst/netburst_check.h"

enum { METRIC_EVENT_LONGEST = 200 };

/*
 * The event as results are called, in name[METRIC_EVENT_LONGEST]: text of that length may have
 * letters of either case, parts in any order, and those that are usual. 0, or -1 and in error[size]
 * what is wrong.
 */
int metric_event_read(const char *text, size_t length, char *name, char *error, size_t size);

/* As results of the n-th family are called, the Pentium 4's last, of a name as above: 0; -1 where
 * that has no such event; 1 behind the last family. */
int metric_event_as_of(const char *name, unsigned n, char *written);

/* Whether those members of the family count it, of a name as above. */
bool metric_event_of_family(const char *name, const struct family *family, uint8_t processors);

/* Whether that Pentium 4 does; NULL: one of them. */
bool metric_event_of_netburst(const char *name, const struct netburst_machine *machine);
