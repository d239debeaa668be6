/*
 * SPDX-License-Identifier: MIT
 * Converts words first, then the statement by its first words.
 */
#include "host/analysis/toolchain/masm_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/toolchain/masm_data.h"
#include "host/analysis/toolchain/masm_words.h"
#include "host/base/allocation.h"

/* ---- statements ------------------------------------------------------------------------------ */

static const char *const omitted[] = {
    ".model", ".stack", ".mmx",     ".xmm",  ".387",   ".386",      ".386p",      ".486",
    ".486p",  ".586",   ".586p",    ".686",  ".686p",  "assume",    "title",      "page",
    "subttl", "option", "include",  "extrn", "extern", "externdef", "includelib", "end",
    "ideal",  "masm",   "locals",   "jumps", "p386",   "p386n",     "p486",       "p486n",
    "p586",   "p586n",  "nolocals", "name",  "model",  "stack",     NULL};

/* A directive at the beginning of a statement. Returns false for another statement. */
static bool masm_text_write_directive(const char *word, size_t n, const char *rest, FILE *to)
{
    if (masm_word_is_among(word, n, omitted))
        return true;
    if (masm_word_is_among(word, n, (const char *const[]){".code", "codeseg", NULL}))
        fputs(".text", to);
    else if (masm_word_is_among(
                 word, n, (const char *const[]){".data?", ".const", "dataseg", "udataseg", NULL}))
        fputs(".data", to);
    else if (masm_word_is_among(word, n, (const char *const[]){"public", "global", NULL}))
        fprintf(to, ".globl %s", rest);
    else if (masm_word_is_among(word, n, (const char *const[]){"align", NULL}))
        fprintf(to, ".balign %s", rest);
    else if (masm_word_is_among(word, n, (const char *const[]){"npad", NULL}))
        fprintf(to, ".skip %s, 0x90", rest);
    else if (masm_word_is_among(word, n, (const char *const[]){"even", NULL}))
        fputs(".balign 2", to);
    else
        return false;
    return true;
}

static const char procedure_error[] =
    " .error \"PROC with parameters or USES is not supported; write its PUSH, POP and [ebp+8]\"";

/* Returns whether the words after PROC generate no code. */
static bool is_plain_procedure(const char *words)
{
    static const char *const plain[] = {"near",    "near32",  "far",    "c",
                                        "stdcall", "syscall", "pascal", "public",
                                        "private", "export",  NULL};
    for (size_t n; *words; words += n) {
        for (n = 0; masm_is_word(words[n]);)
            n++;
        if (n ? !masm_word_is_among(words, n, plain) : !strchr(" \t,", *words))
            return false;
        n += !n;
    }
    return true;
}

static bool is_data_segment(const char *name, size_t n)
{
    static const char *const parts[] = {"data", "const", "bss", "stack"};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const char *part = strstr(name, parts[i]);
        if (part && part < name + n)
            return true;
    }
    return false;
}

/* A statement that begins with the name that it defines. Returns false for another statement. */
static bool masm_text_write_definition(const char *name, size_t n, const char *rest, FILE *to)
{
    size_t second = 0;
    while (masm_is_word(rest[second]))
        second++;
    const struct masm_data_type *type = masm_data_type_named(rest, second);
    const char *more = rest + second + strspn(rest + second, " \t");
    if (type && *more != '[' && strncmp(more, "ptr", 3) != 0) { /* not `inc dword ptr [esi]` */
        fprintf(to, "%.*s: ", (int)n, name);
        masm_data_write(type, more, to);
        fprintf(to, "%.*s.end:", (int)n, name);
    } else if (masm_word_is_among(rest, second, (const char *const[]){"label", NULL})) {
        fprintf(to, "%.*s:", (int)n, name);
    } else if (masm_word_is_among(rest, second, (const char *const[]){"proc", NULL})) {
        fprintf(to, "%.*s:%s", (int)n, name, is_plain_procedure(more) ? "" : procedure_error);
    } else if (masm_word_is_among(rest, second, (const char *const[]){"equ", NULL})) {
        fprintf(to, "%.*s = %s", (int)n, name, more);
    } else if (masm_word_is_among(rest, second, (const char *const[]){"segment", NULL})) {
        fputs(is_data_segment(name, n) ? ".data" : ".text", to);
    } else {
        return masm_word_is_among(rest, second, (const char *const[]){"endp", "ends", NULL});
    }
    return true;
}

