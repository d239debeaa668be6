/*
 * SPDX-License-Identifier: MIT
 * Splits the kernel's command line. The host uses the same code, since the log contains the whole
 * line.
 */
#include "kernel/settings/command_line.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/settings/word.h"

struct command_line command_line_split(const char *line)
{
    struct command_line split;
    struct word rest = word_trim(word_from_text(line));
    struct word path = word_split(&rest, ' ');
    bool is_path = !memchr(path.text, '=', path.length);
    size_t length = 0;
    for (size_t i = 0; i < path.length && is_path; i++)
        if (path.text[i] == '/')
            length = i ? i : 1;
    format(split.directory, sizeof split.directory, "%.*s", (int)(length ? length : 1),
           length ? path.text : ".");
    split.arguments = is_path ? word_trim(rest).text : path.text;
    return split;
}
