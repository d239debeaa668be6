/*
 * SPDX-License-Identifier: MIT
 * Surrounds a program's main(). Parts that the program does not use are not linked: their weak
 * names are NULL.
 */
#include "kernel/lib/program/program.h"

#include "kernel/lib/program/program_memory.h"
#include "kernel/lib/program/reset.h"
#include "kernel/lib/stdio.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

#pragma weak descriptors_reset
#pragma weak memory_files_reset
#pragma weak memory_refused
#pragma weak quick_exit_reset
#pragma weak signals_reset

void program_setup(const struct program_image *program)
{
    hosted_setup(program->hosted);
}

void program_restore(const struct program_image *program)
{
    const struct hosted_text *input = program->hosted->input;

    hosted_restore(program->hosted);
    stdin_set_text(input->text, input->length); /* freopen() may have changed stdin's text */
    if (memory_files_reset)
        memory_files_reset(program->files, program->files_end);
    if (&memory_refused)
        memory_refused = 0;
    if (descriptors_reset)
        descriptors_reset();
    if (quick_exit_reset)
        quick_exit_reset();
    if (signals_reset)
        signals_reset();
}

/* A constructor that calls exit() ends the run, as if the routine had returned. */
void program_begin(const struct program_image *program)
{
    void (*hook)(int status);

    hosted_begin();
    hook = exit_hook;
    exit_hook = NULL;
    for (void (*const *each)(void) = program->constructors; each < program->constructors_end;
         each++)
        (*each)();
    exit_hook = hook;
}

void program_end(const struct program_image *program)
{
    exit_hook = NULL;
    for (void (*const *each)(void) = program->destructors_end; each > program->destructors;)
        (*--each)();
}

const char *program_check(const struct program_image *program)
{
    static char wrong[400];
    const char *verdict = hosted_check(program->hosted);

    if (!verdict || !&memory_refused || memory_refused == 0)
        return verdict;
    snprintf(wrong, sizeof wrong, "%s; malloc() of %u bytes failed: HOSTED_MEMORY is %u", verdict,
             (unsigned)memory_refused, (unsigned)program->memory);
    return wrong;
}