/* Writes an operand, with the type of the variable in it unless it has one. */
static void masm_text_write_operand(const char *operand, size_t n,
                                    const struct masm_variables *variables, FILE *to)
{
    char *text = strndup(operand, n);
    const char *type = NULL, *at = text + strspn(text, " \t");
    bool typed = strstr(text, "ptr") || strstr(text, "offset") || strchr("'\"", *at);
    while (*at && !typed && !type) {
        size_t length = 0;
        while (masm_is_word(at[length]))
            length++;
        type = length ? masm_variables_type(variables, at, length) : NULL;
        at += length ? length : 1;
    }
    if (type)
        fprintf(to, " %s ptr ", type);
    fputs(text, to);
    free(text);
}

/* SIZEOF, LENGTHOF and TYPE of a variable, whose end has a label. Returns false for another
 * operand. */
static bool masm_text_write_size(const char *operand, size_t n,
                                 const struct masm_variables *variables, FILE *to)
{
    enum { SIZES = 2, TYPE = 4 };
    static const char *const words[] = {"sizeof", "size", "lengthof", "length", "type"};
    const char *name;
    operand += strspn(operand, " \t");
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t word = strlen(words[i]), length = 0;
        if (n < word || strncmp(operand, words[i], word) || !strchr(" \t", operand[word]))
            continue;
        name = operand + word + strspn(operand + word, " \t");
        while (masm_is_word(name[length]))
            length++;
        const char *type = masm_variables_type(variables, name, length);
        if (!type)
            return false;
        if (i == TYPE)
            fprintf(to, " %u", masm_data_size(type));
        else
            fprintf(to, " (%.*s.end - %.*s)", (int)length, name, (int)length, name);
        if (i >= SIZES && i != TYPE && masm_data_size(type) > 1)
            fprintf(to, " / %u", masm_data_size(type));
        return true;
    }
    return false;
}

/* INVOKE function, argument, ...: pushes the arguments from the last to the first. */
static void masm_text_write_invoke(const char *operands, FILE *to)
{
    size_t n = masm_datum_length(operands);
    const char *rest = operands + n + (operands[n] == ',');
    char *all = allocate_copy(rest);
    for (char *comma; *rest && (comma = strrchr(all, ',')); *comma = 0)
        fprintf(to, "push %s; ", comma + 1);
    if (*rest)
        fprintf(to, "push %s; ", all);
    fprintf(to, "call %.*s", (int)n, operands);
    free(all);
}

static void masm_text_write_instruction(const char *text, const struct masm_variables *variables,
                                        FILE *to)
{
    size_t n = strcspn(text, " \t");
    if (!strncmp(text, "invoke", n) && n == 6) {
        masm_text_write_invoke(text + n + strspn(text + n, " \t"), to);
        return;
    }
    fwrite(text, 1, n, to);
    if (*text == 'j' || *text == '.' || !strncmp(text, "lea", 3) || !strncmp(text, "call", 4) ||
        strchr(text, '=')) {
        fputs(text + n, to);
        return;
    }
    for (text += n; *text; text += *text == ',') {
        n = masm_datum_length(text);
        if (!masm_text_write_size(text, n, variables, to))
            masm_text_write_operand(text, n, variables, to);
        text += n;
        if (*text)
            fputc(',', to);
    }
}

/* Words before a block of assembly in C, or before each of its statements. */
static const char *const blocks[] = {"__asm", "_asm", NULL};

static void masm_text_write_statement(const char *text, const struct masm_variables *variables,
                                      FILE *to)
{
    size_t n = 0;
    text += strspn(text, " \t{}"); /* braces of a block */
    for (n = strcspn(text, " \t{}"); masm_word_is_among(text, n, blocks);
         n = strcspn(text, " \t{}"))
        text += n + strspn(text + n, " \t{}");
    n = 0;
    while (masm_is_word(text[n]))
        n++;
    const char *rest = text + n + strspn(text + n, " \t");
    const struct masm_data_type *type = masm_data_type_named(text, n);
    if (n && *rest == ':') { /* MASM also has `name::` */
        fprintf(to, "%.*s: ", (int)n, text);
        masm_text_write_statement(rest + 1 + (rest[1] == ':'), variables, to);
    } else if (type && *rest != ':') {
        masm_data_write(type, rest, to);
    } else if (!masm_text_write_definition(text, n, rest, to) &&
               !masm_text_write_directive(text, n, rest, to)) {
        masm_text_write_instruction(text, variables, to);
    }
}

char *masm_text_line(const char *line, const struct masm_variables *variables)
{
    char *words = masm_words(line), *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    masm_text_write_statement(words, variables, to);
    fclose(to);
    free(words);
    return text;
}
