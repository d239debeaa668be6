/*
 * SPDX-License-Identifier: MIT
 * Builds command lines and runs the executable itself with them. The verbs were written for one
 * run in a process.
 */
#include "host/pentium4/command_lines/verb_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

void verb_words_add(struct verb_words *words, const char *word)
{
    words->word = allocation_resize(words->word, (words->n + 2) * sizeof *words->word);
    words->word[words->n++] = allocate_copy(word);
    words->word[words->n] = NULL;
}

void verb_words_free(struct verb_words *words)
{
    for (unsigned i = 0; i < words->n; i++)
        free(words->word[i]);
    free(words->word);
}

void verb_words_add_option(struct verb_words *words, const char *option, const char *value)
{
    if (!value)
        return;
    verb_words_add(words, option);
    verb_words_add(words, value);
}

void verb_words_append_quoted(char **text, const char *argument)
{
    char *quoted = allocate_copy("'");
    for (const char *at = argument; *at; at++) {
        const char one[] = {*at, 0};
        allocate_appended(&quoted, "", *at == '\'' ? "'\\''" : one);
    }
    allocate_appended(&quoted, "", "'");
    allocate_appended(text, **text ? " " : "", quoted);
    free(quoted);
}

void verb_words_add_files(struct verb_words *words, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        struct stat about;
        if (!stat(argv[i], &about) && S_ISREG(about.st_mode))
            verb_words_add_option(words, "--file", argv[i]);
    }
}

bool verb_words_read_option(int argc, char **argv, int *at, const char *name, const char **value)
{
    const char *word = argv[*at];
    if (word[0] != '-')
        return false;
    word += word[1] == '-' ? 2 : 1;
    size_t length = strlen(name);
    if (strncmp(word, name, length) || (word[length] && word[length] != '='))
        return false;
    if (word[length])
        *value = word + length + 1;
    else
        *value = *at + 1 < argc ? argv[++*at] : NULL;
    ++*at;
    return true;
}

/* ---- running -------------------------------------------------------------------------------- */

static void verb_words_exec(const struct verb_words *words, int output, int errors)
{
    if (output >= 0)
        dup2(output, STDOUT_FILENO);
    if (errors >= 0)
        dup2(errors, STDERR_FILENO);
    char **argv = calloc(words->n + 2, sizeof *argv);
    if (argv) {
        argv[0] = (char *)"bareprobe";
        memcpy(argv + 1, words->word, words->n * sizeof *argv);
        execv("/proc/self/exe", argv);
    }
    _exit(EXIT_TARGET);
}

/* Returns a file in memory if text is to be stored, else -1. */
static int verb_words_open(char **text)
{
    int file = text ? memfd_create("text", MFD_CLOEXEC) : -1;
    if (text && file < 0)
        die(EXIT_TARGET, "no memory for the output of a command: %s", strerror(errno));
    return file;
}

static void verb_words_read(int file, char **text)
{
    if (!text)
        return;
    off_t length = lseek(file, 0, SEEK_END);
    *text = allocate_zeroed((size_t)(length > 0 ? length : 0) + 1);
    if (length > 0 && pread(file, *text, (size_t)length, 0) != length)
        die(EXIT_TARGET, "the output of a command cannot be read: %s", strerror(errno));
    close(file);
}

int verb_words_run(const struct verb_words *words, char **output, char **errors)
{
    int files[2] = {verb_words_open(output), verb_words_open(errors)}, status;
    pid_t child = fork();
    if (child == 0)
        verb_words_exec(words, files[0], files[1]);
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            child = -1;
    if (child < 0)
        die(EXIT_TARGET, "cannot start bareprobe %s: %s", words->word[0], strerror(errno));
    verb_words_read(files[0], output);
    verb_words_read(files[1], errors);
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_TARGET;
}
