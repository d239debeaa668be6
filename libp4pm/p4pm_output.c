/*
 * SPDX-License-Identifier: MIT
 * Writes measurements as lines of files.
 */
#include "libp4pm/p4pm_output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* Creates the directories of a path; an error is that of opening the file. */
static void p4pm_output_make_directories(const char *path)
{
    char directory[P4PM_FILE_BYTES];
    for (const char *slash = path; (slash = strchr(slash + 1, '/'));) {
        memcpy(directory, path, (size_t)(slash - path));
        directory[slash - path] = 0;
        mkdir(directory, 0777);
    }
}

/* Returns whether an earlier result has the same file. */
static int p4pm_output_continues(const struct p4pm_result *results,
                                 const struct p4pm_result *result)
{
    while (results < result && strcmp(results->file, result->file) != 0)
        results++;
    return results < result;
}

static void p4pm_output_write_result(FILE *file, const tsc_cont *counts)
{
    fprintf(file, "TSC= %llu\n", counts->tsc);
    for (int i = 0; i < counts->num_contadores; i++)
        fprintf(file, "%s= %llu\n", counts->nombres_eventos[i], counts->contadores[i]);
}

void p4pm_output_write(const struct p4pm_result *results, unsigned n)
{
    for (const struct p4pm_result *result = results; result < results + n; result++) {
        if (!result->file[0])
            continue;
        p4pm_output_make_directories(result->file);
        FILE *file = fopen(result->file, p4pm_output_continues(results, result) ? "a" : "w");
        if (!file)
            p4pm_output_fail("%s: %s", result->file, strerror(errno));
        p4pm_output_write_result(file, &result->counts);
        fclose(file);
    }
}
