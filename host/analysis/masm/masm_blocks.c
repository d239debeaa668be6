/*
 * SPDX-License-Identifier: MIT
 * In GNU's alternate macro mode, parameters are names without a prefix, and LOCAL declares labels,
 * as in MASM.
 */
#include "host/analysis/masm/masm_blocks.h"

#include <string.h>

#include "host/analysis/masm/masm_letters.h"

static void blocks_enter(struct masm_blocks *blocks, bool macro)
{
    if (blocks->depth < MASM_DEEPEST_BLOCK)
        blocks->is_macro[blocks->depth] = macro;
    blocks->depth++;
}

static bool blocks_leave(struct masm_blocks *blocks)
{
    blocks->depth -= blocks->depth > 0;
    return blocks->depth < MASM_DEEPEST_BLOCK && blocks->is_macro[blocks->depth];
}

/* Writes `x, <1, 2>` without the angle brackets. */
static void write_list(const char *list, FILE *to)
{
    for (; *list; list++)
        if (*list != '<' && *list != '>')
            fputc(*list, to);
}

/* Writes parameters: `p:=<5>` is `p=5`. */
static void write_parameters(const char *list, FILE *to)
{
    for (; *list; list++)
        if (*list != '<' && *list != '>' && !(*list == ':' && list[1] == '='))
            fputc(*list, to);
}

static bool write_condition(const char *word, size_t n, const char *rest, FILE *to)
{
    static const char *const same[] = {"if", "ifdef", "ifndef", "elseif", "else", "endif", NULL};
    if (strstr(rest, "_at_version")) /* MASM's version: a new one */
        fputs(".if 1", to);
    else if (masm_word_is_among(word, n, same))
        fprintf(to, ".%.*s %s", (int)n, word, rest);
    else if (masm_word_is_among(word, n, (const char *const[]){"ife", NULL}))
        fprintf(to, ".ifeq %s", rest);
    else if (masm_word_is_among(word, n, (const char *const[]){"ifb", "ifnb", NULL}))
        fprintf(to, ".%.*s %s", (int)n, word, rest);
    else
        return false;
    return true;
}

bool masm_blocks_write(struct masm_blocks *blocks, const char *word, size_t n, const char *rest,
                       FILE *to)
{
    static const char *const high_level[] = {".if",     ".while", ".repeat", ".until", ".untilcxz",
                                             ".elseif", ".else",  ".endif",  ".endw",  NULL};
    size_t second = masm_word_length(rest);
    const char *more = rest + second + strspn(rest + second, " \t");
    if (masm_word_is_among(rest, second, (const char *const[]){"macro", NULL})) {
        fprintf(to, ".altmacro; .macro %.*s ", (int)n, word);
        write_parameters(more, to);
        blocks_enter(blocks, true);
    } else if (masm_word_is_among(word, n, (const char *const[]){"rept", "repeat", NULL})) {
        fprintf(to, ".rept %s", rest);
        blocks_enter(blocks, false);
    } else if (masm_word_is_among(word, n, (const char *const[]){"irp", "for", NULL})) {
        fputs(".altmacro; .irp ", to);
        write_list(rest, to);
        blocks_enter(blocks, false);
    } else if (masm_word_is_among(word, n, (const char *const[]){"endm", NULL})) {
        fputs(blocks_leave(blocks) ? ".endm" : ".endr", to);
    } else if (masm_word_is_among(word, n, (const char *const[]){"exitm", NULL})) {
        fputs(".exitm", to);
    } else if (masm_word_is_among(word, n, high_level)) {
        fprintf(to, ".error \"%.*s generates code that is not supported; write its CMP and jump\"",
                (int)n, word);
    } else {
        return write_condition(word, n, rest, to);
    }
    return true;
}
