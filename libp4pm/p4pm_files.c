/*
 * SPDX-License-Identifier: MIT
 * Reads a register file by its name.
 */
#include "libp4pm/p4pm_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libp4pm/p4pm_output.h"

#define MOST_BYTES 65536u /* 18 entries of four lines are 3 KB */

/* Returns the number of bytes read; ends the program if the file cannot be read. */
static size_t p4pm_files_read(const char *name, char *bytes)
{
    FILE *file = fopen(name, "r");
    if (!file)
        p4pm_output_fail("%s: %s; pass it with 'bareprobe run --file %s=PATH'", name,
                         strerror(errno), name);
    size_t length = fread(bytes, 1, MOST_BYTES, file);
    if (ferror(file) || length == MOST_BYTES)
        p4pm_output_fail("%s: %s", name, ferror(file) ? "cannot be read" : "more than 64 KB");
    fclose(file);
    return length;
}

void p4pm_files_load(const char *name, struct p4pm_registers *registers)
{
    struct p4pm_mistake mistake;
    char *bytes = malloc(MOST_BYTES);
    if (!bytes)
        p4pm_output_fail("%s: no memory", name);
    size_t length = p4pm_files_read(name, bytes);
    if (p4pm_registers_read(bytes, length, registers, &mistake))
        p4pm_output_fail("%s:%u: %s", name, mistake.line, mistake.what);
    free(bytes);
}
