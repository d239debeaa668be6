/*
 * SPDX-License-Identifier: MIT
 * Creates temporary directories. A child process that ends by _exit() leaves them alone.
 */
#include "host/base/temporary_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

static char **folders;
static unsigned n_folders;
static pid_t owner;

static void temporary_folder_remove(const char *folder)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char *name = allocate_text("%s/%s", folder, entry->d_name);
        unlink(name); /* fails for . and .. */
        free(name);
    }
    if (directory)
        closedir(directory);
    rmdir(folder);
}

void temporary_folders_remove(void)
{
    for (unsigned i = 0; i < n_folders && getpid() == owner; i++) {
        temporary_folder_remove(folders[i]);
        free(folders[i]);
    }
    free(folders);
    folders = NULL;
    n_folders = 0;
}

const char *temporary_folder_new(void)
{
    const char *named = getenv("TMPDIR");
    bool usable = named && *named && !strpbrk(named, " ,\t\n");
    char *folder = allocate_text("%s/bareprobe-XXXXXX", usable ? named : "/tmp");
    if (!mkdtemp(folder)) {
        message_print("'%s': cannot create this directory: %s", folder, strerror(errno));
        free(folder);
        return NULL;
    }
    static bool at_exit;
    if (!at_exit)
        atexit(temporary_folders_remove);
    at_exit = true;
    owner = getpid();
    char **place = allocate_element(&folders, &n_folders, sizeof *place);
    return *place = folder;
}
