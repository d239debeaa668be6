/*
 * SPDX-License-Identifier: MIT
 * Counts the processors that the scheduler allows this program to use.
 */
#include "host/machines/jobs_option.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/message.h"

static unsigned jobs_option_processors(void)
{
    cpu_set_t usable;
    int count = sched_getaffinity(0, sizeof usable, &usable) ? 1 : CPU_COUNT(&usable);
    return count > JOBS_MOST ? JOBS_MOST : (unsigned)count;
}

int jobs_option_read(const char *text, unsigned *jobs)
{
    char *end;
    *jobs = 1;
    if (!text)
        return 0;
    unsigned long count = strcmp(text, "auto") ? strtoul(text, &end, 10) : 0;
    if (strcmp(text, "auto") && (*text < '0' || *text > '9' || *end || count > JOBS_MOST)) {
        message_print(
            "--jobs: '%s' is not a number of processes; allowed: 1 to %u, or 0 or auto for one per "
            "processor",
            text, JOBS_MOST);
        return -1;
    }
    *jobs = count ? (unsigned)count : jobs_option_processors();
    return 0;
}
