/*
 * SPDX-License-Identifier: MIT
 * Builds the simulator's command line, and prints its messages if it fails.
 */
#include "host/analysis/loop/explain_machine.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/installed_files.h"
#include "host/base/message.h"

bool explain_machine_has_pipes(const struct explain_machine *machine)
{
    return !machine->cpu || !strcmp(machine->cpu, "p54c") || !strcmp(machine->cpu, "p55c");
}

void explain_machine_name(const struct explain_machine *machine, const char *mhz, char name[64])
{
    char cpu[16];
    snprintf(cpu, sizeof cpu, "%s", machine->cpu ? machine->cpu : "p54c");
    for (char *at = cpu; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    snprintf(name, 64, "virtual %s%s%s%s", cpu, mhz ? ", " : "", mhz ? mhz : "", mhz ? " MHz" : "");
}

static char *explain_machine_find_program(const struct explain_machine *machine)
{
    if (machine->program)
        return strdup(machine->program);
    char *path = installed_file_find("vpentium");
    if (path)
        return path;
    char *places = installed_file_places("build/vpentium");
    message_print("no vpentium: it is %s; name one with --sim=PATH", places);
    free(places);
    return NULL;
}

/* The simulator's options are those of bareprobe with one dash less. */
static void explain_machine_report(const char *errors)
{
    static const char theirs[] = "vpentium: -";
    while (*errors) {
        int length = (int)strcspn(errors, "\n");
        if (!strncmp(errors, theirs, sizeof theirs - 1) && errors[sizeof theirs - 1] != '-')
            message_print("--%.*s", length - (int)sizeof theirs + 1, errors + sizeof theirs - 1);
        else if (length)
            message_print("%.*s", length, errors);
        errors += length + (errors[length] == '\n');
    }
}

static unsigned add_words(char *words[MACHINE_WORDS], unsigned n, const char *const *more)
{
    for (; more && *more && n + 1 < MACHINE_WORDS; more++)
        words[n++] = (char *)*more;
    return n;
}

/* Returns the program's path, which the caller frees, or NULL after a message. */
static char *explain_machine_start(const struct explain_machine *machine, const char *const *front,
                                   unsigned most, struct child *child)
{
    char *words[MACHINE_WORDS] = {explain_machine_find_program(machine)};
    unsigned n = 1;
    if (!words[0])
        return NULL;
    if (machine->cpu) {
        words[n++] = "-cpu";
        words[n++] = (char *)machine->cpu;
    }
    n = add_words(words, n, front);
    n = add_words(words, n, machine->words);
    n = add_words(words, n, machine->more);
    words[n] = NULL;
    child_run(child, words, most);
    return words[0];
}

int explain_machine_run(const struct explain_machine *machine, const char *const *front,
                        unsigned most, struct child *child)
{
    char *program = explain_machine_start(machine, front, most, child);
    if (!program)
        return -1;
    bool bad = child->status == 2 || child->status < 0;
    explain_machine_report(child->errors);
    if (child->status == CHILD_MISSING)
        message_print("cannot start %s", program);
    else if (child->status == CHILD_LATE)
        message_print("the virtual Pentium did not finish within %u seconds", most);
    free(program);
    if (!bad)
        return 0;
    child_free(child);
    return -1;
}

int explain_machine_try(const struct explain_machine *machine, const char *const *front,
                        unsigned most, struct child *child)
{
    char *program = explain_machine_start(machine, front, most, child);
    free(program);
    return program ? 0 : -1;
}
