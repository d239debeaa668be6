/*
 * SPDX-License-Identifier: MIT
 * The loader of a hosted program: sets up its arguments and streams, and restores the initial
 * values of its variables.
 */
#include "kernel/lib/hosted.h"

#include "kernel/lib/errno.h"
#include "kernel/lib/stdio.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

#define OUTPUT_BYTES 4096

char **hosted_argv;
jmp_buf hosted_end;

static char *argument_text, *output_buffer;
static int exit_status;

static size_t hosted_argument_bytes(const struct hosted_program *program)
{
    size_t bytes = 0;

    for (int i = 0; i < program->count; i++)
        bytes += strlen(program->words[i]) + 1;
    return bytes;
}

void hosted_setup(const struct hosted_program *program)
{
    if (!*program->copied)
        memcpy(program->data_copy, program->data_start,
               (size_t)(program->data_end - program->data_start));
    *program->copied = true;
    output_buffer = malloc(OUTPUT_BYTES);
    argument_text = malloc(hosted_argument_bytes(program));
    hosted_argv = malloc(((size_t)program->count + 1) * sizeof *hosted_argv);
    stdin_set_text(program->input->text, program->input->length);
}

void hosted_restore(const struct hosted_program *program)
{
    char *text = argument_text;

    memcpy(program->data_start, program->data_copy,
           (size_t)(program->data_end - program->data_start));
    memset(program->bss_start, 0, (size_t)(program->bss_end - program->bss_start));
    for (int i = 0; i < program->count; i++) {
        hosted_argv[i] = strcpy(text, program->words[i]);
        text += strlen(text) + 1;
    }
    hosted_argv[program->count] = NULL;
    errno = 0;
    srand(1);
}

static void hosted_exit(int status)
{
    exit_status = status;
    longjmp(hosted_end, 1);
}

void hosted_begin(void)
{
    setvbuf(stdout, output_buffer, _IOFBF, OUTPUT_BYTES);
    exit_hook = hosted_exit;
}

const char *hosted_check(const struct hosted_program *program)
{
    static char wrong[256];
    size_t length;

    if (exit_status != 0) {
        snprintf(wrong, sizeof wrong, "exit status %d", exit_status);
        return wrong;
    }
    if (program->output->text != NULL &&
        strcmp(program->output->text, stdio_content(&length)) != 0) {
        snprintf(wrong, sizeof wrong, "the output is not '%s'", program->output->text);
        return wrong;
    }
    return NULL;
}
