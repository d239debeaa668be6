/*
 * SPDX-License-Identifier: MIT
 * Opens, renames and removes files by name: fopen() and related functions.
 */
#include "kernel/lib/errno.h"
#include "kernel/lib/program/memory_file.h"
#include "kernel/lib/program/program_memory.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

/*
 * Parses "r", "w" or "a", followed in any order by "+", "b", "x" and letters that other libraries
 * define.
 */
static bool file_names_read_mode(const char *text, struct file_mode *mode)
{
    bool both = strchr(text, '+') != NULL;

    if (*text != 'r' && *text != 'w' && *text != 'a') {
        errno = EINVAL;
        return false;
    }
    *mode = (struct file_mode){.reads = *text == 'r' || both,
                               .writes = *text != 'r' || both,
                               .appends = *text == 'a',
                               .empties = *text == 'w',
                               .creates = *text != 'r',
                               .must_be_new = *text == 'w' && strchr(text, 'x') != NULL};
    return true;
}

struct content *file_names_content(const char *name, const struct file_mode *mode)
{
    struct content *content = memory_file_find(name);

    if (content && mode->must_be_new) {
        errno = EEXIST;
        return NULL;
    }
    if (content && mode->empties)
        memory_file_empty(content);
    if (!content && mode->creates)
        content = memory_file_create(name);
    return content;
}

FILE *fopen(const char *restrict name, const char *restrict mode_text)
{
    struct file_mode mode;
    struct content *content;

    if (!file_names_read_mode(mode_text, &mode))
        return NULL;
    content = file_names_content(name, &mode);
    return content ? memory_file_open(content, &mode) : NULL;
}

/* Reopens a stream. stdin can become a file that is read; stdout and stderr cannot change. */
FILE *freopen(const char *restrict name, const char *restrict mode_text, FILE *restrict stream)
{
    struct file *file = memory_file_of(stream);
    struct file_mode mode;
    struct content *content;

    if (!file_names_read_mode(mode_text, &mode) || (!file && (stream != stdin || mode.writes))) {
        errno = EINVAL;
        return NULL;
    }
    content = name ? file_names_content(name, &mode) : file ? file->content : NULL;
    if (!content)
        return NULL;
    if (!file) {
        stdin_set_text(content->bytes, content->length);
        return stdin;
    }
    memory_file_exchange(file, content, &mode);
    return stream;
}

int remove(const char *name)
{
    struct content *content = memory_file_find(name);

    if (!content)
        return -1;
    memory_file_unname(content);
    return 0;
}

int rename(const char *from, const char *to)
{
    struct content *content = memory_file_find(from), *replaced;
    char *name;

    if (!content)
        return -1;
    if (strcmp(from, to) == 0)
        return 0;
    name = program_strdup(to);
    if (!name)
        return -1;
    replaced = memory_file_find(to);
    if (replaced)
        memory_file_unname(replaced);
    free(content->name);
    content->name = name;
    return 0;
}

FILE *tmpfile(void)
{
    struct content *content = memory_file_create(NULL);
    const struct file_mode mode = {.reads = true, .writes = true};

    return content ? memory_file_open(content, &mode) : NULL;
}

char *tmpnam(char *to)
{
    static char own[L_tmpnam];
    char *name = to ? to : own;
    int error = errno;

    for (unsigned number = 1; number <= TMP_MAX; number++) {
        snprintf(name, L_tmpnam, "tmp%u", number);
        if (!memory_file_find(name)) {
            errno = error;
            return name;
        }
    }
    return NULL;
}
