/*
 * SPDX-License-Identifier: MIT
 * Each experiment with programs has a plan; its name is the first one that is free.
 */
#include "host/data/written/program_outcome.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

/* Returns the name of an earlier variant of the same experiment, or NULL. */
static const char *program_names_known(char *const *names, const struct run *run, unsigned index)
{
    const struct program_run *program = &run->programs[index];
    for (unsigned i = 0; i < index; i++)
        if (run->programs[i].plan == program->plan && run->programs[i].bench == program->bench)
            return names[i];
    return NULL;
}

static bool program_names_taken(char *const *names, unsigned n, const char *name)
{
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

char **program_names(const struct run *run)
{
    char **names = allocate_zeroed((run->n_programs + 1) * sizeof *names);
    for (unsigned i = 0; i < run->n_programs; i++) {
        const char *known = program_names_known(names, run, i);
        const char *slash = strrchr(run->programs[i].bench, '/');
        const char *file = slash ? slash + 1 : run->programs[i].bench;
        names[i] = allocate_copy(known ? known : file);
        for (unsigned number = 2; !known && program_names_taken(names, i, names[i]); number++) {
            free(names[i]);
            names[i] = allocate_text("%s-%u", file, number);
        }
    }
    return names;
}

void program_names_free(char **names, const struct run *run)
{
    for (unsigned i = 0; i < run->n_programs; i++)
        free(names[i]);
    free(names);
}

const struct program_run *program_find(const struct run *run, const struct result *result)
{
    for (unsigned i = 0; i < run->n_programs; i++) {
        const struct program_run *program = &run->programs[i];
        if (program->plan == result->plan && !strcmp(program->bench, result->bench) &&
            !strcmp(program->state, result->state) && !strcmp(program->ablate, result->ablate))
            return program;
    }
    return NULL;
}

unsigned program_report_failures(const struct run *run)
{
    unsigned failed = 0;
    char **names = program_names(run);
    for (unsigned i = 0; i < run->n_programs; i++) {
        const bool fails = program_failed(&run->programs[i]);
        if (!fails && !run->programs[i].void_main)
            continue;
        char *end = program_end_text(&run->programs[i]);
        message_print("programs/%s (%s): %s", names[i], run->programs[i].state, end);
        free(end);
        failed += fails;
    }
    program_names_free(names, run);
    return failed;
}

bool program_failed(const struct program_run *program)
{
    return strcmp(program->end, "exit") || (program->status && !program->void_main);
}

/* Returns the text with the place of the call that ended the program; frees the text. */
static char *program_end_add_place(char *text, const struct program_run *program)
{
    if (!program->place)
        return text;
    char *longer = allocate_text("%s: %s", text, program->place);
    free(text);
    return longer;
}

char *program_end_text(const struct program_run *program)
{
    const char *colon = program->what ? ": " : "", *what = program->what ? program->what : "";
    if (program->void_main)
        return allocate_text(
            "exit status %u has no meaning, because main() is void at %s; declare "
            "it as int main(void)",
            program->status, program->void_main);
    if (!strcmp(program->end, "exit"))
        return allocate_text("exit status %u%s%s", program->status, colon, what);
    char *text = !strcmp(program->end, "signal")
                     ? allocate_text("ended by signal %u (%s)%s%s", program->status,
                                     program->signal ? program->signal : "?", colon, what)
                     : allocate_text("%s%s%s", program->end, colon, what);
    return program_end_add_place(text, program);
}
