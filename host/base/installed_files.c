/*
 * SPDX-License-Identifier: MIT
 * Looks for installed files in two directories, both relative to this program's executable.
 */
#include "host/base/installed_files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"

static char *installed_program_folder(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return allocate_copy(".");
    path[length] = 0;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    return allocate_copy(path);
}

char *installed_file_find(const char *name)
{
    static const char *const places[] = {"%s/%s", "%s/../lib/bareprobe/%s"};
    char *folder = installed_program_folder(), *found = NULL;
    for (unsigned i = 0; i < sizeof places / sizeof places[0] && !found; i++) {
        found = i ? allocate_text("%s/../lib/bareprobe/%s", folder, name)
                  : allocate_text("%s/%s", folder, name);
        if (access(found, R_OK)) {
            free(found);
            found = NULL;
        }
    }
    free(folder);
    return found;
}

char *installed_file_places(void)
{
    char *folder = installed_program_folder();
    char *text = allocate_text("neither in %s nor in %s/../lib/bareprobe", folder, folder);
    free(folder);
    return text;
}
