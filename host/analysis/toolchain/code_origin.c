/*
 * SPDX-License-Identifier: MIT
 * Messages name the user's file, line and text, not temporary files.
 */
#include "host/analysis/toolchain/code_origin.h"

#include <stdio.h>
#include <string.h>

#include "host/base/message.h"

/* Returns whether the message is about a temporary file as a whole. */
static bool is_in_folder(const struct code_origin *origin, const char *message)
{
    return origin->folder && !strncmp(message, origin->folder, strlen(origin->folder));
}

void code_origin_report(const struct code_origin *origin, const char *messages)
{
    size_t length = strlen(origin->name);
    unsigned printed = 0;
    if (origin->quiet)
        return;
    for (; *messages && printed < 10; messages += *messages == '\n') {
        int end = (int)strcspn(messages, "\n");
        unsigned number = 0, shift = origin->syntax == SYNTAX_NASM ? NASM_LINE_SHIFT : 0;
        int digits = 0;
        bool own = !strncmp(messages, origin->name, length);
        if (own && sscanf(messages + length, ":%u%n:", &number, &digits) == 1 && number > shift &&
            number - shift <= origin->n_lines && origin->syntax != SYNTAX_C)
            message_print("%s:%u%.*s: '%s'", origin->name, number - shift,
                          end - (int)length - digits, messages + length + digits,
                          origin->lines[number - shift - 1]);
        else if (!own && is_in_folder(origin, messages))
            message_print("%s%.*s", origin->name, end - (int)strcspn(messages, ":"),
                          messages + strcspn(messages, ":"));
        else if (!own || !strstr(messages, "Assembler messages:") ||
                 strstr(messages, "Assembler messages:") > messages + end)
            message_print("%.*s", end, messages);
        else
            printed--;
        messages += end;
        printed++;
    }
    if (!printed)
        message_print("%s: rejected without a message", origin->name);
}

void code_origin_hide_folder(const struct code_origin *origin, char *text)
{
    size_t length = strlen(origin->folder) + 1;
    for (char *at; (at = strstr(text, origin->folder));)
        memmove(at, at + (at[length - 1] ? length : length - 1),
                strlen(at + (at[length - 1] ? length : length - 1)) + 1);
}

bool code_origin_has(const struct code_origin *origin, const char *text)
{
    for (unsigned i = 0; i < origin->n_lines; i++)
        if (strstr(origin->lines[i], text))
            return true;
    return false;
}
