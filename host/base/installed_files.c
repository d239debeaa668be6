/*
 * SPDX-License-Identifier: MIT
 * Looks for installed files in two directories, both relative to this program's executable.
 */
#include "host/base/installed_files.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/build_name.h"

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

/* Returns "; 'make GOAL' builds it", or how an installed program gets its files. */
static char *installed_file_remedy(const char *folder, const char *goal)
{
    char *makefile = allocate_text("%s/../make/simulator.mk", folder);
    const bool in_tree = access(makefile, R_OK) == 0;
    if (build_is_listener && goal)
        goal = "listener";
    free(makefile);
    if (!goal)
        return allocate_copy("");
    return in_tree ? allocate_text("; 'make %s' builds it", goal)
                   : allocate_copy("; 'make install' copies it");
}

char *installed_file_places(const char *goal)
{
    static const char built[] = "build/";
    if (build_is_listener && goal && !strncmp(goal, built, strlen(built)))
        return allocate_copy(
            "not part of the listener (make listener); 'make run' on an x86-64 computer builds it");
    char *folder = installed_program_folder();
    char *remedy = installed_file_remedy(folder, goal);
    char *text =
        allocate_text("neither in %s nor in %s/../lib/bareprobe%s", folder, folder, remedy);
    free(remedy);
    free(folder);
    return text;
}
