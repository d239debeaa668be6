/*
 * SPDX-License-Identifier: MIT
 * mkdir -p.
 */
#include "host/experiments/outdir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/allocate.h"
#include "host/base/message.h"

static int make(const char *path)
{
    struct stat there;
    if (!mkdir(path, 0777) || (errno == EEXIST && !stat(path, &there) && S_ISDIR(there.st_mode)))
        return EXIT_FINE;
    say("%s: no folder, and cannot be made: %s", path, strerror(errno == EEXIST ? ENOTDIR : errno));
    return EXIT_USAGE;
}

int outdir_make(const char *path)
{
    char *part = memory_text(path);
    int status = EXIT_FINE;
    for (char *slash = part + 1; *part && !status && (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        status = make(part);
        *slash = '/';
    }
    if (!status)
        status = make(part);
    free(part);
    return status;
}
