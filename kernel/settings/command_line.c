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

enum command_line_kind {
    COMMAND_LINE_PATH,   /* no '=', or a '/' before it */
    COMMAND_LINE_KERNEL, /* its last part, after a '/', begins with the kernel's name */
    COMMAND_LINE_SETTING,
    COMMAND_LINE_UNKNOWN, /* name=value that is no setting: an event, a mistake, or a path */
};

static enum command_line_kind command_line_kind(const char *word, size_t length)
{
    const char *equals = memchr(word, '=', length), *slash = memchr(word, '/', length);
    const bool path = !equals || (slash && slash < equals);
    if (!path && settings_known((struct word){word, (size_t)(equals - word)}))
        return COMMAND_LINE_SETTING;
    while (length && word[length - 1] != '/')
        length--;
    if (length && !strncmp(word + length, KERNEL_NAME, sizeof KERNEL_NAME - 1))
        return COMMAND_LINE_KERNEL;
    return path ? COMMAND_LINE_PATH : COMMAND_LINE_UNKNOWN;
}

/* Returns the end of the path that begins the line; `line` if a setting begins it. */
static const char *command_line_path_end(const char *line)
{
    const char *end = line, *word = line, *next;
    do {
        next = word;
        while (*next && *next != ' ')
            next++;
        const enum command_line_kind kind = command_line_kind(word, (size_t)(next - word));
        if (kind == COMMAND_LINE_KERNEL)
            return next;
        if (end == line && kind == COMMAND_LINE_PATH)
            end = next;
        if (end == line || kind == COMMAND_LINE_SETTING)
            return end;
        word = next + 1;
    } while (*next);
    return end;
}

struct command_line command_line_split(const char *line)
{
    struct command_line split;
    const char *path = word_trim(word_from_text(line)).text, *end = command_line_path_end(path);
    int length = (int)(end - path);
    while (length > 0 && path[length - 1] != '/')
        length--;
    length -= length > 1; /* without the '/', unless it is the root */
    format(split.directory, sizeof split.directory, "%.*s", length ? length : 1,
           length ? path : ".");
    split.arguments = word_trim(word_from_text(end)).text;
    return split;
}
