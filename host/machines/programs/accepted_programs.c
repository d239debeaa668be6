/*
 * SPDX-License-Identifier: MIT
 * A line of the file is the build, the version of the gate's rules, and the hash, the size and the
 * processor's sets of an accepted program. Lines of other builds are never equal, so they need no
 * removal; a file that has become long begins anew.
 */
#include "host/machines/programs/accepted_programs.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/analysis/gate/program_gate.h"
#include "host/base/allocation.h"
#include "host/base/build_name.h"
#include "host/base/fnv_hash.h"
#include "host/machines/programs/user_folder.h"

#define MOST_FILE_BYTES 65536
#define LINE_BYTES      200

static char *accepted_programs_path(void)
{
    char *folder = user_folder_create("XDG_CACHE_HOME", ".cache");
    char *path = folder ? allocate_text("%s/accepted_programs", folder) : NULL;
    free(folder);
    return path;
}

static char *accepted_programs_line(const struct program_image *image, unsigned sets)
{
    return allocate_text("%s %u %016" PRIx64 " %zu %x\n", build_name, GATE_VERSION,
                         fnv_hash_bytes((const char *)image->file, image->size), image->size, sets);
}

bool accepted_programs_contain(const struct program_image *image, unsigned sets)
{
    char *path = accepted_programs_path(), line[LINE_BYTES];
    FILE *file = path ? fopen(path, "re") : NULL;
    bool found = false;
    free(path);
    if (!file)
        return false;
    char *wanted = accepted_programs_line(image, sets);
    while (!found && fgets(line, sizeof line, file))
        found = !strcmp(line, wanted);
    free(wanted);
    fclose(file);
    return found;
}

/* One write() of a short line, so that processes do not mix their lines. */
void accepted_programs_add(const struct program_image *image, unsigned sets)
{
    char *path = accepted_programs_path();
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    struct stat status;
    free(path);
    if (file < 0)
        return;
    char *line = accepted_programs_line(image, sets);
    const bool is_long = !fstat(file, &status) && status.st_size > MOST_FILE_BYTES;
    if (!is_long || !ftruncate(file, 0)) {
        ssize_t written = write(file, line, strlen(line));
        (void)written; /* an incomplete line is never equal to a program's */
    }
    free(line);
    close(file);
}
