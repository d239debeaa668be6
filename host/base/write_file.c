/*
 * SPDX-License-Identifier: MIT
 * Writes a file atomically: to a temporary file, which is then renamed. The temporary file is in
 * the same directory, so that the rename stays within one file system.
 */
#include "host/base/write_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"

static int cannot(const char *path, int status)
{
    say("%s: cannot be written: %s", path, strerror(errno));
    return status;
}

/*
 * mkstemp restricts a file to its owner. This sets the mode of the file that is replaced, or the
 * mode that the umask allows.
 */
static void give_mode(int file, const char *path)
{
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = stat(path, &old) == 0 ? old.st_mode & 0777 : 0666 & ~mask;
    if (fchmod(file, mode))
        say("%s: cannot set its permissions; only its owner can access it: %s", path,
            strerror(errno));
}

static bool put(FILE *to, const char *bytes, size_t length)
{
    bool put = fwrite(bytes, 1, length, to) == length && fflush(to) == 0;
    return fclose(to) == 0 && put;
}

static int write_beside(const char *path, const char *bytes, size_t length)
{
    char *beside = memory_print("%s.XXXXXX", path);
    int file = mkstemp(beside), status = EXIT_FINE;
    FILE *to = file < 0 ? NULL : fdopen(file, "w");
    if (!to) {
        status = cannot(path, EXIT_USAGE);
    } else {
        give_mode(file, path);
        if (!put(to, bytes, length) || rename(beside, path)) {
            status = cannot(path, EXIT_TARGET);
            unlink(beside);
        }
    }
    free(beside);
    return status;
}

int write_whole(const char *file, const char *bytes, size_t length)
{
    struct stat there;
    if (!file || !strcmp(file, "-")) {
        fwrite(bytes, 1, length, stdout); /* main checks stdout for write errors */
        return EXIT_FINE;
    }
    if (stat(file, &there) == 0 && !S_ISREG(there.st_mode)) {
        FILE *to = fopen(file, "w");
        if (!to)
            return cannot(file, EXIT_USAGE);
        return put(to, bytes, length) ? EXIT_FINE : cannot(file, EXIT_TARGET);
    }
    char *target = realpath(file, NULL);
    int status = write_beside(target ? target : file, bytes, length);
    free(target);
    return status;
}
