/*
 * SPDX-License-Identifier: MIT
 * Checks executable files, with the gate.
 */
#include "host/machines/programs/program_check.h"

#include <string.h>

#include "host/analysis/gate/program_gate.h"
#include "host/analysis/gate/region_notes.h"
#include "host/base/message.h"
#include "host/machines/programs/accepted_programs.h"

/* Programs with fewer instructions are checked in a few milliseconds each time. */
#define REMEMBERED_INSTRUCTIONS 10000
#define REMEMBERED_FILE_BYTES   100000

static int program_check_instructions(const struct program_image *image, const char *path,
                                      const char *cpu)
{
    struct gate_verdict verdict;
    const unsigned sets = program_gate_sets(cpu);
    if (image->size >= REMEMBERED_FILE_BYTES && accepted_programs_contain(image, sets))
        return 0;
    program_gate_check(image, cpu, &verdict);
    if (verdict.lacking)
        program_gate_report(path, cpu, &verdict);
    else if (image->size >= REMEMBERED_FILE_BYTES &&
             verdict.instructions >= REMEMBERED_INSTRUCTIONS)
        accepted_programs_add(image, sets);
    return verdict.lacking ? -1 : 0;
}

/* Returns the path of a provided file; NULL if no file has that name. */
static const char *program_check_find(const struct executables *all, const char *name)
{
    for (unsigned i = 0; i < all->n_inputs; i++)
        if (!strcmp(all->inputs[i].name, name))
            return all->inputs[i].path;
    return NULL;
}

/* Opens and checks one file. Its interpreter's path is stored in *interpreter; NULL: none. */
static int program_check_file(const char *path, const struct executables *all, const char *cpu,
                              bool gate, const char **interpreter)
{
    struct program_image image;
    char reason[IMAGE_REASON_BYTES];
    if (program_image_open(&image, path, reason)) {
        message_print("%s: %s", path, reason);
        return -1;
    }
    if (region_notes_check(&image, reason)) {
        message_print("%s: %s", path, reason);
        program_image_close(&image);
        return -1;
    }
    *interpreter = image.interpreter ? program_check_find(all, image.interpreter) : NULL;
    int failed = image.interpreter && !*interpreter;
    if (failed && image.needs_libraries)
        message_print(
            "%s: is linked with shared libraries: link it with -static, or compile it "
            "with 'bareprobe cc'",
            path);
    else if (failed)
        message_print(
            "%s: is not static: it needs the interpreter %s; give it with --file %s, or "
            "link the program with -static",
            path, image.interpreter, image.interpreter);
    failed = failed || (gate && program_check_instructions(&image, path, cpu));
    program_image_close(&image);
    return failed ? -1 : 0;
}

int program_check(const struct executables *all, const char *cpu, bool gate)
{
    const char *interpreter, *none;
    for (unsigned i = 0; i < all->n; i++) {
        if (program_check_file(all->programs[i].path, all, cpu, gate, &interpreter))
            return -1;
        if (interpreter && program_check_file(interpreter, all, cpu, gate, &none))
            return -1;
    }
    return 0;
}
