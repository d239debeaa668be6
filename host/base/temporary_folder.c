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

/* Creates PARENT/NAME-XXXXXX, a directory or an empty file; NULL, with errno, if it cannot. */
static char *temporary_create_in(const char *parent, const char *name, bool folder)
{
    char *path = allocate_text("%s/%s-XXXXXX", parent, name);
    int file = folder ? (mkdtemp(path) ? 0 : -1) : mkstemp(path);
    if (file >= 0 && !folder)
        close(file);
    if (file >= 0)
        return path;
    free(path);
    return NULL;
}

/* Uses $TMPDIR if it has none of the characters `unfit`, then /tmp. */
static char *temporary_create(const char *name, bool folder, const char *unfit)
{
    const char *named = getenv("TMPDIR");
    char *path = NULL;
    if (named && *named && !strpbrk(named, unfit))
        path = temporary_create_in(named, name, folder);
    if (!path)
        path = temporary_create_in("/tmp", name, folder);
    if (!path)
        message_print("cannot create a temporary %s in /tmp: %s", folder ? "directory" : "file",
                      strerror(errno));
    return path;
}

char *temporary_folder_create(const char *name)
{
    return temporary_create(name, true, "");
}

char *temporary_file_create(const char *name)
{
    return temporary_create(name, false, "");
}

const char *temporary_folder_new(void)
{
    char *folder = temporary_create("bareprobe", true, " ,\t\n");
    if (!folder)
        return NULL;
    static bool at_exit;
    if (!at_exit)
        atexit(temporary_folders_remove);
    at_exit = true;
    owner = getpid();
    char **place = allocate_element(&folders, &n_folders, sizeof *place);
    return *place = folder;
}
