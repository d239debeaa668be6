/*
 * SPDX-License-Identifier: MIT
 * Writes a file atomically: to a temporary file, which is then renamed. The temporary file is in
 * the same directory, so that the rename stays within one file system.
 */
#include "host/base/atomic_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

static int atomic_file_error(const char *path, int status)
{
    message_print("%s: cannot be written: %s", path, strerror(errno));
    return status;
}

/*
 * mkstemp restricts a file to its owner. This sets the mode of the file that is replaced, or the
 * mode that the umask allows.
 */
static void atomic_file_set_mode(int file, const char *path)
{
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = stat(path, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask;
    if (fchmod(file, mode))
        message_print("%s: cannot set its permissions; only its owner can access it: %s", path,
                      strerror(errno));
}

static bool atomic_file_finish(FILE *to, const char *bytes, size_t length)
{
    bool written = fwrite(bytes, 1, length, to) == length && fflush(to) == 0;
    return fclose(to) == 0 && written;
}

static int atomic_file_replace(const char *path, const char *bytes, size_t length)
{
    char *temporary = allocate_text("%s.XXXXXX", path);
    int file = mkstemp(temporary), status = EXIT_FINE;
    FILE *to = file < 0 ? NULL : fdopen(file, "w");
    if (!to) {
        status = atomic_file_error(path, EXIT_USAGE);
    } else {
        atomic_file_set_mode(file, path);
        if (!atomic_file_finish(to, bytes, length) || rename(temporary, path)) {
            status = atomic_file_error(path, EXIT_TARGET);
            unlink(temporary);
        }
    }
    free(temporary);
    return status;
}

int atomic_file_write(const char *file, const char *bytes, size_t length)
{
    struct stat there;
    if (!file || !strcmp(file, "-")) {
        fwrite(bytes, 1, length, stdout); /* main checks stdout for write errors */
        return EXIT_FINE;
    }
    if (stat(file, &there) == 0 && !S_ISREG(there.st_mode)) {
        FILE *to = fopen(file, "w");
        if (!to)
            return atomic_file_error(file, EXIT_USAGE);
        return atomic_file_finish(to, bytes, length) ? EXIT_FINE
                                                     : atomic_file_error(file, EXIT_TARGET);
    }
    char *target = realpath(file, NULL);
    int status = atomic_file_replace(target ? target : file, bytes, length);
    free(target);
    return status;
}
