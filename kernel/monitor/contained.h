/*
 * SPDX-License-Identifier: MIT
 * One access to the processor or the machine, run as a benchmark is: whatever it raises is a reason
 * in words, and the watchdog ends what does not end.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum access {
    ACCESS_READ_MSR,
    ACCESS_WRITE_MSR,
    ACCESS_READ_CR, /* 0, 2, 3, 4 */
    ACCESS_WRITE_CR,
    ACCESS_READ_DR, /* 0 to 3, 6, 7 */
    ACCESS_WRITE_DR,
    ACCESS_READ_PORT, /* `bytes` is 1, 2 or 4, of these and of memory */
    ACCESS_WRITE_PORT,
    ACCESS_READ_MEMORY,
    ACCESS_WRITE_MEMORY,
    ACCESS_READ_PMC, /* by RDPMC */
    ACCESSES,
};

/* Does it. 0; or -1, and contained_why() says what came of it. */
int contained_access(enum access access, uint32_t number, unsigned bytes, uint64_t *value);

/* The same with any routine. */
int contained_call(void (*routine)(void));

/* "general protection (vector 13) at 001a1234", of the one that failed last. */
const char *contained_why(void);
