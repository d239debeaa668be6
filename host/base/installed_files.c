/*
 * SPDX-License-Identifier: MIT
 * Looks for installed files in two directories, both relative to this program's executable.
 */
#include "host/base/installed_files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"

static char *own_folder(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return memory_text(".");
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    return memory_text(path);
}

char *files_find(const char *name)
{
    static const char *const places[] = {"%s/%s", "%s/../lib/bareprobe/%s"};
    char *folder = own_folder(), *found = NULL;
    for (unsigned i = 0; i < sizeof places / sizeof places[0] && !found; i++) {
        found = i ? memory_print("%s/../lib/bareprobe/%s", folder, name)
                  : memory_print("%s/%s", folder, name);
        if (access(found, R_OK)) {
            free(found);
            found = NULL;
        }
    }
    free(folder);
    return found;
}

char *files_places(void)
{
    char *folder = own_folder();
    char *said = memory_print("neither in %s nor in %s/../lib/bareprobe", folder, folder);
    free(folder);
    return said;
}
