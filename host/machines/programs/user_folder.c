/*
 * SPDX-License-Identifier: MIT
 * Creates the user's directories for this program.
 */
#include "host/machines/programs/user_folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/allocation.h"

char *user_folder_create(const char *variable, const char *below_home)
{
    const char *named = getenv(variable), *home = getenv("HOME");
    if (!(named && *named) && !home)
        return NULL;
    char *folder = named && *named ? allocate_text("%s/bareprobe", named)
                                   : allocate_text("%s/%s/bareprobe", home, below_home);
    for (char *slash = folder + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(folder, 0777);
        *slash = '/';
    }
    mkdir(folder, 0777);
    return folder;
}
