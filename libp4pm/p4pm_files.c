/*
 * SPDX-License-Identifier: MIT
 * Finds a register file by its name.
 */
#include "libp4pm/p4pm_files.h"

#include <string.h>

#include "libp4pm/p4pm_output.h"

struct p4pm_file p4pm_files_given[P4PM_FILES_GIVEN + 1];

/* defined by linker.ld */
extern const struct p4pm_file p4pm_files_start[], p4pm_files_end[];

static const struct p4pm_file *p4pm_files_find(const char *name)
{
    for (const struct p4pm_file *file = p4pm_files_given; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return file;
    for (const struct p4pm_file *file = p4pm_files_start; file < p4pm_files_end; file++)
        if (strcmp(file->name, name) == 0)
            return file;
    return NULL;
}

void p4pm_files_load(const char *name, struct p4pm_registers *registers)
{
    struct p4pm_mistake mistake;
    const struct p4pm_file *file = p4pm_files_find(name);
    if (!file)
        p4pm_output_fail(
            "%s: no such register file; add it with P4PM_FILE_FROM or 'bareprobe run --file "
            "%s=PATH'",
            name, name);
    if (p4pm_registers_read(file->bytes, file->length, registers, &mistake))
        p4pm_output_fail("%s:%u: %s", name, mistake.line, mistake.what);
}
