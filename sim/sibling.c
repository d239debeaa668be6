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

#include "tools/processor_words.h"

#ifdef VPENTIUM_TEST
#define OF_TEST "-test"
#else
#define OF_TEST ""
#endif

static const struct {
    const char *cpu, *program;
} others[] = {
#if !defined(MODEL_P6) && !defined(MODEL_K7) && !defined(MODEL_NETBURST)
    {"ppro", "vpentium-p6" OF_TEST},
    {"p2", "vpentium-p6" OF_TEST},
    {"p3", "vpentium-p6" OF_TEST},
    {"k7", "vpentium-k7" OF_TEST},
    {"willamette", "vpentium-netburst" OF_TEST},
    {"northwood", "vpentium-netburst" OF_TEST},
    {"prescott", "vpentium-netburst" OF_TEST},
#endif
    {NULL, NULL},
};

static const char *sibling_program(const char *name)
{
    const char *cpu = name ? virtual_processor(name) : NULL;

    for (unsigned i = 0; cpu && others[i].cpu; i++)
        if (strcmp(cpu, others[i].cpu) == 0)
            return others[i].program;
    return NULL;
}

bool sibling_runs(const char *cpu)
{
    return sibling_program(cpu);
}

/* Reports that the program `path`, which ends in "DIR/name", does not exist, and how to get it:
 * make builds each program only if asked, but `make install` copies all of them. */
static void sibling_missing(const char *cpu, char *path, char *name)
{
    char makefile[PATH_MAX + 64];
    const char *folder;
    fprintf(stderr, "vpentium: -cpu '%s': %s does not exist; ", cpu, path);
    name[-1] = 0;
    folder = strrchr(path, '/');
    folder = folder ? folder + 1 : path;
    snprintf(makefile, sizeof makefile, "%s/../make/simulator.mk", path);
    if (access(makefile, R_OK) != 0)
        fprintf(stderr, "install Bareprobe again: 'make install' copies every simulator\n");
    else if (strcmp(folder, "build") == 0)
        fprintf(stderr, "build it with: make build/%s\n", name);
    else
        fprintf(stderr, "build it with: make BUILD=%s %s/%s\n", folder, folder, name);
}

void sibling_exec(char **argv, const char *cpu)
{
    const char *program = sibling_program(cpu);
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
    if (errno == ENOENT && name > path)
        sibling_missing(cpu, path, name);
    else
        fprintf(stderr, "vpentium: -cpu '%s': cannot run %s: %s\n", cpu, path, strerror(errno));
}
