/*
 * SPDX-License-Identifier: MIT
 * Formats measurements as lines of files.
 */
#include "libp4pm/p4pm_output.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LINES 19 /* maximum per result: the time-stamp counter and 18 counters */

static const struct p4pm_result *sent;
static unsigned n_sent;

void p4pm_output_fail(const char *what, ...)
{
    va_list arguments;
    va_start(arguments, what);
    printf("p4pm: ");
    vprintf(what, arguments);
    printf("\n");
    va_end(arguments);
    exit(EXIT_FAILURE);
}

/* Uses string instructions: each counts as one instruction, regardless of its length. */
void p4pm_output_store_name(struct p4pm_result *result, const char *file)
{
    const char *end = file;
    char *to = result->file;
    unsigned most = P4PM_FILE_BYTES;
    __asm__ volatile("repne scasb" : "+D"(end), "+c"(most) : "a"(0) : "memory", "cc");
    unsigned length = (unsigned)(end - file);
    if (end[-1])
        p4pm_output_fail("end_count_file: a name of %u or more characters; allowed: %u", length,
                         P4PM_FILE_BYTES - 1);
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(file), "+c"(length) : : "memory");
}

void p4pm_output_send(const struct p4pm_result *results, unsigned n)
{
    sent = results;
    n_sent = n;
}

const char *p4pm_output_line(unsigned *next, char line[P4PM_LINE_BYTES])
{
    for (; *next < n_sent * LINES; ++*next) {
        const struct p4pm_result *result = &sent[*next / LINES];
        const int i = (int)(*next % LINES) - 1;
        if (!result->file[0] || i >= result->counts.num_contadores)
            continue;
        if (i < 0)
            snprintf(line, P4PM_LINE_BYTES, "TSC= %llu", result->counts.tsc);
        else
            snprintf(line, P4PM_LINE_BYTES, "%s= %llu", result->counts.nombres_eventos[i],
                     result->counts.contadores[i]);
        ++*next;
        return result->file;
    }
    return NULL;
}
