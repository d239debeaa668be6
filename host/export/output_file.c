/*
 * SPDX-License-Identifier: MIT
 * The temporary file lies in the same folder, so that the rename cannot cross file systems.
 */
#include "host/export/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/memory.h"
#include "host/message.h"

static int cannot(const char *path)
{
    say("%s: cannot be written: %s", path, strerror(errno));
    return -1;
}

/* mkstemp makes the file for its owner alone; others are made by the mask, or as the old one was.
 */
static void give_mode(int file, const char *path)
{
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = stat(path, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask;
    if (fchmod(file, mode))
        say("%s: its permissions stay %o: %s", path, 0600u, strerror(errno));
}

int output_file_open(struct output_file *output, const char *path)
{
    struct stat there;
    *output = (struct output_file){.file = stdout};
    if (!path || !strcmp(path, "-"))
        return 0;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        output->file = fopen(path, "w");
        output->path = memory_text(path);
        return output->file ? 0 : cannot(path);
    }
    char *target = realpath(path, NULL);
    output->path = target ? target : memory_text(path);
    output->temporary = memory_print("%s.XXXXXX", output->path);
    int file = mkstemp(output->temporary);
    output->file = file < 0 ? NULL : fdopen(file, "w");
    if (!output->file) {
        cannot(path);
        free(output->path);
        free(output->temporary);
        return -1;
    }
    give_mode(file, output->path);
    return 0;
}

int output_file_close(struct output_file *output, bool keep)
{
    if (output->file == stdout)
        return 0; /* main looks whether it could be written */
    bool failed = ferror(output->file) || fflush(output->file);
    failed |= output->temporary && keep && fsync(fileno(output->file));
    int status = fclose(output->file) || failed ? cannot(output->path) : 0;
    if (output->temporary && (status || !keep))
        unlink(output->temporary);
    else if (output->temporary && rename(output->temporary, output->path)) {
        status = cannot(output->path);
        unlink(output->temporary);
    }
    free(output->path);
    free(output->temporary);
    return status;
}
