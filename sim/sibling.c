/*
 * SPDX-License-Identifier: MIT
 * Finding the program beside this one.
 */
#include "sim/sibling.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sim/chosen_model.h"

#define PROGRAM "vpentium-p6"

#ifdef MODEL_P6
static const char *const others[] = {NULL};
#else
static const char *const others[] = {"ppro", "p2", "p3", NULL};
#endif

bool sibling_runs(const char *cpu)
{
    for (unsigned i = 0; cpu && others[i]; i++)
        if (strcmp(cpu, others[i]) == 0)
            return true;
    return false;
}

void sibling_become(char **argv, const char *cpu)
{
    char path[PATH_MAX + sizeof PROGRAM];
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    char *name;

    path[length < 0 ? 0 : length] = 0;
    name = strrchr(path, '/');
    name = name ? name + 1 : path;
    memcpy(name, PROGRAM, sizeof PROGRAM);
    execv(path, argv);
    fprintf(stderr, "vpentium: -cpu '%s': %s, which runs it, cannot be run: %s\n", cpu, path,
            strerror(errno));
}
