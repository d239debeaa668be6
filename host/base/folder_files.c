/*
 * SPDX-License-Identifier: MIT
 * Lists files. glob() would read the `[` or `*` of a directory's name as a pattern.
 */
#include "host/base/folder_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

char **folder_files(const char *folder, const char *ending, unsigned *n)
{
    struct dirent **entries;
    char **names = NULL;
    const int found = scandir(folder, &entries, NULL, alphasort);
    *n = 0;
    for (int i = 0; i < found; i++) {
        const char *name = entries[i]->d_name;
        const size_t length = strlen(name), end = strlen(ending);
        if (length > end && *name != '.' && !strcmp(name + length - end, ending))
            *(char **)allocate_element(&names, n, sizeof *names) =
                allocate_text("%.*s", (int)(length - end), name);
        free(entries[i]);
    }
    if (found >= 0)
        free(entries);
    return names;
}

void folder_files_free(char **names, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        free(names[i]);
    free(names);
}
