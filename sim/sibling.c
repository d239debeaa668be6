/*
 * SPDX-License-Identifier: MIT
 * Finds and executes the simulator programs in the same directory that have another timing model.
 */
#include "sim/sibling.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *cpu, *program;
} others[] = {
#if !defined(MODEL_P6) && !defined(MODEL_K7) && !defined(MODEL_NETBURST)
    {"ppro", "vpentium-p6"},
    {"p2", "vpentium-p6"},
    {"p3", "vpentium-p6"},
    {"k7", "vpentium-k7"},
    {"willamette", "vpentium-netburst"},
    {"northwood", "vpentium-netburst"},
    {"prescott", "vpentium-netburst"},
#endif
    {NULL, NULL},
};

static const char *program_of(const char *cpu)
{
    for (unsigned i = 0; cpu && others[i].cpu; i++)
        if (strcmp(cpu, others[i].cpu) == 0)
            return others[i].program;
    return NULL;
}

bool sibling_runs(const char *cpu)
{
    return program_of(cpu);
}

void sibling_become(char **argv, const char *cpu)
{
    const char *program = program_of(cpu);
    char path[PATH_MAX + 32];
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    char *name;

    if (!program)
        return;
    path[length < 0 ? 0 : length] = 0;
    name = strrchr(path, '/');
    name = name ? name + 1 : path;
    strcpy(name, program);
    execv(path, argv);
    fprintf(stderr, "vpentium: -cpu '%s': cannot run %s: %s\n", cpu, path, strerror(errno));
}
