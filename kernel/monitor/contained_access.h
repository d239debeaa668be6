/*
 * SPDX-License-Identifier: MIT
 * Makes one access to the processor or the machine, contained like a benchmark: a fault becomes a
 * reason in words, and the watchdog ends an access that does not end.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum access {
    ACCESS_READ_MSR,
    ACCESS_WRITE_MSR,
    ACCESS_READ_CR, /* number 0, 2, 3, 4 */
    ACCESS_WRITE_CR,
    ACCESS_READ_DR, /* number 0 to 3, 6, 7 */
    ACCESS_WRITE_DR,
    ACCESS_READ_PORT, /* `bytes` is 1, 2 or 4 for ports and memory */
    ACCESS_WRITE_PORT,
    ACCESS_READ_MEMORY,
    ACCESS_WRITE_MEMORY,
    ACCESS_READ_PMC, /* by RDPMC */
    ACCESSES,
};

/* Makes the access. Returns 0, or -1 with the reason in contained_access_reason(). */
int contained_access(enum access access, uint32_t number, unsigned bytes, uint64_t *value);

/* Runs any routine in the same way. */
int contained_access_call(void (*routine)(void));

/* The reason of the last failure, such as "general protection (vector 13) at 001a1234". */
const char *contained_access_reason(void);
