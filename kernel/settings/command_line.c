/*
 * SPDX-License-Identifier: MIT
 * Splits the kernel's command line. The host uses the same code, since the log contains the whole
 * line.
 */
#include "kernel/settings/command_line.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/settings/settings.h"

#define KERNEL_NAME "bareprobe" /* begins the file name of every image of the kernel */

/* Reports whether the word's last part, after a '/', begins with the kernel's file name. */
static __attribute__((noinline)) bool command_line_names_kernel(struct word word)
{
    const size_t length = sizeof KERNEL_NAME - 1;
    size_t at = word.length;
    while (at && word.text[at - 1] != '/')
        at--;
    return at && word.length - at >= length && !strncmp(word.text + at, KERNEL_NAME, length);
}

enum command_line_kind {
    COMMAND_LINE_PATH, /* no '=', or a '/' before it */
    COMMAND_LINE_SETTING,
    COMMAND_LINE_UNKNOWN, /* name=value that is no setting: an event, a mistake, or a path */
};

static __attribute__((noinline)) enum command_line_kind command_line_kind(struct word word)
{
    struct word value = word, name = word_split(&value, '=');
    if (name.length == word.length || memchr(name.text, '/', name.length))
        return COMMAND_LINE_PATH;
    return settings_known(name) ? COMMAND_LINE_SETTING : COMMAND_LINE_UNKNOWN;
}

/* Returns the length of the path at the beginning of the line; 0 if it begins with a setting. */
static size_t command_line_path_length(const char *line)
{
    struct word rest = word_from_text(line), word;
    size_t length = 0;
    do {
        word = word_split(&rest, ' ');
        enum command_line_kind kind = command_line_kind(word);
        bool last = kind != COMMAND_LINE_SETTING && command_line_names_kernel(word);
        if (last || (!length && kind == COMMAND_LINE_PATH))
            length = (size_t)(word.text + word.length - line);
        if (last || !length || kind == COMMAND_LINE_SETTING)
            return length;
    } while (rest.length);
    return length;
}

struct command_line command_line_split(const char *line)
{
    struct command_line split;
    const char *path = word_trim(word_from_text(line)).text;
    size_t path_length = command_line_path_length(path), length = 0;
    for (size_t i = 0; i < path_length; i++)
        if (path[i] == '/')
            length = i ? i : 1;
    format(split.directory, sizeof split.directory, "%.*s", (int)(length ? length : 1),
           length ? path : ".");
    split.arguments = word_trim(word_from_text(path + path_length)).text;
    return split;
}
