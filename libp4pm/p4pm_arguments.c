/*
 * SPDX-License-Identifier: MIT
 * Splits the file of arguments into words.
 */
#include "libp4pm/p4pm_arguments.h"

#include <string.h>

#include "kernel/lib/hosted.h"
#include "libp4pm/p4pm_files.h"
#include "libp4pm/p4pm_output.h"

#define FILE_NAME  "argv"
#define MOST_BYTES 512u
#define MOST_WORDS 32

static const char between[] = " \t\r\n";
static const char too_long[] = FILE_NAME ": too long"; /* libp4pm's page has no space for more */

/* Repeated in each run, because programs may modify their arguments. */
static int p4pm_arguments_split(const struct p4pm_file *file)
{
    static char text[MOST_BYTES];
    static char *words[MOST_WORDS + 1];
    int count = 1;

    if (file->length >= MOST_BYTES)
        p4pm_output_fail("%s", too_long);
    memcpy(text, file->bytes, file->length);
    text[file->length] = 0;
    words[0] = hosted_argv[0];
    for (char *at = text; *(at += strspn(at, between));) {
        if (count == MOST_WORDS)
            p4pm_output_fail("%s", too_long);
        words[count++] = at;
        at += strcspn(at, between);
        if (*at)
            *at++ = 0;
    }
    words[count] = NULL;
    hosted_argv = words;
    return count;
}

int p4pm_arguments(int count)
{
    for (const struct p4pm_file *file = p4pm_files_given; file->name; file++)
        if (strcmp(file->name, FILE_NAME) == 0)
            return p4pm_arguments_split(file);
    return count;
}
